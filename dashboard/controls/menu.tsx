import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';

interface MenuProps {
  label: ReactNode;
  /** The button's accessible name, if the label alone does not say enough. */
  name?: string;
  icon?: IconName;
  className?: string;
  align?: 'start' | 'end';
  hasCaret?: boolean;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a panel below it. Escape or a click elsewhere closes the panel. */
export function Menu({ label, name, icon, className = '', align = 'start', hasCaret = true, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const hasFocusMoved = useRef(false);
  const id = useId();

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  useEffect(() => {
    if (!isOpen) return;
    hasFocusMoved.current = false;
    panel.current?.scrollIntoView({ block: 'nearest' });
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);

  // The panel's content may load after it opened, so the focus moves in once there is something to focus.
  useEffect(() => {
    if (!isOpen || hasFocusMoved.current) return;
    const first = panel.current?.querySelector<HTMLElement>('[data-autofocus], input, button, select, a');
    hasFocusMoved.current = first !== null && first !== undefined;
    first?.focus();
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
    if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) moveFocus(panel.current, event);
    else if (!isOpen && event.key === 'ArrowDown' && event.target === button.current) {
      event.preventDefault();
      setOpen(true);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles key presses of the controls inside it.
    <div className={`menu ${className}`} ref={root} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className="menu-button"
        aria-expanded={isOpen}
        aria-controls={id}
        {...(name ? { 'aria-label': name } : {})}
        onClick={() => setOpen(!isOpen)}
      >
        {icon ? <Icon name={icon} /> : null}
        <span className="menu-label">{label}</span>
        {hasCaret ? <Icon name="down" /> : null}
      </button>
      {isOpen ? (
        <div className={`menu-panel is-${align}`} id={id} ref={panel}>
          {children(close)}
        </div>
      ) : null}
    </div>
  );
}

/** Moves the focus up or down through the controls in the panel. */
function moveFocus(panel: HTMLElement | null, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (target.matches('input[type="date"], select, textarea')) return;
  const items = [...(panel?.querySelectorAll<HTMLElement>('input, button, a[href]') ?? [])];
  const index = items.indexOf(target) + (event.key === 'ArrowDown' ? 1 : -1);
  event.preventDefault();
  items.at(index % items.length)?.focus();
}
