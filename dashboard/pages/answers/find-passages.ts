interface Passage {
  start: number;
  end: number;
}

/** Where an answer has a text, letter case aside, except inside of what is a mention already. */
export function findPassages(answer: string, { text, taken }: { text: string; taken: readonly Passage[] }): Passage[] {
  const wanted = text.trim().toLowerCase();
  const searched = answer.toLowerCase();
  // Lower case may be longer or shorter than the text in a few languages.
  const [haystack, needle] = searched.length === answer.length ? [searched, wanted] : [answer, text.trim()];
  const passages: Passage[] = [];
  if (needle === '') return passages;
  for (let start = haystack.indexOf(needle); start >= 0; start = haystack.indexOf(needle, start + needle.length)) {
    const end = start + needle.length;
    if (!taken.some((other) => other.start < end && start < other.end)) passages.push({ start, end });
  }
  return passages;
}
