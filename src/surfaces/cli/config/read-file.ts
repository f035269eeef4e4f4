import { Type } from 'typebox';
import { Strict } from '../../../domain/paging.ts';
import { createValidator } from '../../../domain/validation.ts';
import { AppError } from '../../../errors.ts';
import type { ConfigKind, Fields } from './config-kind.ts';
import { type FileProblem, MAX_BYTES, type ParsedYaml, parseYaml, YamlError } from './parse-yaml.ts';

export const FILE_VERSION = 1;
const SHOWN_PROBLEMS = 20;
/** Of a section. Far more than the service takes, by default 10,000 prompts. */
const MAX_ENTRIES = 100_000;

/** An entry of the file, with its defaults, and where it is. */
export interface FileEntry {
  entry: Fields;
  line: number;
}

/** The sections that the file has. */
export type ConfigFile = ReadonlyMap<string, readonly FileEntry[]>;

/** Reads and checks a file, or throws everything that is wrong with it. */
export function readConfigFile(text: string, kinds: readonly ConfigKind[]): ConfigFile {
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw new YamlError([{ line: 1, message: `The file is larger than ${MAX_BYTES / 1024 / 1024} MiB.` }]);
  }
  const yaml = parseYaml(text);
  const top = checkTop(yaml, kinds);
  const problems: FileProblem[] = [];
  const sections = new Map<string, FileEntry[]>();
  for (const kind of kinds) {
    if (top[kind.section] === undefined) continue;
    sections.set(kind.section, readSection(kind, top[kind.section], { yaml, problems }));
  }
  if (problems.length > 0) throw new YamlError(problems);
  return sections;
}

/** One line for each problem. */
export function toFileError(path: string, problems: readonly FileProblem[]): AppError {
  const sorted = problems.toSorted((a, b) => a.line - b.line);
  const lines = sorted.slice(0, SHOWN_PROBLEMS).map(({ line, message }) => `${path}:${line}: ${message}`);
  const rest = problems.length - lines.length;
  const more = rest > 0 ? [`… and ${rest} more.`] : [];
  return new AppError('invalid_request', [...lines, ...more, 'Nothing was changed.'].join('\n'));
}

/** The sections, if there are no others and the version is known. */
function checkTop(yaml: ParsedYaml, kinds: readonly ConfigKind[]): Fields {
  const { value } = yaml;
  const version = (value as Fields | null)?.version;
  if (Number.isInteger(version) && version !== FILE_VERSION) {
    const message = `The file has version ${version}, and this program reads version ${FILE_VERSION}. Use the version of Overheard that the file was written for.`;
    throw new YamlError([{ line: yaml.findLine(['version']), message }]);
  }
  const schema = Strict({
    version: Type.Integer(),
    ...Object.fromEntries(kinds.map(({ section }) => [section, Type.Optional(Type.Unknown())])),
  });
  try {
    return createValidator(schema, 'The file')(value);
  } catch (error) {
    throw new YamlError([toProblem(error, { yaml, path: [] })]);
  }
}

interface Reading {
  yaml: ParsedYaml;
  /** What is wrong is added here. */
  problems: FileProblem[];
}

function readSection(kind: ConfigKind, value: unknown, { yaml, problems }: Reading): FileEntry[] {
  const { section, noun } = kind;
  if (kind.is_single ? value === null : !Array.isArray(value)) {
    const message = kind.is_single
      ? `${section} is empty. Remove it, or write its fields below it.`
      : `${section} must be a list, such as "- …" below it. Write "${section}: []" for none.`;
    problems.push({ line: yaml.findLine([section]), message });
    return [];
  }
  const values = kind.is_single ? [value] : (value as unknown[]);
  if (values.length > MAX_ENTRIES) {
    const message = `${section} has ${values.length} entries. The maximum is ${MAX_ENTRIES}.`;
    problems.push({ line: yaml.findLine([section]), message });
    return [];
  }
  const validate = createValidator(kind.schema, `The ${noun}`);
  const entries = values.flatMap((one, index): FileEntry[] => {
    const path = kind.is_single ? [section] : [section, index];
    try {
      // Aliases make one object stand in several places.
      const checked = validate(structuredClone(one)) as Fields;
      return [{ entry: kind.normalize?.(checked) ?? checked, line: yaml.findLine(path) }];
    } catch (error) {
      problems.push(toProblem(error, { yaml, path, name: kind.is_single ? noun : describeBroken(noun, one) }));
      return [];
    }
  });
  // Not spread into arguments, of which there may be too many for the stack.
  for (const problem of findTwins(kind, entries)) problems.push(problem);
  const conflicts = kind.findConflicts?.(entries.map(({ entry }) => entry)) ?? [];
  for (const { index, message } of conflicts) {
    const { entry, line } = entries[index]!;
    problems.push({ line, message: `${noun} ${kind.toLabel(entry)}: ${message}` });
  }
  return entries;
}

function findTwins(kind: ConfigKind, entries: readonly FileEntry[]): FileProblem[] {
  if (kind.has_twins) return [];
  const seen = new Map<string, number>();
  return entries.flatMap(({ entry, line }) => {
    const key = kind.toKey(entry);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, line);
    if (first === undefined) return [];
    return [{ line, message: `${kind.noun} ${kind.toLabel(entry)} is already in line ${first}.` }];
  });
}

/** What to call an entry that has something wrong with it. Never by its address: a part of that may be like a password. */
function describeBroken(noun: string, value: unknown): string {
  const { name, text, id } = (value ?? {}) as Fields;
  const found = [name, text, id].find((one) => typeof one === 'string');
  return found === undefined ? noun : `${noun} "${found}"`;
}

/** What a check refused, with the line of the field. */
function toProblem(
  error: unknown,
  { yaml, path, name }: { yaml: ParsedYaml; path: readonly (string | number)[]; name?: string },
): FileProblem {
  if (!(error instanceof AppError)) throw error;
  const field = error.details?.[0]?.path ?? '';
  const steps = [...field.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d+$/.test(step) ? Number(step) : step));
  const hint = / must be a string\b/.test(error.message) ? ' Put quotation marks around it.' : '';
  return {
    line: yaml.findLine([...path, ...steps]),
    message: `${name === undefined ? '' : `${name}: `}${error.message}${hint}`,
  };
}
