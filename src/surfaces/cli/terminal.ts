import { once } from 'node:events';
import { type ClientSettings, readClientSettings } from '../../config.ts';
import { AppError } from '../../errors.ts';

/** What a command talks to: the process, or a test. */
export interface Terminal {
  /** Writes what was asked for. */
  write(data: string | Uint8Array): Promise<void>;
  /** Writes a remark, which is no part of the result. */
  note(line: string): void;
  /** The width of the terminal; undefined where a program or a file gets the result. */
  columns: number | undefined;
  /** All of the standard input. */
  readInput(): Promise<string>;
  /** Asks for something that is not shown; takes the standard input where that is no terminal. */
  readSecret(question: string): Promise<string>;
  /** Asks for a line; missing where nobody can answer. */
  readAnswer?(question: string): Promise<string>;
  settings: ClientSettings;
}

const DEFAULT_COLUMNS = 80;
const CONTROL_C = '\u0003';
const DELETE = ['\u007f', '\b'];
const ENTER = ['\r', '\n', '\u0004'];

export function openTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  // `| head` closes the pipe as soon as it has enough; that is no failure.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return {
    async write(data) {
      if (!stdout.write(data)) await once(stdout, 'drain');
    },
    note: (line) => void stderr.write(`${line}\n`),
    columns: stdout.isTTY ? (stdout.columns ?? DEFAULT_COLUMNS) : undefined,
    readInput: readAll,
    readSecret: async (question) => (stdin.isTTY ? readHidden(question) : (await readAll()).trim()),
    ...(stdin.isTTY ? { readAnswer: readLine } : {}),
    settings: readClientSettings(),
  };
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function readLine(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // The end of the input answers nothing, and would be waited for in vain.
  const closed = once(lines, 'close').then(() => '');
  try {
    return await Promise.race([lines.question(question), closed]);
  } finally {
    lines.close();
  }
}

/** One line from the terminal, whose characters it does not show. */
async function readHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  let typed = '';
  try {
    for await (const chunk of stdin) {
      for (const character of chunk as string) {
        if (character === CONTROL_C) throw new AppError('invalid_request', 'Cancelled.');
        if (ENTER.includes(character)) return typed.trim();
        typed = DELETE.includes(character) ? typed.slice(0, -1) : typed + character;
      }
    }
    return typed.trim();
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}
