import type { Topic } from '../../api/types.ts';

/** A choice of one topic or none. */
export function TopicSelect({
  topics,
  value,
  onChange,
}: {
  topics: readonly Topic[];
  value: string;
  onChange(topic: string): void;
}) {
  return (
    <label className="field">
      <span>Topic</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
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
