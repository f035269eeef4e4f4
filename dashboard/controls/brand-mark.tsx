/** A brand's colour; always beside its name, never alone. */
export function BrandMark({ color }: { color: string | undefined }) {
  return <span className="brand-mark" data-color={color ?? 'gray'} aria-hidden="true" />;
}
