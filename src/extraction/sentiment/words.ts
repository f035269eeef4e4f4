import { polarityWords } from './lexicon.ts';

/** Polarity classes: 0 for none, 1 to 4 for strongly negative, negative, positive and strongly positive. */
export const polarityClassCount = 5;

/** What a word does in a sentence, as bits above the low byte, which holds the polarity class. */
export const role = {
  negator: 1 << 8,
  contrast: 1 << 9,
  joiner: 1 << 10,
  intensifier: 1 << 11,
  diminisher: 1 << 12,
  copula: 1 << 13,
  than: 1 << 14,
  subordinator: 1 << 15,
  comparative: 1 << 16,
  unlike: 1 << 17,
  english: 1 << 18,
  foreign: 1 << 19,
  outdoes: 1 << 20,
} as const;

const closedClasses: readonly (readonly [role: number, words: string])[] = [
  [
    role.negator,
    `not no never without neither nor none nothing nobody nowhere cannot cant dont doesnt didnt isnt wasnt arent
     wont couldnt wouldnt shouldnt hasnt havent hardly barely scarcely rarely seldom less least`,
  ],
  [
    role.contrast,
    `but however although though while whereas yet despite nevertheless nonetheless except unlike instead otherwise
     albeit conversely still`,
  ],
  [role.joiner, 'and or plus & as'],
  [
    role.intensifier,
    `very so really extremely highly incredibly super quite truly absolutely exceptionally remarkably especially
     particularly most widely consistently too overly always much far even`,
  ],
  [role.diminisher, 'slightly somewhat bit little fairly relatively rather less least sometimes occasionally'],
  [role.copula, 'is are was were be been being am feels feel felt seems seem looks look remains became becomes'],
  [role.than, 'than versus vs over compared'],
  [role.subordinator, 'which who whom whose that because since when where if unless until after before'],
  [
    role.comparative,
    `better worse stronger weaker faster slower cheaper pricier lighter heavier quieter louder smoother easier harder
     safer brighter sharper longer shorter bigger smaller higher lower more less fewer superior inferior ahead behind`,
  ],
  [role.unlike, 'unlike'],
  [
    role.outdoes,
    `outperform outperforms outperformed outperforming outclass outclasses outclassed outshine outshines outshone surpass
     surpasses surpassed outpace outpaces outpaced outdo outdoes outdid trounces`,
  ],
  // Words of several languages, such as "a", "in" or "me", are in neither of the next two lists.
  [
    role.english,
    `the and or of are was were it its this that for with by from but not be has have had will can you your our their
     they we if than more most very which who what how when where while also`,
  ],
  [
    role.foreign,
    `der das und ist ein eine einen nicht mit für auf von zu im dem den des sich auch sehr aber oder wird sind bei nach
     le les du une est et pour avec dans sur pas qui que très mais sont cette ce au aux par
     el los las una y con por para del muy pero más es se como su lo sin
     il gli di che non è per molto sono della nel anche più questo
     os uma com não mais muito mas seu sua em na pelo são
     het een en niet met voor zijn van ook maar wordt heel
     och att det som för inte av til og er på med ikke jest nie się dla oraz jak ale ve bir bu için ile çok`,
  ],
];

export const hashStart = 0x811c9dc5;

/** One step of FNV-1a over a UTF-16 code unit. */
export function hashStep(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

export function hashWord(word: string): number {
  let hash = hashStart;
  for (let at = 0; at < word.length; at++) hash = hashStep(hash, word.charCodeAt(at));
  return hash;
}

/** Regular inflections of a word. Forms that do not exist do no harm, because nobody writes them. */
function inflect(word: string): string[] {
  const stem = word.endsWith('e') ? word.slice(0, -1) : word;
  const forms = [word, `${word}s`, `${stem}es`, `${stem}ed`, `${stem}ing`, `${word}ly`, `${stem}er`, `${stem}est`];
  if (word.endsWith('y')) {
    const short = word.slice(0, -1);
    forms.push(`${short}ies`, `${short}ied`, `${short}ily`, `${short}ier`, `${short}iest`);
  }
  if (word.endsWith('le')) forms.push(`${stem}y`);
  return forms;
}

function collectWords(): Map<number, number> {
  const words = new Map<number, number>();
  const listed = (text: string) => text.split(/\s+/).filter((word) => word !== '');
  const toClass = (polarity: number) => (polarity > 0 ? polarity + 2 : polarity + 3);
  for (const [polarity, text] of polarityWords) {
    for (const form of listed(text).flatMap(inflect)) {
      if (!words.has(hashWord(form))) words.set(hashWord(form), toClass(polarity));
    }
  }
  // A listed word wins over a derived one: "faster" has its own entry and is not a form of "fast".
  for (const [polarity, text] of polarityWords) {
    for (const word of listed(text)) words.set(hashWord(word), toClass(polarity));
  }
  for (const [bit, text] of closedClasses) {
    for (const word of listed(text)) words.set(hashWord(word), (words.get(hashWord(word)) ?? 0) | bit);
  }
  return words;
}

const tableBits = 15;
const tableMask = (1 << tableBits) - 1;

function createTable(): { keys: Int32Array; values: Int32Array } {
  const keys = new Int32Array(1 << tableBits);
  const values = new Int32Array(1 << tableBits);
  for (const [hash, value] of collectWords()) {
    let slot = hash & tableMask;
    while (keys[slot] !== 0) slot = (slot + 1) & tableMask;
    keys[slot] = hash;
    values[slot] = value;
  }
  return { keys, values };
}

const { keys, values } = createTable();

/** The roles and polarity class of a word; 0 for a word that is not listed. */
export function lookUpWord(hash: number): number {
  let slot = hash & tableMask;
  for (;;) {
    const key = keys[slot]!;
    if (key === hash) return values[slot]!;
    if (key === 0) return 0;
    slot = (slot + 1) & tableMask;
  }
}
