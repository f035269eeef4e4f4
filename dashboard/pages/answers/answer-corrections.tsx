import { type FormEvent, useState } from 'react';
import { MAX_NAME_LENGTH } from '../../../src/domain/limits.ts';
import { toProblems } from '../../api/problems.ts';
import { useBrands } from '../../api/queries.ts';
import type { ChatContent, Correction } from '../../api/types.ts';
import { Field } from '../../controls/field.tsx';
import { Failure } from '../../controls/notices.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { useView } from '../../filters/view.tsx';
import { describeCorrection } from './describe-correction.ts';
import { findPassages } from './find-passages.ts';
import { useCorrections, useUndoing } from './use-corrections.ts';

/** What people corrected in this answer, and what they can correct beside its brands. */
export function AnswerCorrections({ content }: { content: ChatContent }) {
  const { selection, canWrite } = useView();
  const [isAdding, setAdding] = useState(false);
  const brands = useBrands(selection.project);
  const checking = useCorrections(content.id);
  const checked = content.corrections.find(({ kind }) => kind === 'checked');
  const others = content.corrections.filter(({ kind }) => kind !== 'checked');
  if (!canWrite && content.corrections.length === 0) return null;
  return (
    <section aria-label="Corrections">
      <h2>Corrections</h2>
      {others.length === 0 ? null : (
        <ul className="corrections">
          {others.map((correction) => (
            <CorrectionLine key={correction.id} correction={correction} />
          ))}
        </ul>
      )}
      {checked ? <CorrectionLine correction={checked} isAlone /> : null}
      {canWrite ? (
        <div className="correction-actions">
          {checked ? null : (
            <button
              type="button"
              className="button"
              disabled={checking.isPending}
              title="Checked answers show how accurately Overheard analyzes your answers"
              onClick={() => checking.mutate([{ kind: 'checked' }])}
            >
              Mark as checked
            </button>
          )}
          {brands.length > 0 && !isAdding ? (
            <button type="button" className="button is-plain" onClick={() => setAdding(true)}>
              Add a missed mention
            </button>
          ) : null}
        </div>
      ) : null}
      {checking.error ? <Failure error={checking.error} title="The answer was not marked." /> : null}
      {isAdding ? <MissedMention content={content} onClose={() => setAdding(false)} /> : null}
    </section>
  );
}

function CorrectionLine({ correction, isAlone = false }: { correction: Correction; isAlone?: boolean }) {
  const { canWrite } = useView();
  const undoing = useUndoing();
  const text = describeCorrection(correction);
  const Line = isAlone ? 'div' : 'li';
  return (
    <Line className="correction">
      <span>{text}</span>
      {canWrite ? (
        <button
          type="button"
          className="button is-plain"
          aria-label={`Undo: ${text}`}
          disabled={undoing.isPending}
          onClick={() => undoing.mutate(correction.id)}
        >
          Undo
        </button>
      ) : null}
      {undoing.error ? <Failure error={undoing.error} title="The correction was not undone." /> : null}
    </Line>
  );
}

/** Adds the mentions of a brand that were missed, by the words that the answer uses for it. */
function MissedMention({ content, onClose }: { content: ChatContent; onClose(): void }) {
  const { selection } = useView();
  const brands = useBrands(selection.project);
  const [brand, setBrand] = useState(brands[0]?.id ?? '');
  // Whoever selected the words before opening the form does not have to type them.
  const [text, setText] = useState(() => document.getSelection()?.toString().trim().slice(0, MAX_NAME_LENGTH) ?? '');
  const [problem, setProblem] = useState<string>();
  const adding = useCorrections(content.id, onClose);
  const problems = toProblems(adding.error, ['start']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const answer = content.messages.find(({ role }) => role === 'assistant')?.content ?? '';
    const taken = content.brands_mentioned.find(({ id }) => id === brand)?.mentions ?? [];
    const passages = findPassages(answer, { text, taken });
    setProblem(passages.length === 0 ? 'The answer does not have this text, or it is already a mention.' : undefined);
    if (passages.length > 0) adding.mutate(passages.map((place) => ({ kind: 'brand', brand_id: brand, ...place })));
  };
  return (
    <form className="correction-form" onSubmit={submit}>
      <Field label="Brand">
        {(attributes) => (
          <select {...attributes} value={brand} onChange={({ target }) => setBrand(target.value)}>
            {brands.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label="Words in the answer"
        value={text}
        onChange={setText}
        hint="Every place where the answer has these words becomes a mention."
        problem={problem ?? problems.at('start')}
        maxLength={MAX_NAME_LENGTH}
        required
        autoFocus
      />
      {problems.rest ? <Failure error={problems.rest} title="The mention was not added." /> : null}
      <div className="form-actions">
        <button type="submit" className="button is-primary" disabled={adding.isPending}>
          {adding.isPending ? 'Adding…' : 'Add mention'}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
