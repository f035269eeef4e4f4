import parse, { type JsonPathQuery } from 'jsonpath-rfc9535/parser';

export type Query = Pick<JsonPathQuery, 'segments'>;
export type Segment = Query['segments'][number];
export type Selector = Extract<Segment['node'], { selectors: unknown }>['selectors'][number];
export type Filter = Extract<Selector, { type: 'FilterSelector' }>['value'];
export type Comparable = Extract<Filter, { type: 'ComparisonExpr' }>['left'];
export type FunctionCall = Extract<Comparable, { type: 'FunctionExpr' }>;
export type Argument = FunctionCall['arguments'][number];

/** The functions of RFC 9535 without `match` and `search`: their patterns can take years on a short text. */
const FUNCTIONS = ['length', 'count', 'value'];
const MAX_REMEMBERED = 1000;

/** Why an expression is refused, for people. */
export class JsonPathError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JsonPathError';
  }
}

let remembered = new Map<string, Query>();

/** Throws a `JsonPathError` if the expression is not valid. Descriptions are used again and again, so parsing is remembered. */
export function parseJsonPath(expression: string): Query {
  const known = remembered.get(expression);
  if (known !== undefined) return known;
  const query = parseChecked(expression);
  if (remembered.size >= MAX_REMEMBERED) remembered = new Map();
  remembered.set(expression, query);
  return query;
}

function parseChecked(expression: string): Query {
  let query: Query;
  try {
    query = parse(expression);
  } catch (error) {
    const offset = (error as { location?: { start: { offset: number } } }).location?.start.offset;
    const place =
      offset === undefined ? '' : offset >= expression.length ? ' at its end' : ` at character ${offset + 1}`;
    throw new JsonPathError(
      `\`${expression}\` is not a JSONPath expression${place}. Expressions begin with \`$\`, as in \`$.result.text\`.`,
    );
  }
  checkFunctions(query);
  return query;
}

/** The parser takes any function with any arguments. */
function checkFunctions(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if (isFunctionCall(node)) checkCall(node);
  for (const child of Object.values(node)) checkFunctions(child);
}

function checkCall({ name, arguments: given }: FunctionCall): void {
  if (name === 'match' || name === 'search') {
    throw new JsonPathError(`The JSONPath function \`${name}\` is not supported, because patterns can take too long.`);
  }
  if (!FUNCTIONS.includes(name)) {
    throw new JsonPathError(`JSONPath has no function \`${name}\`. There are: ${FUNCTIONS.join(', ')}.`);
  }
  const [argument] = given;
  if (argument === undefined || given.length > 1) throw new JsonPathError(`\`${name}\` takes one argument.`);
  if (name !== 'length' && argument.type !== 'FilterQuery') {
    throw new JsonPathError(`\`${name}\` takes a path, as in \`${name}(@.items)\`.`);
  }
}

function isFunctionCall(node: object): node is FunctionCall {
  return 'type' in node && node.type === 'FunctionExpr';
}
