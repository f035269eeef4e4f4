import { type BuiltIn, LOCAL_COMMANDS, REMOTE_COMMANDS } from './commands.ts';
import { listCommands, loadManifest } from './load-manifest.ts';
import type { Command, CommandField } from './manifest.ts';
import { type Option, toOptions } from './options.ts';
import { padEnd, wrap } from './terminal-text.ts';

const DEFAULT_COLUMNS = 100;
const MAX_LEFT = 30;
const MAX_CHOICES = 12;

type Line = readonly [left: string, right: string];

/** Two columns, of which the right one is wrapped. */
function toLines(lines: readonly Line[], columns = DEFAULT_COLUMNS): string {
  const left = Math.min(MAX_LEFT, Math.max(0, ...lines.map(([name]) => name.length)));
  const room = Math.max(20, columns - left - 4);
  return lines
    .map(([name, text]) => {
      const parts = wrap(text, room);
      const first = name.length > left ? `  ${name}\n${' '.repeat(left + 4)}` : `  ${padEnd(name, left)}  `;
      return `${first}${parts.join(`\n${' '.repeat(left + 4)}`)}`.trimEnd();
    })
    .join('\n');
}

/** All commands. */
export function describeProgram(columns: number | undefined): string {
  const toLine = ({ name, usage, summary }: BuiltIn): Line => [`overheard ${name} ${usage}`.trimEnd(), summary];
  const groups = [...new Set(loadManifest().commands.map(({ words }) => words[0]!))];
  const operations = groups.map((group): Line => {
    const commands = listCommands([group]);
    const single = commands.find(({ words }) => words.length === 1);
    const more = commands.filter(({ words }) => words.length > 1).map(({ words }) => words.slice(1).join(' '));
    return [`overheard ${group}`, [...(single ? [single.summary.toLowerCase()] : []), ...more].join(', ')];
  });
  return `Overheard measures how brands appear in the answers of AI assistants.

On the machine of the service:
${toLines(LOCAL_COMMANDS.map(toLine), columns)}

With a running service:
${toLines(REMOTE_COMMANDS.map(toLine), columns)}

Everything that the API can do:
${toLines(operations, columns)}

"overheard COMMAND --help" shows the options of a command. OVERHEARD_URL and OVERHEARD_KEY, or a saved
profile, name the service and the key. Settings of the service come from the environment. Stop the service
before you run migrate, keys, reread or copy on an embedded store, which only one process can open.
`;
}

/** The commands that begin with some words. */
export function describeGroup(words: readonly string[], columns: number | undefined): string {
  const lines = listCommands(words).map((command): Line => [toUsage(command), command.summary]);
  return `Commands:\n${toLines(lines, columns)}\n\nAdd --help to a command to see its options.\n`;
}

export function describeBuiltIn({ name, usage, summary, options }: BuiltIn, columns: number | undefined): string {
  const listed = options.length === 0 ? '' : `\nOptions:\n${toLines(options, columns)}\n`;
  return `Usage: overheard ${name} ${usage}`.trimEnd().concat(`\n\n${upper(summary)}.\n${listed}`);
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function toUsage({ words, positionals }: Command): string {
  return [...words, ...positionals.map((name) => name.toUpperCase())].join(' ');
}

export function describeCommand(command: Command, columns: number | undefined): string {
  const { summary, description, fields } = command;
  const text = wrap(description ?? `${summary}.`, columns ?? DEFAULT_COLUMNS).join('\n');
  const own = fields.flatMap(toFieldLines);
  const others = toOptions(command).map(({ flag, value, is_optional, description: about }: Option): Line => {
    const shown = value === undefined ? '' : is_optional ? `[=${value}]` : ` ${value}`;
    return [`--${flag}${shown}`, about];
  });
  const sub = listCommands(command.words).filter((other) => other !== command);
  return [
    `Usage: overheard ${toUsage(command)} [OPTIONS]`,
    text,
    ...(own.length === 0 ? [] : [`Fields:\n${toLines(own, columns)}`]),
    `Options:\n${toLines(others, columns)}`,
    ...(sub.length === 0
      ? []
      : [
          `More commands:\n${toLines(
            sub.map((one): Line => [toUsage(one), one.summary]),
            columns,
          )}`,
        ]),
    `In the API: ${command.route}`,
  ]
    .join('\n\n')
    .concat('\n');
}

function toFieldLines(field: CommandField): Line[] {
  const { flag, kind, is_required, choices, fallback, description, fields = [] } = field;
  if (kind === 'secret') return [[`(${flag})`, 'asked for, or read from the standard input']];
  const value = {
    text: 'TEXT',
    date: 'DATE',
    integer: 'N',
    number: 'N',
    boolean: '',
    list: 'A,B',
    numbers: 'N,N',
    json: 'JSON',
  }[kind];
  const listed = choices && choices.length <= MAX_CHOICES ? `one of ${choices.join(', ')}` : undefined;
  const notes = [is_required ? 'required' : undefined, fallback === undefined ? undefined : `default: ${fallback}`];
  const about = [description, listed].filter((part) => part !== undefined).join(' ');
  const said = notes.filter((part) => part !== undefined).join('; ');
  const line: Line = [`--${flag} ${value}`.trimEnd(), `${about}${said === '' ? '' : ` (${said})`}`.trim()];
  return [line, ...fields.flatMap(toFieldLines)];
}
