/** A passage may start or end inside emphasis, which would leave half of its marks. */
export function stripMarks(text: string): string {
  return text.replace(/[*_`]+/g, '');
}
