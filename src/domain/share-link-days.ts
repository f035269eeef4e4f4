/** How long a share link is valid at most. */
export const MAX_DAYS = 366;
