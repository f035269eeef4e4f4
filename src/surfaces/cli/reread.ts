import { parseArgs } from 'node:util';
import { rereadProject } from '../../collection/reread.ts';
import { readConfig } from '../../config.ts';
import { closeContext, createContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { parseId } from '../../ids.ts';
import { findProjectKey, listProjectKeys } from '../../store/queries/projects.ts';

/** `reread [--project ID]`: reads kept responses again, after the program learned to read them better. */
export async function runRereadCommand(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { project: { type: 'string' } } });
  const context = await createContext({ ...readConfig(), WORKER: false });
  try {
    const { db } = context.store;
    const uuid = values.project === undefined ? undefined : parseId('project', values.project);
    const chosen = uuid ? await findProjectKey(db, uuid) : undefined;
    if (values.project !== undefined && chosen === undefined) throw notFound('project');
    const total = { read: 0, changed: 0, failed: 0 };
    for (const project of chosen === undefined ? await listProjectKeys(db) : [chosen]) {
      const { read, changed, failed } = await rereadProject(context, project);
      total.read += read;
      total.changed += changed;
      total.failed += failed;
    }
    process.stdout.write(
      `Responses read: ${total.read}. Answers corrected: ${total.changed}. Responses that could not be read: ${total.failed}.\n`,
    );
  } finally {
    await closeContext(context);
  }
}
