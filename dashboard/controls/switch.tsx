/** Turns something on or off at once. */
export function Switch({
  label,
  isOn,
  isDisabled = false,
  onChange,
}: {
  /** What is turned on, for screen readers. */
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange(isOn: boolean): void;
}) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-checked={isOn}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span aria-hidden="true">{isOn ? 'On' : 'Off'}</span>
    </label>
  );
}
