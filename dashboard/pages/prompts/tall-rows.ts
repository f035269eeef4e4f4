/** A row of a long table has room for two lines of tags. More tags than this, or a longer one, may need more lines. */
const MAX_TAGS_IN_ROW = 2;
const MAX_TAG_LENGTH = 16;

export function needsTallRow(tags: readonly { name: string }[]): boolean {
  return tags.length > MAX_TAGS_IN_ROW || tags.some(({ name }) => name.length > MAX_TAG_LENGTH);
}
