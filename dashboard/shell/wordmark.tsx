export function Wordmark() {
  return (
    <span className="wordmark">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="wordmark-ground" />
        <path d="M10 21.5V16a6 6 0 1 1 12 0" className="wordmark-ear" />
        <circle cx="22" cy="21.5" r="2.4" className="wordmark-word" />
      </svg>
      <span className="wordmark-name">Overheard</span>
    </span>
  );
}
