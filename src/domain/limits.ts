/** What the API accepts, for schemas and for forms. Limits that can be set are in config.ts. */

export const MAX_ROWS_PER_PAGE = 10_000;

export const MAX_PROMPT_LENGTH = 700;
/** Of brands and their spellings, projects, keys, links and models. */
export const MAX_NAME_LENGTH = 200;
/** Of topics, tags and their groups. */
export const MAX_LABEL_LENGTH = 64;
export const MAX_REGEX_LENGTH = 1000;
/** Of the address and of the title of a page that an answer cites. */
export const MAX_SOURCE_LENGTH = 4000;
/** Of what a model searched the web for. */
export const MAX_QUERY_LENGTH = 4000;
/** Of what one ask costs, in US dollars. */
export const MAX_COST = 10_000;
/** Of what is counted about one ask: tokens, searches, milliseconds. */
export const MAX_COUNT = 1_000_000_000;
/** Of a budget, in US dollars. In billionths it is still a number that is exact. */
export const MAX_BUDGET = 9_000_000;
/** Of the text that is looked for in answers. */
export const MAX_SEARCH_LENGTH = 200;

/** How many models a company can add, those that it has deleted included: answers and tasks may still name them. */
export const MAX_OWN_MODELS = 2000;
/** How often one run asks each prompt. */
export const MAX_REPLICATES = 20;
/** How long a link can be valid. */
export const MAX_LINK_DAYS = 366;
