import { type ReactNode, useState } from 'react';
import { BrandMark } from '../../controls/brand-mark.tsx';
import { ColorChoice } from '../../controls/color-choice.tsx';
import { Failure } from '../../controls/notices.tsx';
import { useView } from '../../filters/view.tsx';

interface Mutation<Input> {
  mutate(input: Input, options?: { onSuccess?: () => void }): void;
  isPending: boolean;
  error: Error | null;
}

interface NamedListProps<Item> {
  title: string;
  noun: string;
  hint: string;
  items: readonly Item[];
  toId(item: Item): string;
  maxLength: number;
  hasColor: boolean;
  adding: Mutation<{ name: string; color: string }>;
  removing: Mutation<Item>;
  /** What happens when an item is deleted. */
  removal: string;
  children?: ReactNode;
}

/** A list to add to and delete from: topics, tags or classes. */
export function NamedList<Item extends { name: string; color?: string }>(props: NamedListProps<Item>) {
  const { title, noun, hint, items, toId, maxLength, hasColor, adding, removing, removal, children } = props;
  const { canWrite } = useView();
  const [name, setName] = useState('');
  const [color, setColor] = useState('gray');
  return (
    <section className="panel" aria-label={title}>
      <h2>{title}</h2>
      <p className="quiet">{hint}</p>
      <ul className="named-list">
        {items.map((item) => (
          <li key={toId(item)}>
            <span className="brand-name">
              {hasColor ? <BrandMark color={item.color} /> : null}
              <span dir="auto">{item.name}</span>
            </span>
            {canWrite ? (
              <button
                type="button"
                className="button is-plain"
                disabled={removing.isPending}
                title={removal}
                aria-label={`Delete ${noun} ${item.name}`}
                onClick={() => removing.mutate(item)}
              >
                Delete
              </button>
            ) : null}
          </li>
        ))}
        {items.length === 0 ? <li className="quiet">No {title.toLowerCase()} yet.</li> : null}
      </ul>
      {removing.error ? <Failure error={removing.error} title={`The ${noun} was not deleted.`} /> : null}
      {canWrite ? (
        <form
          className="named-add"
          onSubmit={(event) => {
            event.preventDefault();
            adding.mutate({ name, color }, { onSuccess: () => setName('') });
          }}
        >
          <label className="field">
            <span>New {noun}</span>
            <input value={name} maxLength={maxLength} required onChange={(event) => setName(event.target.value)} />
          </label>
          {hasColor ? <ColorChoice value={color} onChange={setColor} /> : null}
          {adding.error ? <Failure error={adding.error} title={`The ${noun} was not added.`} /> : null}
          <button type="submit" className="button" disabled={adding.isPending || name.trim() === ''}>
            Add {noun}
          </button>
        </form>
      ) : null}
      {children}
    </section>
  );
}
