import { type Dispatch, type FormEvent, useId, useState } from 'react';
import { ask } from '../../api/client.ts';
import type { Brand } from '../../api/types.ts';
import { ColorChoice } from '../../controls/color-choice.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { Icon } from '../../controls/icon.tsx';
import { Failure } from '../../controls/notices.tsx';
import { useDraft } from '../../controls/use-draft.ts';
import { toPage } from '../../filters/selection.ts';
import { useAction } from '../../filters/use-action.ts';
import { useView } from '../../filters/view.tsx';
import { Link } from '../../routing/link.tsx';
import { navigate, useLocation } from '../../routing/location.ts';
import { type BrandDraft, fromDraft, toDraft, toMatching } from './brand-draft.ts';
import { BrandPreview, usePreview } from './brand-preview.tsx';

const CASES = [
  { value: 'smart', label: 'Smart: a name that is also an ordinary word needs its capital letter' },
  { value: 'sensitive', label: 'Exactly as written' },
  { value: 'insensitive', label: 'Any case' },
];

/** A brand's names and how they are told from other words; what a change would do stands beside it before it is saved. */
export function BrandEditor({ brand }: { brand: Brand | undefined }) {
  const { selection, canWrite } = useView();
  const location = useLocation();
  const [initial] = useState(() => toDraft(brand));
  const [draft, setDraft, forget] = useDraft<BrandDraft>(`brand.${brand?.id ?? `new.${selection.project}`}`, initial);
  const [isDeleting, setDeleting] = useState(false);
  const edited = fromDraft(draft);
  const before = brand ? fromDraft(toDraft(brand)) : undefined;
  const isChanged = JSON.stringify(edited) !== JSON.stringify(before);
  const changesMatching =
    edited.name !== '' && (!before || JSON.stringify(toMatching(edited)) !== JSON.stringify(toMatching(before)));
  const preview = usePreview({ brand, matching: changesMatching ? toMatching(edited) : undefined });
  const leave = () => navigate(toPage('/brands', location));
  const saving = useAction(
    (_: undefined, project): Promise<unknown> =>
      brand
        ? ask('PATCH /brands/{id}', { id: brand.id, project_id: project, ...edited })
        : ask('POST /brands', { project_id: project, ...edited }),
    {
      onDone: () => {
        forget();
        leave();
      },
    },
  );
  const isPreviewed = !changesMatching || preview.data !== undefined || preview.error !== null;
  const save = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(undefined);
  };
  return (
    <div className="page">
      <Link href={toPage('/brands', location)} className="button is-plain back">
        <Icon name="left" /> All brands
      </Link>
      <header className="page-head">
        <h1>{brand ? brand.name : 'A new brand'}</h1>
      </header>
      <form className="editor" onSubmit={save}>
        <fieldset className="form" disabled={!canWrite}>
          <BrandFields draft={draft} onChange={setDraft} />
        </fieldset>
        <aside className="editor-side">
          <BrandPreview query={preview} isNeeded={changesMatching} />
          {saving.error ? <Failure error={saving.error} doing="The brand was not saved." /> : null}
          {canWrite ? (
            <div className="form-ends">
              <button
                type="submit"
                className="button is-primary"
                disabled={!isChanged || edited.name === '' || !isPreviewed || saving.isPending}
              >
                {saving.isPending ? 'Saving' : changesMatching ? 'Save and read the answers again' : 'Save'}
              </button>
              {isChanged ? (
                <button type="button" className="button is-plain" onClick={forget}>
                  Undo the changes
                </button>
              ) : null}
              {brand ? (
                <button type="button" className="button is-plain is-danger" onClick={() => setDeleting(true)}>
                  Delete
                </button>
              ) : null}
            </div>
          ) : (
            <p className="quiet">This key may only read.</p>
          )}
        </aside>
      </form>
      {isDeleting && brand ? <DeleteBrand brand={brand} onClose={() => setDeleting(false)} onDone={leave} /> : null}
    </div>
  );
}

function BrandFields({ draft, onChange }: { draft: BrandDraft; onChange: Dispatch<BrandDraft> }) {
  const set = (changes: Partial<BrandDraft>) => onChange({ ...draft, ...changes });
  const id = useId();
  return (
    <>
      <div className="form-row">
        <label className="field">
          <span>Name</span>
          <input
            value={draft.name}
            maxLength={200}
            required
            dir="auto"
            onChange={(event) => set({ name: event.target.value })}
          />
        </label>
        <label className="check editor-own" htmlFor={id}>
          <input
            id={id}
            type="checkbox"
            checked={draft.is_own}
            onChange={(event) => set({ is_own: event.target.checked })}
          />
          <span>This is our own brand</span>
        </label>
      </div>
      <ColorChoice value={draft.color} onChange={(color) => set({ color })} />
      <div className="form-row">
        <LinesField
          label="Aliases, one a line"
          hint="Other names that mean the brand."
          value={draft.aliases}
          onChange={(aliases) => set({ aliases })}
        />
        <LinesField
          label="Not counted, one a line"
          hint="Phrases that contain the name but are not the brand."
          value={draft.exclude}
          onChange={(exclude) => set({ exclude })}
        />
      </div>
      <div className="form-row">
        <LinesField
          label="Domains, one a line"
          hint="Pages there are the brand's own."
          value={draft.domains}
          onChange={(domains) => set({ domains })}
        />
        <div className="form">
          <label className="field">
            <span>Upper and lower case</span>
            <select value={draft.case} onChange={(event) => set({ case: event.target.value })}>
              {CASES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label className="field">
            <span>Pattern</span>
            <input
              value={draft.regex}
              maxLength={1000}
              spellCheck={false}
              placeholder="Acme (One|Two)"
              onChange={(event) => set({ regex: event.target.value })}
            />
            <small>A regular expression beside name and aliases, if it needs one.</small>
          </label>
        </div>
      </div>
    </>
  );
}

interface LinesFieldProps {
  label: string;
  hint: string;
  value: string;
  onChange(value: string): void;
}

function LinesField({ label, hint, value, onChange }: LinesFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <textarea value={value} dir="auto" spellCheck={false} onChange={(event) => onChange(event.target.value)} />
      <small>{hint}</small>
    </label>
  );
}

function DeleteBrand({ brand, onClose, onDone }: { brand: Brand; onClose(): void; onDone(): void }) {
  const preview = usePreview({ brand, matching: undefined, isDeleted: true });
  const deleting = useAction(
    (_: undefined, project) => ask('DELETE /brands/{id}', { id: brand.id, project_id: project }),
    { onDone },
  );
  return (
    <Dialog title={`Delete ${brand.name}?`} onClose={onClose}>
      <p>Its answers stay. They are read again without it; until that is done, reports stay as they are.</p>
      <BrandPreview query={preview} isNeeded />
      {deleting.error ? <Failure error={deleting.error} doing="The brand was not deleted." /> : null}
      <div className="form-ends">
        <button
          type="button"
          className="button is-danger"
          disabled={deleting.isPending}
          onClick={() => deleting.mutate(undefined)}
        >
          Delete the brand
        </button>
        <button type="button" className="button is-plain" onClick={onClose}>
          Keep it
        </button>
      </div>
    </Dialog>
  );
}
