import { type Dispatch, type FormEvent, useId, useState } from 'react';
import { chooseBrandColor, toColorName } from '../../../src/domain/brand-color.ts';
import { MAX_NAME_LENGTH, MAX_REGEX_LENGTH } from '../../../src/domain/limits.ts';
import { ask } from '../../api/client.ts';
import type { Brand } from '../../api/types.ts';
import { ColorChoice } from '../../controls/color-choice.tsx';
import { ConfirmDialog } from '../../controls/confirm-dialog.tsx';
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
  { value: 'smart', label: 'Smart', hint: 'Names that are also common words only match with a capital letter.' },
  { value: 'sensitive', label: 'Case-sensitive', hint: 'Names only match in exactly this case.' },
  { value: 'insensitive', label: 'Case-insensitive', hint: 'Names match in any case.' },
];

/** Edits a brand. A preview shows the effect of a change before it is saved. */
export function BrandEditor({ brand, brands }: { brand: Brand | undefined; brands: readonly Brand[] }) {
  const { selection, canWrite } = useView();
  const location = useLocation();
  const [initial] = useState(() => toDraft(brand, { is_own: brands.length === 0 }));
  const [draft, setDraft, discard] = useDraft<BrandDraft>(`brand.${brand?.id ?? `new.${selection.project}`}`, initial);
  const [isDeleting, setDeleting] = useState(false);
  const edited = fromDraft(draft);
  const color =
    toColorName(draft.color) ||
    chooseBrandColor(
      brands.map((other) => other.color),
      draft,
    );
  const before = fromDraft(brand ? toDraft(brand) : initial);
  const isChanged = JSON.stringify(edited) !== JSON.stringify(before);
  const changesMatching =
    edited.name !== '' && (!brand || JSON.stringify(toMatching(edited)) !== JSON.stringify(toMatching(before)));
  const preview = usePreview({ brand, matching: changesMatching ? toMatching(edited) : undefined });
  const closeEditor = () => navigate(toPage('/brands', location));
  const saving = useAction(
    (_: undefined, project): Promise<unknown> =>
      brand
        ? ask('PATCH /brands/{id}', { id: brand.id, project_id: project, ...edited })
        : ask('POST /brands', { project_id: project, ...edited }),
    {
      onDone: () => {
        discard();
        closeEditor();
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
        <h1>{brand ? brand.name : 'New brand'}</h1>
      </header>
      <form className="editor" onSubmit={save}>
        <fieldset className="form" disabled={!canWrite}>
          <BrandFields draft={draft} color={color} onChange={setDraft} />
        </fieldset>
        <aside className="editor-side">
          <BrandPreview query={preview} isNeeded={changesMatching} />
          {saving.error ? <Failure error={saving.error} title="The brand was not saved." /> : null}
          {canWrite ? (
            <div className="form-actions">
              <button
                type="submit"
                className="button is-primary"
                disabled={!isChanged || edited.name === '' || !isPreviewed || saving.isPending}
              >
                {saving.isPending ? 'Saving…' : changesMatching ? 'Save and re-analyze' : 'Save'}
              </button>
              {isChanged ? (
                <button type="button" className="button is-plain" onClick={discard}>
                  Discard changes
                </button>
              ) : null}
              {brand ? (
                <button type="button" className="button is-plain is-danger" onClick={() => setDeleting(true)}>
                  Delete
                </button>
              ) : null}
            </div>
          ) : (
            <p className="quiet">This key is read-only. Use a key with write access to make changes.</p>
          )}
        </aside>
      </form>
      {isDeleting && brand ? (
        <DeleteBrand brand={brand} onClose={() => setDeleting(false)} onDone={closeEditor} />
      ) : null}
    </div>
  );
}

function BrandFields({
  draft,
  color,
  onChange,
}: {
  draft: BrandDraft;
  /** The one that was chosen, or that the service will choose. */
  color: string;
  onChange: Dispatch<BrandDraft>;
}) {
  const set = (changes: Partial<BrandDraft>) => onChange({ ...draft, ...changes });
  const id = useId();
  return (
    <>
      <div className="form-row">
        <label className="field">
          <span>Name</span>
          <input
            value={draft.name}
            maxLength={MAX_NAME_LENGTH}
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
          <span>Own brand</span>
        </label>
      </div>
      <ColorChoice value={color} onChange={(chosen) => set({ color: chosen })} />
      <div className="form-row">
        <LinesField
          label="Aliases (one per line)"
          hint="Other names for the brand."
          value={draft.aliases}
          onChange={(aliases) => set({ aliases })}
        />
        <LinesField
          label="Excluded phrases (one per line)"
          hint="Phrases that contain the name but do not refer to the brand."
          value={draft.exclude}
          onChange={(exclude) => set({ exclude })}
        />
      </div>
      <div className="form-row">
        <LinesField
          label="Domains (one per line)"
          hint="Sources on these domains belong to the brand."
          value={draft.domains}
          onChange={(domains) => set({ domains })}
        />
        <div className="form">
          <label className="field">
            <span>Case matching</span>
            <select value={draft.case} onChange={(event) => set({ case: event.target.value })}>
              {CASES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <small>{CASES.find(({ value }) => value === draft.case)?.hint}</small>
          </label>
          <label className="field">
            <span>Regular expression</span>
            <input
              value={draft.regex}
              maxLength={MAX_REGEX_LENGTH}
              spellCheck={false}
              placeholder="Acme (One|Two)"
              onChange={(event) => set({ regex: event.target.value })}
            />
            <small>Optional. Matched in addition to the name and aliases.</small>
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
  const deleting = useAction((_: undefined, project_id) => ask('DELETE /brands/{id}', { id: brand.id, project_id }), {
    onDone,
  });
  return (
    <ConfirmDialog
      title={`Delete ${brand.name}?`}
      words={{ act: 'Delete brand', acting: 'Deleting…', failed: 'The brand was not deleted.' }}
      action={deleting}
      onClose={onClose}
    >
      <p>Answers are kept and re-analyzed without this brand. Reports update when this is done.</p>
      <BrandPreview query={preview} isNeeded />
    </ConfirmDialog>
  );
}
