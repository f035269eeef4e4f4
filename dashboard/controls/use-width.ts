import { useLayoutEffect, useRef, useState } from 'react';

/** The width that an element has, and the size of its letters, kept up to date. */
export function useWidth<Kind extends HTMLElement>(initial = 0) {
  const ref = useRef<Kind>(null);
  const [width, setWidth] = useState(initial);
  const [rem, setRem] = useState(16);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      setWidth(element.clientWidth);
      setRem(Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width, rem };
}
