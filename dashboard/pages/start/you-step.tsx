import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../api/client.ts';
import { refuseDraft, toProblems } from '../../api/problems.ts';
import { profileQuery, useBrands } from '../../api/queries.ts';
import type { Profile } from '../../api/types.ts';
import { toLanguage } from '../../controls/languages.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { useDraft } from '../../controls/use-draft.ts';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { navigate, useLocation } from '../../routing/location.ts';
import { findCountry, guessCountry, splitProducts, toMarketName } from './market.ts';
import { StepActions } from './start-layout.tsx';
import { toStep } from './steps.ts';
import { toProjectName, type YouDraft, YouForm } from './you-form.tsx';

/** What the project is about. */
export function YouStep() {
  const { selection } = useView();
  const query = useQuery(profileQuery(selection.project));
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  return <SavedYou key={JSON.stringify(query.data)} profile={query.data} />;
}

function SavedYou({ profile }: { profile: Profile }) {
  const { selection, canWrite } = useView();
  const location = useLocation();
  const client = useQueryClient();
  const { params } = location;
  const hasBrand = useBrands(selection.project).some(({ is_own }) => is_own);
  const [draft, setDraft, discard] = useDraft<YouDraft>(`start.you.${selection.project}`, {
    site: params.get('site') ?? '',
    products: profile.productsAndServices.join(', '),
    country: findCountry(profile.targetMarkets) ?? guessCountry(navigator.languages),
    language: params.get('language'),
    name: profile.name,
  });
  const saving = useAction(
    async (_: undefined, project) => {
      const name = toProjectName(draft);
      if (name === '') throw refuseDraft([{ path: 'name', message: 'Enter a name.' }]);
      const market = toMarketName(draft.country);
      // Markets that are no country, and further ones, are kept.
      const others = profile.targetMarkets.filter(({ location: place }) => findCountry([{ location: place }]) === null);
      await ask('PUT /project-profile', {
        project_id: project,
        ...profile,
        name,
        productsAndServices: splitProducts(draft.products),
        targetMarkets: [
          profile.targetMarkets.find(({ location: place }) => place === market) ?? { location: market, osmId: '' },
          ...others,
        ],
      });
    },
    {
      onDone: () => {
        void client.invalidateQueries({ queryKey: ['projects'] });
        const known = { site: draft.site.trim(), language: draft.language ?? toLanguage(draft.country) };
        discard();
        navigate(toStep('you', location, known), { replace: true });
        navigate(toStep('brand', location, known));
      },
    },
  );
  const problems = toProblems(saving.error, ['site', 'name']);
  return (
    <fieldset className="start-fields" disabled={!canWrite}>
      <YouForm
        draft={draft}
        onChange={setDraft}
        hasBrand={hasBrand}
        problems={{ name: problems.at('name') }}
        error={problems.rest}
        errorTitle="The project was not saved."
        onSubmit={() => saving.mutate(undefined)}
      >
        <StepActions step="you">
          <button type="submit" className="button is-primary" disabled={saving.isPending}>
            {saving.isPending ? 'Saving…' : 'Save and continue'}
          </button>
        </StepActions>
      </YouForm>
    </fieldset>
  );
}
