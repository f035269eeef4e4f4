import { ApiError } from '../../../client/api-error.ts';
import { AppError } from '../../../errors.ts';
import type { ConfigProject } from './config-kind.ts';
import { describeChange } from './describe-plan.ts';
import type { Change } from './plan.ts';

/** As many things as one request creates. */
const MAX_AT_ONCE = 500;
const SHOWN_CHANGES = 20;

/** Makes the changes, in their order, and tells the signing secrets of what it creates. */
export async function applyChanges(
  project: ConfigProject,
  { changes, tellSecret }: { changes: readonly Change[]; tellSecret: (note: string) => void },
): Promise<void> {
  let done = 0;
  for (const batch of toBatches(changes)) {
    try {
      const note = await applyBatch(project, batch);
      if (note !== undefined) tellSecret(note);
    } catch (error) {
      throw toPartialError(error, { done: changes.slice(0, done), batch, left: changes.slice(done + batch.length) });
    }
    done += batch.length;
  }
}

/** Changes that one request can make are together; all others are alone. */
function toBatches(changes: readonly Change[]): Change[][] {
  const batches: Change[][] = [];
  for (const change of changes) {
    const last = batches.at(-1);
    const [first] = last ?? [];
    const isTogether = first && isCreatedWithOthers(first) && isCreatedWithOthers(change) && first.kind === change.kind;
    if (last && isTogether && last.length < MAX_AT_ONCE) last.push(change);
    else batches.push([change]);
  }
  return batches;
}

function isCreatedWithOthers(change: Change): boolean {
  return change.action === 'create' && change.kind.createMany?.suits(change.entry) === true;
}

async function applyBatch(project: ConfigProject, batch: readonly Change[]): Promise<string | undefined> {
  const [change] = batch as [Change];
  const { kind } = change;
  if (isCreatedWithOthers(change)) {
    const entries = batch.flatMap((one) => (one.action === 'create' ? [one.entry] : []));
    const refused = await kind.createMany!.run(project, entries);
    if (refused !== undefined) throw new AppError('wrong_state', `Some changes were refused:\n${refused}`);
    return undefined;
  }
  if (change.action === 'create') {
    const { id, note } = await kind.create!(project, change.entry);
    // What comes later may refer to it.
    project.stored.get(kind.section)!.push({ id, entry: change.entry });
    return note;
  }
  if (change.action === 'remove') await kind.remove!.run(project, change.stored);
  if (change.action === 'update') {
    if (change.stored.is_removed) await kind.restore?.run(project, change.stored);
    if (Object.keys(change.changes).length > 0) await kind.update(project, change);
  }
  return undefined;
}

/** Says what was done and what was not. The error keeps its code, so that the command ends with the same exit code. */
function toPartialError(
  error: unknown,
  { done, batch, left }: { done: readonly Change[]; batch: readonly Change[]; left: readonly Change[] },
): unknown {
  if (!(error instanceof ApiError || error instanceof AppError)) return error;
  const message = [
    `${batch.length === 1 ? describeChange(batch[0]!) : `${batch.length} new ${batch[0]!.kind.section}`}: ${error.message}`,
    ...list('Done', done),
    ...list('Not done', [...batch, ...left]),
    'Apply the file again to go on.',
  ].join('\n');
  if (error instanceof AppError) return new AppError(error.code, message);
  const { status, code, requestId } = error;
  return new ApiError({ status, code, message, requestId });
}

function list(title: string, changes: readonly Change[]): string[] {
  if (changes.length === 0) return [`${title}: nothing.`];
  const more = changes.length > SHOWN_CHANGES ? [`  … and ${changes.length - SHOWN_CHANGES} more`] : [];
  return [`${title}:`, ...changes.slice(0, SHOWN_CHANGES).map((change) => `  ${describeChange(change)}`), ...more];
}
