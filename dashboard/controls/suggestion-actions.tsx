import { Icon, type IconName } from './icon.tsx';

export type Verdict = 'accept' | 'reject';

interface SuggestionActionsProps {
  /** What is suggested, for readers who hear one button at a time. */
  about: string;
  /** What the buttons say. */
  words: Record<Verdict, string>;
  icon: IconName;
  isBusy: boolean;
  onDecide(verdict: Verdict): void;
}

/** The two buttons of a suggestion. */
export function SuggestionActions({ about, words, icon, isBusy, onDecide }: SuggestionActionsProps) {
  return (
    <span className="suggestions-actions">
      <button
        type="button"
        className="button"
        disabled={isBusy}
        aria-label={`${words.accept}: ${about}`}
        onClick={() => onDecide('accept')}
      >
        <Icon name={icon} /> {words.accept}
      </button>
      <button
        type="button"
        className="button is-plain"
        disabled={isBusy}
        aria-label={`${words.reject}: ${about}`}
        onClick={() => onDecide('reject')}
      >
        {words.reject}
      </button>
    </span>
  );
}
