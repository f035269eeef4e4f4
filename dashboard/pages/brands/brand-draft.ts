import type { Brand } from '../../api/types.ts';

/** Without a color, the service chooses one. */
type NewBrand = Omit<Brand, 'id' | 'color' | 'color_hex'> & { color?: string };

/** A brand as the form has it: lists are texts with one entry per line. */
export interface BrandDraft {
  name: string;
  is_own: boolean;
  /** A name, or hexadecimal if the brand has such a color; empty if the service chooses. */
  color: string;
  domains: string;
  aliases: string;
  exclude: string;
  regex: string;
  case: string;
}

export function toDraft(brand: Brand | undefined, { is_own = false }: { is_own?: boolean } = {}): BrandDraft {
  return {
    name: brand?.name ?? '',
    is_own: brand?.is_own ?? is_own,
    color: brand?.color_hex ?? brand?.color ?? '',
    domains: brand?.domains.join('\n') ?? '',
    aliases: brand?.aliases.join('\n') ?? '',
    exclude: brand?.exclude.join('\n') ?? '',
    regex: brand?.regex ?? '',
    case: brand?.case ?? 'smart',
  };
}

export function fromDraft({
  name,
  is_own,
  color,
  domains,
  aliases,
  exclude,
  regex,
  case: matchCase,
}: BrandDraft): NewBrand {
  return {
    name: name.trim(),
    is_own,
    ...(color === '' ? {} : { color }),
    domains: toLines(domains),
    aliases: toLines(aliases),
    exclude: toLines(exclude),
    regex: regex.trim() === '' ? null : regex.trim(),
    case: matchCase,
  };
}

/** The settings that decide which mentions are found. */
export function toMatching({ name, aliases, exclude, regex, case: matchCase }: NewBrand) {
  return { name, aliases, exclude, regex, case: matchCase };
}

function toLines(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}
