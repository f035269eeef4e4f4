import {
  Composer,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  type YAMLMap,
} from 'yaml';

/** More than any project can have in a file: its prompts take a megabyte or two. */
export const MAX_BYTES = 8 * 1024 * 1024;
const MAX_DEPTH = 50;
/** How many values aliases may stand for in all. */
const MAX_VALUES = 1_000_000;

export interface ParsedYaml {
  value: unknown;
  /** The line that something is in, counted from 1. Where the path leads to nothing, that of what is around it. */
  findLine(path: readonly (string | number)[]): number;
}

/** What is wrong with a file, and where. */
export interface FileProblem {
  line: number;
  message: string;
}

/** Problems that keep a file from being read. */
export class YamlError extends Error {
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    super(problems[0]!.message);
    this.name = 'YamlError';
    this.problems = problems;
  }
}

/** Reads a YAML document that may be hostile: its nesting and what its aliases stand for are limited. */
export function parseYaml(text: string): ParsedYaml {
  const lines = new LineCounter();
  const toLine = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const [document, ...others] = compose(text, { lines, toLine });
  const problems = [...(document?.errors ?? []), ...(document?.warnings ?? [])];
  if (problems.length > 0) {
    throw new YamlError(problems.map(({ pos, message }) => ({ line: toLine(pos[0]), message: `${message}.` })));
  }
  if (others.length > 0) {
    throw new YamlError([{ line: toLine(others[0]!.range[0]), message: 'The file has more than one YAML document.' }]);
  }
  const root = document?.contents ?? null;
  return {
    value: toValue(root, toLine),
    findLine: (path) => toLine(findOffset(root, path)),
  };
}

/**
 * TRICKY: not `parseDocument`. That composes nodes by recursion, and deep nesting ends the process. The parser keeps its place on
 * a stack that can be measured.
 */
function compose(text: string, { lines, toLine }: { lines: LineCounter; toLine: (offset: number) => number }) {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  const tokens = [];
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > MAX_DEPTH) {
      const message = `The file is nested more than ${MAX_DEPTH} levels deep.`;
      throw new YamlError([{ line: toLine(parser.offset), message }]);
    }
  }
  tokens.push(...parser.end());
  // The library looks for a key among all others of a mapping, one by one; toValue is quicker.
  return [...new Composer({ uniqueKeys: false, prettyErrors: false }).compose(tokens)];
}

interface Counted {
  value: unknown;
  /** How many values it consists of, once its aliases are replaced. */
  count: number;
}

/**
 * The value of a document. Refuses keys that occur twice, and aliases that stand for too much.
 *
 * TRICKY: not `toJS`, which goes through the whole document for every alias.
 */
function toValue(root: Node | null, toLine: (offset: number) => number): unknown {
  const anchors = new Map<string, Counted>();
  const refuse = (node: Node, message: string) => new YamlError([{ line: toLine(node.range?.[0] ?? 0), message }]);

  function toMapping(node: YAMLMap): Counted {
    const entries = new Map<string, Counted>();
    for (const { key, value } of node.items) {
      if (!isScalar(key)) throw refuse(isNode(key) ? key : node, 'A key must be a plain text.');
      const name = String(key.value);
      if (entries.has(name)) throw refuse(key, `The key "${name}" occurs twice.`);
      entries.set(name, visit(value));
    }
    const value = Object.fromEntries([...entries].map(([name, inner]) => [name, inner.value]));
    return { value, count: addUp([...entries.values()]) };
  }

  function toCounted(node: Node): Counted {
    if (isAlias(node)) {
      // What is around an alias is not known yet, so that it cannot contain itself.
      const named = anchors.get(node.source);
      if (!named) throw refuse(node, `The alias *${node.source} names nothing that comes before it.`);
      return named;
    }
    if (isMap(node)) return toMapping(node);
    if (!isSeq(node)) return { value: isScalar(node) ? node.value : null, count: 1 };
    const items = node.items.map(visit);
    return { value: items.map(({ value }) => value), count: addUp(items) };
  }

  function visit(node: unknown): Counted {
    if (!isNode(node)) return { value: null, count: 1 };
    const counted = toCounted(node);
    if (counted.count > MAX_VALUES)
      throw refuse(node, `The aliases of the file stand for more than ${MAX_VALUES} values.`);
    if (!isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, counted);
    return counted;
  }

  return visit(root).value;
}

function addUp(parts: readonly Counted[]): number {
  return parts.reduce((sum, { count }) => sum + count, 1);
}

function findOffset(root: Node | null, path: readonly (string | number)[]): number {
  let [node, offset] = [root as unknown, root?.range?.[0] ?? 0];
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
      if (!pair) return offset;
      node = pair.value;
      offset = (isNode(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      offset = (isNode(node) ? node.range?.[0] : undefined) ?? offset;
    } else return offset;
  }
  return offset;
}
