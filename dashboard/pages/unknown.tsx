import { toPage } from '../filters/selection.ts';
import { Link } from '../routing/link.tsx';
import { useLocation } from '../routing/location.ts';

/** The page of something that the project does not have. */
export function Unknown({ noun, path }: { noun: 'prompt' | 'answer'; path: string }) {
  const location = useLocation();
  return (
    <div className="page">
      <h1>{noun === 'prompt' ? 'Prompt' : 'Answer'} not found</h1>
      <p>
        This project has no such {noun}. It may have been deleted.{' '}
        <Link href={toPage(path, location)}>Show all {noun}s</Link>
      </p>
    </div>
  );
}
