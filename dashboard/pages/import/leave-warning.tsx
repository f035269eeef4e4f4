import { useEffect, useState } from 'react';
import { Dialog } from '../../controls/dialog.tsx';
import { useUnloadWarning } from '../../controls/use-unload-warning.ts';
import { guardPage } from '../../routing/location.ts';

/** Asks before the page is left while an import runs: rows are sent from this page, so that leaving it stops the import. */
export function LeaveWarning() {
  const [asked, setAsked] = useState<{ leave(): void } | null>(null);
  useEffect(() => guardPage((leave) => setAsked({ leave })), []);
  useUnloadWarning(true);
  if (!asked) return null;
  return (
    <Dialog title="Leave while the import is running?" onClose={() => setAsked(null)}>
      <p>
        The import stops if you leave this page. Rows that are already imported stay. To import the rest later, choose
        the same file again: duplicates are skipped.
      </p>
      <div className="form-actions">
        <button type="button" className="button is-danger" onClick={asked.leave}>
          Stop the import and leave
        </button>
        <button type="button" className="button" onClick={() => setAsked(null)}>
          Stay
        </button>
      </div>
    </Dialog>
  );
}
