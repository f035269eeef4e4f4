import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { MAX_NAME_LENGTH } from '../../../src/domain/limits.ts';
import { ask } from '../../api/client.ts';
import { refuseDraft, toProblems } from '../../api/problems.ts';
import { brandsQuery, newestChatQuery, profileQuery } from '../../api/queries.ts';
import type { Brand } from '../../api/types.ts';
import { ChipsField } from '../../controls/chips-field.tsx';
import { Failure, Loading } from '../../controls/notices.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { useDraft } from '../../controls/use-draft.ts';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { navigate, useLocation } from '../../routing/location.ts';
import { BrandPreview, usePreview } from '../brands/brand-preview.tsx';
import { parseBrandLine, type WrittenBrand } from './brand-lines.ts';
import { deriveSpellings, toDomain } from './spellings.ts';
import { StepActions } from './start-layout.tsx';
import { toStep } from './steps.ts';

/** The brand that all numbers are about. */
export function BrandStep() {
  const { selection } = useView();
  const { params } = useLocation();
  const brands = useQuery(brandsQuery(selection.project));
  const profile = useQuery(profileQuery(selection.project));
  const newest = useQuery(newestChatQuery(selection.project));
  const failed = [brands, profile, newest].find(({ error }) => error);
  if (failed) return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!brands.data || !profile.data || newest.data === undefined) return <Loading />;
  const own = brands.data.find(({ is_own }) => is_own);
  const written = parseBrandLine(params.get('site') ?? '') ?? { name: profile.data.name, domain: null };
  return <OwnBrand key={own?.id ?? 'new'} own={own} written={written} hasAnswers={newest.data !== null} />;
}

interface BrandDraft {
  name: string;
  website: string;
  /** Null until they are changed: those that follow from name and website. */
  aliases: string[] | null;
}

function OwnBrand({
  own,
  written,
  hasAnswers,
}: {
  own: Brand | undefined;
  written: WrittenBrand;
  hasAnswers: boolean;
}) {
  const { selection, canWrite } = useView();
  const location = useLocation();
  const [draft, setDraft, discard] = useDraft<BrandDraft>(`start.brand.${selection.project}`, {
    name: own?.name ?? written.name,
    website: own ? (own.domains[0] ?? '') : (written.domain ?? ''),
    aliases: own?.aliases ?? null,
  });
  const set = (changes: Partial<BrandDraft>) => setDraft({ ...draft, ...changes });
  const name = draft.name.trim();
  const domain = toDomain(draft.website);
  const aliases =
    draft.aliases ??
    deriveSpellings({ name, domain }).filter((spelling) => spelling.toLowerCase() !== name.toLowerCase());
  const isChanged = own?.name !== name || JSON.stringify(own.aliases) !== JSON.stringify(aliases);
  const isPreviewed = hasAnswers && isChanged && name !== '';
  const preview = usePreview({
    brand: own,
    matching: isPreviewed
      ? { name, aliases, exclude: own?.exclude ?? [], regex: own?.regex ?? null, case: own?.case ?? 'smart' }
      : undefined,
  });
  const saving = useAction(
    async (_: undefined, project): Promise<unknown> => {
      if (name === '') throw refuseDraft([{ path: 'name', message: 'Enter the name of your brand.' }]);
      if (draft.website.trim() !== '' && domain === null) {
        throw refuseDraft([{ path: 'domains', message: 'Enter a website such as acme-tools.com, or leave it empty.' }]);
      }
      const domains = [...new Set([...(domain === null ? [] : [domain]), ...(own?.domains.slice(1) ?? [])])];
      const brand = { name, domains, aliases };
      if (own) return ask('PATCH /brands/{id}', { id: own.id, project_id: project, ...brand });
      return ask('POST /brands', { project_id: project, is_own: true, ...brand });
    },
    {
      onDone: () => {
        discard();
        navigate(toStep('competitors', location));
      },
    },
  );
  const problems = toProblems(saving.error, ['name', 'domains', 'aliases']);
  return (
    <form
      className="form start-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        saving.mutate(undefined);
      }}
    >
      <fieldset className="form start-fields" disabled={!canWrite}>
        <div className="form-row">
          <TextField
            label="Name"
            value={draft.name}
            onChange={(next) => set({ name: next })}
            maxLength={MAX_NAME_LENGTH}
            dir="auto"
            problem={problems.at('name')}
          />
          <TextField
            label="Website"
            value={draft.website}
            onChange={(website) => set({ website })}
            placeholder="acme-tools.com"
            maxLength={500}
            problem={problems.at('domains')}
            hint="Sources on this domain count as yours."
          />
        </div>
        <ChipsField
          label="Other spellings"
          values={aliases}
          onChange={(next) => set({ aliases: next })}
          placeholder="Add a spelling"
          hint="An answer that uses the name or one of these mentions your brand."
        />
        {isPreviewed ? <BrandPreview query={preview} isNeeded /> : null}
      </fieldset>
      {problems.rest ? <Failure error={problems.rest} title="The brand was not saved." /> : null}
      <StepActions step="brand" isDone={own !== undefined}>
        {canWrite ? (
          <button type="submit" className="button is-primary" disabled={saving.isPending}>
            {saving.isPending ? 'Saving…' : 'Save and continue'}
          </button>
        ) : null}
      </StepActions>
    </form>
  );
}
