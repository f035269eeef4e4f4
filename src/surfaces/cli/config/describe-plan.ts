import { toPlainText } from '../terminal-text.ts';
import type { ConfigKind, Fields } from './config-kind.ts';
import type { Change } from './plan.ts';

const SHOWN_CHARACTERS = 100;

/** A change in one line, such as `~ prompt "Which one?" (US): topic Grinders → Mills`. */
export function describeChange(change: Change): string {
  return toPlainText(describe(change));
}

function describe(change: Change): string {
  const { kind, action } = change;
  switch (action) {
    case 'create':
      return `+ ${toName(kind, change.entry)}`;
    case 'manual':
      return `! ${toName(kind, change.entry)} ${change.step}.`;
    case 'remove': {
      const description = kind.remove?.description;
      return `- ${toName(kind, change.stored.entry)}${description === undefined ? '' : ` (${description})`}`;
    }
    case 'update': {
      const { stored, entry, changes } = change;
      const restored = stored.is_removed && kind.restore ? [kind.restore.description] : [];
      const fields = Object.entries(changes).flatMap(([field, after]) =>
        describeField(field, stored.entry[field], after),
      );
      return `~ ${toName(kind, entry)}: ${[...restored, ...fields].join(', ')}`;
    }
  }
}

function toName({ noun, toLabel }: ConfigKind, entry: Fields): string {
  return `${noun} ${toLabel(entry)}`.trimEnd();
}

function describeField(field: string, before: unknown, after: unknown): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, next] = [before, after].map((list) => list.map(show)) as [string[], string[]];
    const [had, has] = [new Set(old), new Set(next)];
    const added = next.filter((value) => !had.has(value)).map((value) => `+${value}`);
    const removed = old.filter((value) => !has.has(value)).map((value) => `-${value}`);
    return [`${field} ${[...added, ...removed].join(' ')}`];
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .flatMap((name) => describeField(`${field}.${name}`, before[name], after[name]));
  }
  return [`${field} ${show(before)} → ${show(after)}`];
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  const text = typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
