import type { ImportedNoun } from '../../../src/importing/import-kinds.ts';
import { toPage } from '../../filters/selection.ts';
import { useView } from '../../filters/view.tsx';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';
import { ImportPanel } from './import-panel.tsx';

const TABS: readonly { id: ImportedNoun; name: string; hint: string }[] = [
  {
    id: 'answers',
    name: 'Answers',
    hint: 'Answers of AI assistants that another tool collected: each row has a prompt, a model, a date, a country and the answer.',
  },
  {
    id: 'prompts',
    name: 'Prompts',
    hint: 'Prompts to ask: each row has the text and a country. Topics and tags that do not exist yet are created.',
  },
  {
    id: 'brands',
    name: 'Brands',
    hint: 'Your own brand and its competitors: each row has a name, and may have domains and aliases.',
  },
];

/** Imports files. `/import/prompts` and `/import/brands` are for other things than answers. */
export function ImportPage({ id }: { id: string | undefined }) {
  const { canWrite } = useView();
  const location = useLocation();
  const current = TABS.find((tab) => tab.id === id) ?? TABS[0]!;
  return (
    <div className="page">
      <header className="page-head">
        <h1>Import</h1>
      </header>
      <nav className="tabs" aria-label="What the file holds">
        {TABS.map((tab) => (
          <Link
            key={tab.id}
            href={toPage(`/import/${tab.id}`, location)}
            aria-current={tab === current ? 'page' : undefined}
          >
            {tab.name}
          </Link>
        ))}
      </nav>
      <p className="import-hint">{current.hint}</p>
      {canWrite ? (
        <ImportPanel key={current.id} kind={current.id} />
      ) : (
        <p className="notice">This key is read-only. Sign in with a key with write access to import files.</p>
      )}
    </div>
  );
}
