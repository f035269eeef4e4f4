/** Words that say little about what a question is about. */
const COMMON = new Set(
  'a an and are as at be best by can do does for from good has have how i in is it its me my of on or should that the their them these this to top we what when where which who why will with would you your'.split(
    ' ',
  ),
);
/** Texts that share more of their words than this ask the same. */
const SAME_SHARE = 0.74;

/** Remembers texts, and tells whether another one asks nearly the same. */
export function createNearDuplicates() {
  const textsWith = new Map<string, number[]>();
  const sizes: number[] = [];

  function add(text: string): void {
    const words = toWords(text);
    const index = sizes.push(words.size) - 1;
    for (const word of words) {
      const texts = textsWith.get(word);
      if (texts) texts.push(index);
      else textsWith.set(word, [index]);
    }
  }

  function has(text: string): boolean {
    const words = toWords(text);
    const shared = new Map<number, number>();
    for (const word of words) {
      for (const index of textsWith.get(word) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    }
    for (const [index, count] of shared) {
      if (count / (words.size + sizes[index]! - count) > SAME_SHARE) return true;
    }
    return false;
  }

  return { add, has };
}

/** The words that matter, without their endings; all words where none matters. */
function toWords(text: string): Set<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !COMMON.has(word)).map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''));
  return new Set(telling.length > 0 ? telling : words);
}
