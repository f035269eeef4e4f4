import type { Topic } from '../../api/types.ts';

/** No id of a topic. */
const DIFFERENT = 'different';

/** A choice of one topic or none. */
export function TopicSelect({
  topics,
  value,
  onChange,
}: {
  topics: readonly Topic[];
  /** Null for several prompts that have different topics. */
  value: string | null;
  onChange(topic: string): void;
}) {
  return (
    <label className="field">
      <span>Topic</span>
      <select value={value ?? DIFFERENT} onChange={(event) => onChange(event.target.value)}>
        {value === null ? (
          <option value={DIFFERENT} disabled>
            Different topics
          </option>
        ) : null}
        <option value="">No topic</option>
        {topics.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
