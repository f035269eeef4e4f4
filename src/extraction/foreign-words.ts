// Whether a name is an ordinary word in a language in which capital letters do not tell. What is beside it decides, so that no
// dictionary is needed. In the patterns, § stands for the name.

interface Context {
  /** It is an ordinary word here, or part of one. */
  ordinary: RegExp | null;
  /** It probably is, but brands are sometimes written so too. */
  doubtful: RegExp | null;
}

const CONTEXTS: Readonly<Record<string, Context>> = {
  // 很理想, 小米粥, 苹果汁; doubtful: 啃过的苹果.
  zh: { ordinary: /(?:[很太更挺]|非常|比较)§|§[粥饭汁树派酱醋糊糕皮核园片干]/, doubtful: /\p{Script=Han}的§/u },
  // タイガース is another word than タイガー, but アップルウォッチ is a product. 日陰（ひかげ） is how a word is read.
  ja: {
    ordinary: /\p{Script=Han}[（(]§|§[\p{Script=Katakana}ー]{1,2}(?![\p{Script=Katakana}ー])/u,
    doubtful: null,
  },
  // 토스하듯 is a verb. 삼성하고 is "Samsung and".
  ko: { ordinary: /§(?:하듯|하는|하다|하게|하지|하면|하여|해서|했|한다|할)/, doubtful: null },
  // "ein alter Silberfuchs": every noun has a capital letter, and few brands have this article without a product after them.
  de: { ordinary: null, doubtful: /(?:^|[\s(„])[Ee]in(?:e[mnr]?)?(?:\s\p{Ll}+)?\s§(?![-\u2011]|\s[\p{Lu}\d])/u },
};
const MAX_BEFORE = 24;
const MAX_AFTER = 4;
const FIRST_UNSPACED = 0x3000;

/** `doubtful`: it is the name only if the answer has it nowhere else. Null: nothing speaks against the name. */
export function judgeForeignWord(
  text: string,
  { start, end }: { start: number; end: number },
  language: string | null,
): 'ordinary' | 'doubtful' | null {
  const context = language === null ? undefined : CONTEXTS[language];
  // Latin names stand out in texts of other scripts.
  if (context === undefined || (language !== 'de' && text.charCodeAt(start) < FIRST_UNSPACED)) return null;
  const place = `${text.slice(Math.max(0, start - MAX_BEFORE), start)}§${text.slice(end, end + MAX_AFTER)}`;
  if (context.ordinary?.test(place)) return 'ordinary';
  return context.doubtful?.test(place) ? 'doubtful' : null;
}
