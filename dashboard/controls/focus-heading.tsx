import { type ReactNode, useEffect, useRef } from 'react';

/**
 * The heading of a page. It takes the focus when somebody comes from another page, so that keyboards and screen readers
 * continue there. A page that has just been loaded begins at its top.
 */
export function FocusHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (navigator.userActivation?.hasBeenActive ?? true) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
