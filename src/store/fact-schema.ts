/** The generation of mentions that were sent together with their chat. */
export const GIVEN = 0;

/** The columns that all facts share, so that reports need no join. */
export interface FactPlace {
  project: number;
  date: string;
  prompt: number;
  channel: number;
  country: number;
  chat: number;
}

/** Facts: one row for each chat. The meanings of `status` are in domain/chat.ts. */
export interface ChatTable extends FactPlace {
  id: string;
  status: number;
  /** Its mentions were sent with it, so it is never analyzed. */
  is_given: boolean;
  external_id: string | null;
  /** 128 bits of a hash over the fields that make two chats duplicates. */
  fingerprint: string;
  /** See domain/languages.ts. */
  language: number;
}

/** Facts: one row for each brand that a chat mentions. */
export interface MentionTable extends FactPlace {
  brand: number;
  mention_count: number;
  position: number;
  /** In thousandths; null if the answer expresses none. */
  sentiment: number | null;
  /** The extraction that found it. 0 (GIVEN) was sent with the chat, and counts in every generation. */
  generation: number;
}

/** The text of each chat, which reports do not need. */
export interface AnswerTable {
  project: number;
  chat: number;
  answer: string | null;
  /** JSON arrays, as they were sent. */
  sources: string;
  queries: string;
  query_count: number;
}

/** What is written like a name in each answer, in which brands are found that nobody tracks. */
export interface ChatNamesTable {
  project: number;
  chat: number;
  /** See discovery/packed-names.ts. */
  names: string;
}

/** Chats whose status changes in a new generation. The changes are applied when the project switches to it. */
export interface StatusChangeTable {
  project: number;
  generation: number;
  chat: number;
  status: number;
  /** JSON of the pages that the chat has from then on. */
  sources: string;
}

/** Facts: one row for each page that a counted chat retrieved. */
export interface SourceTable extends FactPlace {
  url: number;
  domain: number;
  citation_count: number;
  /** 1 for the chat's first page of a domain and 0 for the others, so that the sum is the number of chats. */
  is_first: number;
  /** The extraction that found it; 0: it belongs to a chat that is never extracted again. */
  generation: number;
}

export interface UrlTable {
  project: number;
  url: number;
  /** The normalized address. */
  address: string;
  domain: number;
  title: string;
  /** The kind of page that the rules say it is. */
  class: string;
}

export interface DomainTable {
  project: number;
  domain: number;
  name: string;
  /** The kind of site that the rules say it is. Brands and assignments override it. */
  class: string;
}
