import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ask } from '../../api/client.ts';
import { toProblems } from '../../api/problems.ts';
import { modelsQuery } from '../../api/queries.ts';
import type { Model } from '../../api/types.ts';
import { Failure } from '../../controls/notices.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { toPage } from '../../filters/selection.ts';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { Link } from '../../routing/link.tsx';
import { useLocation } from '../../routing/location.ts';

/** Models that the company added to those that are built in. */
export function OwnModels() {
  const { caller, selection, canWrite } = useView();
  const models = useQuery(modelsQuery(selection.project)).data;
  const own = models?.filter(({ public_id }) => public_id === null) ?? [];
  const isAllowed = caller.kind === 'company' && canWrite;
  return (
    <section className="panel own-models" aria-label="Models of your own">
      <h2>Models of your own</h2>
      <p className="quiet">
        The built-in models have fixed names. Add your own for anything else, such as a newer model or one on your own
        server. All projects of the company can use it.
      </p>
      {own.length > 0 ? (
        <ul className="named-list">
          {own.map((model) => (
            <OwnModel key={model.id} model={model} canEdit={isAllowed} />
          ))}
        </ul>
      ) : null}
      {isAllowed ? <NewModel /> : null}
      {caller.kind === 'company' ? null : (
        <p className="notice">
          You are signed in with a project key. To add a model of your own, sign in with a company key, because the
          company's other projects get it too.
        </p>
      )}
    </section>
  );
}

function OwnModel({ model: { id, name, model_channels }, canEdit }: { model: Model; canEdit: boolean }) {
  const location = useLocation();
  const [draft, setDraft] = useState<string | null>(null);
  const renaming = useAction((next: string) => ask('PATCH /models/{id}', { id, name: next }), {
    onDone: () => setDraft(null),
  });
  const deleting = useAction((_: undefined) => ask('DELETE /models/{id}', { id }));
  return (
    <li className="own-model">
      {draft === null ? (
        <span>
          <b dir="auto">{name}</b> <span className="quiet">{id}</span>
        </span>
      ) : (
        <form
          className="own-model-name"
          onSubmit={(event) => {
            event.preventDefault();
            renaming.mutate(draft);
          }}
        >
          <input
            aria-label={`New name of ${name}`}
            value={draft}
            maxLength={100}
            required
            onChange={(event) => setDraft(event.target.value)}
          />
          <button type="submit" className="button" disabled={renaming.isPending}>
            Save
          </button>
        </form>
      )}
      <span className="form-actions">
        <Link className="button is-plain" href={toPage(`/collection/channels/${model_channels[0]?.id}`, location)}>
          Set up<span className="visually-hidden"> {name}</span>
        </Link>
        {canEdit ? (
          <>
            <button
              type="button"
              className="button is-plain"
              aria-label={draft === null ? `Rename ${name}` : 'Cancel renaming'}
              onClick={() => setDraft(draft === null ? name : null)}
            >
              {draft === null ? 'Rename' : 'Cancel'}
            </button>
            <button
              type="button"
              className="button is-plain is-danger"
              aria-label={`Delete ${name}`}
              disabled={deleting.isPending}
              onClick={() => deleting.mutate(undefined)}
            >
              Delete
            </button>
          </>
        ) : null}
      </span>
      {renaming.error ? <Failure error={renaming.error} title="The model was not renamed." /> : null}
      {deleting.error ? <Failure error={deleting.error} title="The model was not deleted." /> : null}
    </li>
  );
}

function NewModel() {
  const [name, setName] = useState('');
  const [id, setId] = useState<string | null>(null);
  const shownId = id ?? toModelId(name);
  const adding = useAction((_: undefined) => ask('POST /models', { id: shownId, name }), {
    onDone: () => {
      setName('');
      setId(null);
    },
  });
  const problems = toProblems(adding.error, ['id', 'name']);
  const add = (event: FormEvent) => {
    event.preventDefault();
    adding.mutate(undefined);
  };
  return (
    <form className="named-add" onSubmit={add} noValidate>
      <div className="form-row">
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          maxLength={100}
          placeholder="Our fine-tuned Llama"
          problem={problems.at('name')}
          hint="As reports and filters show it."
        />
        <TextField
          label="ID"
          value={shownId}
          onChange={setId}
          maxLength={64}
          placeholder="our-llama"
          problem={problems.at('id')}
          hint="For the API. Lower-case letters, digits, dots and hyphens. It cannot be changed later."
        />
      </div>
      {problems.rest ? <Failure error={problems.rest} title="The model was not added." /> : null}
      <button type="submit" className="button" disabled={adding.isPending || name.trim() === '' || shownId === ''}>
        Add a model of your own
      </button>
    </form>
  );
}

/** An ID that the API takes, made from a name. */
function toModelId(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
}
