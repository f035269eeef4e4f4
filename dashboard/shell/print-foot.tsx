import { usePrinting } from '../controls/use-printing.ts';
import { formatDateTime } from '../format.ts';

/** Says below a printed page when it was printed: tomorrow's figures are others. */
export function PrintFoot() {
  return usePrinting() ? (
    <p className="print-only print-foot">Printed from Overheard on {formatDateTime(new Date().toISOString())}.</p>
  ) : null;
}
