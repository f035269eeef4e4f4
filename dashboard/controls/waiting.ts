/**
 * The attributes of an element whose figures may still be those of the selection before: until the new ones arrive it is
 * dimmed, and busy for screen readers.
 */
export function markWaiting(
  className: string,
  queries: readonly { isPlaceholderData: boolean }[],
): { className: string; 'aria-busy': boolean } {
  const isWaiting = queries.some(({ isPlaceholderData }) => isPlaceholderData);
  return { className: isWaiting ? `${className} is-waiting` : className, 'aria-busy': isWaiting };
}

/** The same for rows that are there before their figures: they wait for the first figures too. */
export function markFilling(className: string, query: { isPlaceholderData: boolean; isLoading: boolean }) {
  return markWaiting(className, [{ isPlaceholderData: query.isPlaceholderData || query.isLoading }]);
}
