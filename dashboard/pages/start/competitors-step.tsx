import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ask } from '../../api/client.ts';
import { brandsQuery } from '../../api/queries.ts';
import type { Brand } from '../../api/types.ts';
import { BrandMark } from '../../controls/brand-mark.tsx';
import { Field } from '../../controls/field.tsx';
import { Failure, Loading } from '../../controls/notices.tsx';
import { useDraft } from '../../controls/use-draft.ts';
import { toPage } from '../../filters/selection.ts';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { formatCount, formatWhole } from '../../format.ts';
import { Link } from '../../routing/link.tsx';
import { navigate, useLocation } from '../../routing/location.ts';
import { BrandSuggestions } from '../brands/brand-suggestions.tsx';
import { addBrands, type Outcome } from './add-brands.ts';
import { parseBrandLines, toBrandLine, toNewBrand, type WrittenBrand } from './brand-lines.ts';
import { RefusedLines } from './refused-lines.tsx';
import { StepActions } from './start-layout.tsx';
import { toStep } from './steps.ts';

/** The brands to compare with. */
export function CompetitorsStep() {
  const { selection } = useView();
  const brands = useQuery(brandsQuery(selection.project));
  if (brands.error) return <Failure error={brands.error} onRetry={() => void brands.refetch()} />;
  if (!brands.data) return <Loading />;
  return <Competitors brands={brands.data} />;
}

function Competitors({ brands }: { brands: readonly Brand[] }) {
  const { selection, canWrite } = useView();
  const location = useLocation();
  const [text, setText, discard] = useDraft(`start.competitors.${selection.project}`, '');
  const [done, setDone] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const known = new Set(brands.map(({ name }) => name.toLowerCase()));
  const written = parseBrandLines(text);
  const fresh = written.filter(({ name }) => !known.has(name.toLowerCase()));
  const adding = useAction(
    (_: undefined, project) => {
      setDone(0);
      return addBrands(fresh, {
        add: (brand) => ask('POST /brands', { project_id: project, ...toNewBrand(brand, { is_own: false }) }),
        onProgress: setDone,
      });
    },
    {
      onDone: (result) => {
        setOutcome(result);
        // What was refused stays in the form to be corrected.
        if (result.refused.length > 0) setText(result.refused.map(({ brand }) => toBrandLine(brand)).join('\n'));
        else {
          discard();
          navigate(toStep('prompts', location));
        }
      },
    },
  );
  const competitors = brands.filter(({ is_own }) => !is_own);
  return (
    <form
      className="form start-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        adding.mutate(undefined);
      }}
    >
      <BrandSuggestions isOpen />
      {competitors.length > 0 ? (
        <section className="start-known" aria-label="Competitors so far">
          <h2>{formatCount(competitors.length, 'competitor')}</h2>
          <ul className="start-brands">
            {competitors.map(({ id, name, color }) => (
              <li key={id}>
                <Link className="brand-name" href={toPage(`/brands/${id}`, location)}>
                  <BrandMark color={color} />
                  <span>{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {canWrite ? (
        <>
          <Field
            label="Add competitors (one per line)"
            hint="A name, a website, or both. Paste as many lines as you like, also from a spreadsheet."
          >
            {(attributes) => (
              <textarea
                {...attributes}
                rows={6}
                dir="auto"
                spellCheck={false}
                value={text}
                placeholder={'Bolt Tools, bolt-tools.com\nhammerworks.com\nNailed It'}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          {written.length > 0 ? <ReadBrands written={written} known={known} /> : null}
        </>
      ) : null}
      {adding.error ? <Failure error={adding.error} title="The competitors were not added." /> : null}
      {outcome && outcome.refused.length > 0 && !adding.isPending ? (
        <RefusedLines
          title={`${formatCount(outcome.added, 'competitor')} added, ${formatWhole(outcome.refused.length)} not.`}
          lines={outcome.refused.map(({ brand, message }) => ({ line: brand.name, message }))}
        />
      ) : null}
      <StepActions step="competitors" isDone={competitors.length > 0}>
        {canWrite && (fresh.length > 0 || competitors.length === 0) ? (
          <button type="submit" className="button is-primary" disabled={fresh.length === 0 || adding.isPending}>
            {adding.isPending
              ? `Added ${formatWhole(done)} of ${formatWhole(fresh.length)}…`
              : fresh.length === 0
                ? 'Add competitors'
                : `Add ${formatCount(fresh.length, 'competitor')}`}
          </button>
        ) : null}
      </StepActions>
    </form>
  );
}

/** How the lines are read, so that a wrong separator is seen before anything is stored. */
function ReadBrands({ written, known }: { written: readonly WrittenBrand[]; known: ReadonlySet<string> }) {
  return (
    <section className="start-read" aria-label="As they are read">
      <h2>{formatCount(written.length, 'brand')} read from these lines</h2>
      {/* A list that scrolls must be reachable by keyboard. */}
      <ul tabIndex={written.length > 8 ? 0 : undefined}>
        {written.map(({ name, domain }) => (
          <li key={name}>
            <b dir="auto">{name}</b>
            <span className="quiet">
              {known.has(name.toLowerCase()) ? 'is there already' : (domain ?? 'no website')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
