import { useLayoutEffect, useRef, useState } from 'react';
import { usePrinting } from './use-printing.ts';

/** On paper nothing can be measured before it is too late. This fits A4 and Letter; the style sheet has the same sizes. */
const PAPER = { width: 680, rem: 13.5 };

/** The current width of an element, and the current size of 1rem, both in pixels. */
export function useWidth<Kind extends HTMLElement>() {
  const ref = useRef<Kind>(null);
  const isPrinting = usePrinting();
  const [width, setWidth] = useState(0);
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
  return { ref, ...(isPrinting ? PAPER : { width, rem }) };
}
