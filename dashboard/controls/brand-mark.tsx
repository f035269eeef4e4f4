/** A dot in the brand's color. It needs the brand's name beside it. */
export function BrandMark({ color }: { color: string | undefined }) {
  return <span className="brand-mark" data-color={color ?? 'gray'} aria-hidden="true" />;
}
