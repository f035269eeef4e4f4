import { type TProperties, type TSchema, Type } from 'typebox';
import { addDays, isCalendarDate } from '../../domain/dates.ts';
import { includesRight, type Right } from '../../domain/key.ts';
import { Strict } from '../../domain/paging.ts';
import { OPERATIONS } from '../../operations/index.ts';
import type { Operation } from '../../operations/operation.ts';
import { toInput } from '../openapi.ts';

/** How many rows a tool returns if the assistant does not say. */
const DEFAULT_ROWS = 50;
/** How many days a report is about if the assistant does not say. The API's own default is one day of the past. */
const DEFAULT_DAYS = 28;

export interface Tool {
  operation: Operation;
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean };
}

export const TOOLS: readonly Tool[] = (OPERATIONS as readonly Operation[])
  .filter(({ tool }) => tool !== undefined)
  .map(toTool);

function toTool(operation: Operation): Tool {
  const { id, method, summary, tool = '', description = '', right } = operation;
  return {
    operation,
    name: id,
    title: summary,
    description: description === '' ? tool : `${tool} ${description}`,
    inputSchema: toInput(Strict(toProperties(operation))) as Tool['inputSchema'],
    annotations: {
      readOnlyHint: right !== 'write',
      destructiveHint: method === 'DELETE',
      idempotentHint: method !== 'POST',
      openWorldHint: false,
    },
  };
}

/** The fields of the operation, with defaults that suit a conversation. */
function toProperties({ input, documented, is_dated }: Operation): TProperties {
  const properties: TProperties = { ...input.properties, ...documented };
  if (properties.limit) properties.limit = { ...properties.limit, default: DEFAULT_ROWS };
  if (!is_dated) return properties;
  for (const [name, text] of Object.entries({
    start_date: `The first day. Default: ${DEFAULT_DAYS - 1} days before the last one.`,
    end_date: 'The last day. Default: today.',
  })) {
    const { default: _, ...schema } = properties[name] as TSchema & { default?: unknown };
    properties[name] = Type.Optional({ ...schema, description: text });
  }
  return properties;
}

/** The tools that a key with these rights can use. */
export function listTools(rights: Right): readonly Tool[] {
  return TOOLS.filter(({ operation }) => includesRight(rights, operation.right));
}

export function findTool(name: string): Tool | undefined {
  return TOOLS.find((tool) => tool.name === name);
}

/** What is sent for the arguments of a call. */
export function toArguments(
  { operation: { input, is_dated } }: Tool,
  given: Record<string, unknown>,
  today: string,
): Record<string, unknown> {
  const end_date = typeof given.end_date === 'string' ? given.end_date : today;
  const dates =
    is_dated && isCalendarDate(end_date) ? { start_date: addDays(end_date, 1 - DEFAULT_DAYS), end_date } : {};
  return { ...('limit' in input.properties ? { limit: DEFAULT_ROWS } : {}), ...dates, ...given };
}
