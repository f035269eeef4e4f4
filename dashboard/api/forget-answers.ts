/** Where the answers of the page that was left are kept: see `kept-answers.ts`. */
export const KEPT_ANSWERS = 'overheard.answers';

export function forgetAnswers(): void {
  window.localStorage.removeItem(KEPT_ANSWERS);
}
