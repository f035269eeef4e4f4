import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ask } from '../../api/client.ts';
import { refuseDraft, toProblems } from '../../api/problems.ts';
import { FocusHeading } from '../../controls/focus-heading.tsx';
import { toLanguage } from '../../controls/languages.ts';
import { useDraft } from '../../controls/use-draft.ts';
import { Link } from '../../routing/link.tsx';
import { navigate, toHref } from '../../routing/location.ts';
import { guessCountry, splitProducts, toMarketName } from './market.ts';
import { StartLayout } from './start-layout.tsx';
import { toProjectName, type YouDraft, YouForm } from './you-form.tsx';

/** For those who skip the first step. */
const NAMELESS = 'New project';

/** The first step of a project that does not exist yet. */
export function NewProjectPage({ isFirst }: { isFirst: boolean }) {
  const client = useQueryClient();
  const [draft, setDraft, discard] = useDraft<YouDraft>('start.new', {
    site: '',
    products: '',
    country: guessCountry(navigator.languages),
    language: null,
    name: null,
  });
  // If saving the profile fails, the next try takes the project that is there already.
  const created = useRef<string | null>(null);
  const creating = useMutation({
    mutationFn: async (name: string) => {
      if (name === '') throw refuseDraft([{ path: 'site', message: 'Enter your website or the name of your brand.' }]);
      created.current ??= (await ask('POST /projects', { name })).id;
      await ask('PUT /project-profile', {
        project_id: created.current,
        name,
        productsAndServices: splitProducts(draft.products),
        targetMarkets: [{ location: toMarketName(draft.country), osmId: '' }],
      });
      return created.current;
    },
    onSuccess: async (project) => {
      await client.invalidateQueries({ queryKey: ['projects'] });
      const params = new URLSearchParams();
      const language = draft.language ?? toLanguage(draft.country);
      const known = { project, site: draft.site.trim(), language };
      discard();
      // Back from the next step leads to this one in the new project, not to another new project.
      navigate(toHref('/start/you', params, known), { replace: true });
      navigate(toHref('/start/brand', params, known));
    },
  });
  const problems = toProblems(creating.error, ['site', 'name']);
  return (
    <StartLayout current="you" progress={undefined} name={toProjectName(draft) || NAMELESS}>
      <header className="start-head">
        <FocusHeading>{isFirst ? 'Welcome to Overheard' : 'New project'}</FocusHeading>
        <p className="quiet">
          Overheard measures how AI assistants name your brand. Six short steps lead to your first numbers. You can skip
          any of them and come back later.
        </p>
      </header>
      <YouForm
        draft={draft}
        onChange={setDraft}
        hasBrand={false}
        problems={{ site: problems.at('site'), name: problems.at('name') }}
        error={problems.rest}
        errorTitle="The project was not created."
        onSubmit={() => creating.mutate(toProjectName(draft))}
      >
        <div className="start-actions">
          <button type="submit" className="button is-primary" disabled={creating.isPending}>
            {creating.isPending ? 'Creating…' : 'Create project'}
          </button>
          <button
            type="button"
            className="button is-plain"
            disabled={creating.isPending}
            onClick={() => creating.mutate(toProjectName(draft) || NAMELESS)}
          >
            Skip for now
          </button>
          {isFirst ? null : (
            <Link className="button is-plain start-back" href="/">
              Cancel
            </Link>
          )}
        </div>
      </YouForm>
    </StartLayout>
  );
}
