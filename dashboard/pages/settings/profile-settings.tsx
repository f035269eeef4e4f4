import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_NAME_LENGTH } from '../../../src/domain/limits.ts';
import { ask } from '../../api/client.ts';
import { profileQuery } from '../../api/queries.ts';
import type { Profile } from '../../api/types.ts';
import { Failure, Loading } from '../../controls/notices.tsx';
import { useDraft } from '../../controls/use-draft.ts';
import { useAction } from '../../filters/use-action.ts';
import { canChangeProjects, useView } from '../../filters/view.tsx';
import { DeleteProject } from './delete-project.tsx';

const AUDIENCES = [
  { id: 'simpleRecommendationSeeker', name: 'Simple recommendation seekers' },
  { id: 'informedShopper', name: 'Informed shoppers' },
  { id: 'evaluativeResearcher', name: 'Evaluative researchers' },
] as const;

/** The project's profile: its name, industry, products, markets and audience. */
export function ProfileSettings() {
  const { selection, caller } = useView();
  const query = useQuery(profileQuery(selection.project));
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading />;
  return (
    <div className="page">
      <ProfileForm key={JSON.stringify(query.data)} profile={query.data} />
      {canChangeProjects(caller) ? <DeleteProject name={query.data.name} /> : null}
    </div>
  );
}

interface Draft extends Omit<Profile, 'brandPresentation' | 'productsAndServices' | 'targetMarkets'> {
  brandPresentation: string;
  productsAndServices: string;
  targetMarkets: string;
}

function toDraft(profile: Profile): Draft {
  return {
    ...profile,
    brandPresentation: profile.brandPresentation.join('\n'),
    productsAndServices: profile.productsAndServices.join('\n'),
    targetMarkets: profile.targetMarkets.map(({ location }) => location).join('\n'),
  };
}

function fromDraft(draft: Draft, { targetMarkets }: Profile): Profile {
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  return {
    ...draft,
    brandPresentation: lines(draft.brandPresentation),
    productsAndServices: lines(draft.productsAndServices),
    // A market keeps its map ID as long as its name does not change.
    targetMarkets: lines(draft.targetMarkets).map(
      (location) => targetMarkets.find((market) => market.location === location) ?? { location, osmId: '' },
    ),
  };
}

function ProfileForm({ profile }: { profile: Profile }) {
  const { selection, canWrite } = useView();
  const client = useQueryClient();
  const [initial] = useState(() => toDraft(profile));
  const [draft, setDraft, discard] = useDraft<Draft>(`profile.${selection.project}`, initial);
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const saving = useAction(
    (_: undefined, project) => ask('PUT /project-profile', { project_id: project, ...fromDraft(draft, profile) }),
    {
      onDone: () => {
        discard();
        void client.invalidateQueries({ queryKey: ['projects'] });
      },
    },
  );
  const isChanged = JSON.stringify(draft) !== JSON.stringify(initial);
  const area = (field: 'brandPresentation' | 'productsAndServices' | 'targetMarkets', label: string) => (
    <label className="field">
      <span>{label}</span>
      <textarea value={draft[field]} dir="auto" onChange={(event) => set({ [field]: event.target.value })} />
    </label>
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(undefined);
      }}
    >
      <fieldset className="form" disabled={!canWrite}>
        <div className="form-row">
          <label className="field">
            <span>Project name</span>
            <input
              value={draft.name}
              maxLength={MAX_NAME_LENGTH}
              required
              onChange={(event) => set({ name: event.target.value })}
            />
          </label>
          <label className="field">
            <span>Industry</span>
            <input
              value={draft.industry}
              maxLength={1000}
              onChange={(event) => set({ industry: event.target.value })}
            />
          </label>
          <label className="field">
            <span>What the company does</span>
            <input
              value={draft.occupation}
              maxLength={1000}
              onChange={(event) => set({ occupation: event.target.value })}
            />
          </label>
        </div>
        {area('brandPresentation', 'About the brand (one sentence per line)')}
        <div className="form-row">
          {area('productsAndServices', 'Products and services (one per line)')}
          {area('targetMarkets', 'Target markets (one per line)')}
        </div>
        <fieldset className="form-row">
          <legend className="legend">Audience mix (%)</legend>
          {AUDIENCES.map(({ id, name }) => (
            <label key={id} className="field">
              <span>{name}</span>
              <input
                type="number"
                min={0}
                max={4_503_599_627_370_495}
                step={1}
                required
                value={draft.audienceDistribution[id]}
                onChange={(event) =>
                  set({
                    audienceDistribution: { ...draft.audienceDistribution, [id]: event.target.valueAsNumber || 0 },
                  })
                }
              />
            </label>
          ))}
        </fieldset>
        {saving.error ? <Failure error={saving.error} title="The profile was not saved." /> : null}
        {saving.isSuccess && !isChanged ? (
          <p className="notice is-good" role="status">
            Saved.
          </p>
        ) : null}
        {canWrite ? (
          <div className="form-actions">
            <button type="submit" className="button is-primary" disabled={!isChanged || saving.isPending}>
              Save
            </button>
            {isChanged ? (
              <button type="button" className="button is-plain" onClick={discard}>
                Discard changes
              </button>
            ) : null}
          </div>
        ) : null}
      </fieldset>
    </form>
  );
}
