/** The languages of the templates for suggested prompts, as ISO 639 codes. */
export const TEMPLATE_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl'] as const;
export type TemplateLanguage = (typeof TEMPLATE_LANGUAGES)[number];

export function hasTemplates(language: string): language is TemplateLanguage {
  return (TEMPLATE_LANGUAGES as readonly string[]).includes(language);
}
