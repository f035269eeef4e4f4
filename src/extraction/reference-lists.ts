// The line that introduces a list of references, in the languages of answers.
const TITLE =
  /^[^\p{L}]*(?:sources?|references?|citations?|works cited|bibliography|further reading|external links|learn more|quellen|quellenangaben|literatur|références|bibliographie|fuentes|referencias|bibliografía|fonti|riferimenti|bronnen|fontes|referências|źródła|источники|kaynaklar|参考文献|参考资料|參考資料|来源|來源|出典|参照|출처)(?: (?:and|&|und|et|y|e) [\p{L} ]{1,30}| used| consulted| cited)?[^\p{L}]*$/iu;

/** Whether a heading or line only introduces a list of references. */
export function isReferenceTitle(source: string): boolean {
  return TITLE.test(source);
}

/** Whether a paragraph is an entry of such a list: a bullet or number, and an address. */
export function isReferenceEntry(source: string): boolean {
  const start = source.slice(0, 400);
  if (/^\s*\[\d{1,3}\]:?\s/.test(start))
    return /https?:\/\/|www\./.test(source.slice(0, 2000)) || /^\s*\[\d+\]:/.test(start);
  return /^\s*(?:\d{1,3}[.)]\s|[-*•^]\s?)?(?:\[[^\]]{1,300}\]\(|<?https?:\/\/|www\.)/.test(start);
}
