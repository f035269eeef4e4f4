import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a page. It takes the focus when it appears, so that keyboards and screen readers continue there. */
export function FocusHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
