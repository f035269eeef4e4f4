import { useLayoutEffect, useRef, useState } from 'react';

/** The width that an element has, kept up to date. */
export function useWidth<Kind extends HTMLElement>(initial = 0) {
  const ref = useRef<Kind>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
