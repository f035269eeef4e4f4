/**
 * The most frequent words of languages that answers are often in, so that most need no more than a look at them: first those
 * that no neighbor has (Afrikaans, Catalan, Galician, Czech, Danish), then others.
 */
const COMMON: Record<string, readonly [sure: string, others: string]> = {
  de: [
    'und ist nicht für auch sehr oder wird mit eine einen',
    'der die das ein auf von zu im dem den des sich aber sind bei nach wie als wenn du sie es hat man noch nur kann',
  ],
  fr: [
    'est avec dans vous pour très votre sont cette',
    'le la les du une et sur pas qui que mais ce au aux par des un plus en à il elle ou si ne se son ces',
  ],
  es: [
    'y con los las muy pero más para una',
    'el la por del es se como su lo sin que de en un no al si o te son está entre sobre tiene',
  ],
  it: [
    'che non è sono della anche più questo gli',
    'il la di per molto nel un una con le i del si ma da in se o ti al dei ha come lo',
  ],
  pt: [
    'não uma com são você em muito mais',
    'o a os as mas seu sua na no pelo um para de que se e do da dos das é ou como por tem',
  ],
  nl: [
    'een niet voor zijn maar wordt naar geen',
    'het de en met van ook heel is dat je op te in of die als er aan bij wat nog kan veel',
  ],
  pl: [
    'jest się nie dla oraz są przez bardzo',
    'jak ale w z na do i to że o a od za co po ma tak czy lub przy jeśli tylko',
  ],
};
const LANGUAGES = Object.keys(COMMON);
/** For each word, the languages that have it, as bits; and in the bits from `SURE` on, those that it is a sure sign of. */
const SURE = 8;
const languagesOf = new Map<string, number>();
LANGUAGES.forEach((language, at) => {
  const [sure, others] = COMMON[language]!;
  const add = (words: string, bits: number) => {
    for (const word of words.split(' ')) languagesOf.set(word, (languagesOf.get(word) ?? 0) | bits);
  };
  add(sure, (1 << at) | (1 << (SURE + at)));
  add(others, 1 << at);
});

/** So many common words show a language, so many of them sure, and so many more than those of any other. */
const MIN_WORDS = 4;
const MIN_SURE = 2;
const MIN_LEAD = 3;

/** The language of a text whose words leave no doubt; null otherwise. English is not among them. */
export function guessLanguage(text: string): string | null {
  const counts = LANGUAGES.map(() => 0);
  const sure = LANGUAGES.map(() => 0);
  for (const word of text.toLowerCase().split(/[\s'’]+/)) {
    const languages = languagesOf.get(word) ?? 0;
    if (languages === 0) continue;
    for (let at = 0; at < counts.length; at++) {
      if ((languages & (1 << at)) !== 0) counts[at]!++;
      if ((languages & (1 << (SURE + at))) !== 0) sure[at]!++;
    }
  }
  const best = counts.indexOf(Math.max(...counts));
  const isClear = counts.every((count, at) => at === best || counts[best]! - count >= MIN_LEAD);
  return counts[best]! >= MIN_WORDS && sure[best]! >= MIN_SURE && isClear ? LANGUAGES[best]! : null;
}
