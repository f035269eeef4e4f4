/** The generation of mentions that came with their chat. */
export const GIVEN = 0;

/** Where a fact belongs: the columns that all facts share, so that no report needs a join. */
export interface FactPlace {
  project: number;
  date: string;
  prompt: number;
  channel: number;
  country: number;
  chat: number;
}

/** Facts: one row for each chat. What `status` means: domain/chat.ts. */
export interface ChatTable extends FactPlace {
  id: string;
  status: number;
  /** Its mentions came with it: it is never extracted again. */
  is_given: boolean;
  external_id: string | null;
  /** 128 bits of a hash over what makes two chats the same. */
  fingerprint: string;
}

/** Facts: one row for each brand that a chat mentions. */
export interface MentionTable extends FactPlace {
  brand: number;
  mention_count: number;
  position: number;
  /** In thousandths; null where nothing is said. */
  sentiment: number | null;
  /** The extraction that found it; 0: it came with the chat, and belongs to all. */
  generation: number;
}

/** The text of each chat, apart from the facts. */
export interface AnswerTable {
  project: number;
  chat: number;
  answer: string | null;
  /** JSON arrays, as they came. */
  sources: string;
  queries: string;
  query_count: number;
}

/** Chats whose status a new generation changes, applied when the project switches over to it. */
export interface StatusChangeTable {
  project: number;
  generation: number;
  chat: number;
  status: number;
  /** JSON of the pages that the chat then has. */
  sources: string;
}

/** Facts: one row for each page that a counted chat retrieved. */
export interface SourceTable extends FactPlace {
  url: number;
  domain: number;
  citation_count: number;
  /** 1 on the chat's first page of a domain, so that a sum counts chats. */
  is_first: number;
  /** The extraction that found it; 0: it belongs to a chat that is never extracted again. */
  generation: number;
}

export interface UrlTable {
  project: number;
  url: number;
  /** The normalised address. */
  address: string;
  domain: number;
  title: string;
  /** What kind of page it is by rule. */
  class: string;
}

export interface DomainTable {
  project: number;
  domain: number;
  name: string;
  /** What kind of site it is by rule; brands and assignments come before. */
  class: string;
}
