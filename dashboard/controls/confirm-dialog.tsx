import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { Failure } from './notices.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What the button says, what it says while it works, and the heading if it fails. */
  words: { act: string; acting: string; failed: string };
  /** What is done after the click. It closes the dialog itself when it is done. */
  action: Pick<UseMutationResult<unknown, Error, undefined>, 'mutate' | 'isPending' | 'error'>;
  /** False as long as something is missing before it may be done. */
  isReady?: boolean;
  onClose(): void;
  /** What will happen. */
  children: ReactNode;
}

/** Asks before something is lost. */
export function ConfirmDialog({ title, words, action, isReady = true, onClose, children }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {action.error ? <Failure error={action.error} title={words.failed} /> : null}
      <div className="form-actions">
        <button
          type="button"
          className="button is-danger"
          disabled={!isReady || action.isPending}
          onClick={() => action.mutate(undefined)}
        >
          {action.isPending ? words.acting : words.act}
        </button>
        <button type="button" className="button is-plain" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
