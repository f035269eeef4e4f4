import type { InputOfRoute } from '../../../src/client/routes.ts';
import { ask } from '../../api/client.ts';
import { useAction } from '../../filters/use-action.ts';

export type NewCorrection = Omit<InputOfRoute<'POST /corrections'>, 'project_id' | 'chat_id'>;

/** Stores corrections of an answer, one after the other. */
export function useCorrections(chat: string, onDone?: () => void) {
  return useAction(
    async (corrections: readonly NewCorrection[], project_id) => {
      for (const correction of corrections) {
        await ask('POST /corrections', { project_id, chat_id: chat, ...correction });
      }
    },
    onDone ? { onDone } : {},
  );
}

/** Takes corrections back. */
export function useUndoing() {
  return useAction((id: string, project_id) => ask('DELETE /corrections/{id}', { id, project_id }));
}
