import type { TemplateLanguage } from '../domain/template-languages.ts';

/** Questions of customers in one language, the most useful ones first. */
export interface PromptTemplates {
  /** About a kind of product, a service or a topic. Most begin with it, so that it needs no other ending there. */
  things: readonly string[];
  /** About brands. */
  brands: readonly string[];
}

const english: PromptTemplates = {
  things: [
    'What are the best {thing} right now?',
    'Which {thing} would you recommend in {country}?',
    'What should I look for when choosing {thing}?',
    'Which brands of {thing} are the most reliable?',
    'Which {thing} offer the best value for money?',
    'What are common problems with {thing}, and which brands avoid them?',
    'Best {thing} for beginners',
    'Which {thing} do experts recommend?',
    'Are expensive {thing} worth it?',
    'Which companies for {thing} have the best customer service?',
    'Affordable alternatives to premium {thing}',
    'Which {thing} last the longest?',
    'What do people regret after buying {thing}?',
    'Which {thing} are best for small companies?',
    'Compare the leading {thing} and their drawbacks',
  ],
  brands: [
    '{own} or {competitor}: which one is better?',
    'What are good alternatives to {own}?',
    'What are good alternatives to {competitor}?',
    'Is {own} any good?',
    'What do customers complain about with {own}?',
    'Why would somebody choose {competitor} over {own}?',
  ],
};

const german: PromptTemplates = {
  things: [
    '{thing}: Was ist derzeit am besten?',
    '{thing}: Welche Marken empfiehlst du?',
    '{thing}: Worauf sollte ich beim Kauf achten?',
    '{thing}: Welche Marken sind am zuverlässigsten?',
    '{thing}: Wer bietet das beste Preis-Leistungs-Verhältnis?',
    '{thing}: Welche Probleme treten häufig auf, und bei welchen Marken nicht?',
    '{thing} für Einsteiger: Was ist zu empfehlen?',
    '{thing}: Was raten Fachleute?',
    '{thing}: Lohnt es sich, mehr auszugeben?',
    '{thing}: Welche Firmen haben den besten Kundendienst?',
    '{thing}: günstige Alternativen zu teuren Marken',
    '{thing}: Was hält am längsten?',
    '{thing}: Was bereuen Käufer?',
    '{thing}: Was eignet sich für kleine Unternehmen?',
    '{thing}: Vergleiche die führenden Anbieter und ihre Schwächen',
  ],
  brands: [
    '{own} oder {competitor}: Was ist besser?',
    'Was sind gute Alternativen zu {own}?',
    'Was sind gute Alternativen zu {competitor}?',
    'Ist {own} eine gute Marke?',
    'Worüber beschweren sich Kunden von {own}?',
    'Warum sollte man {competitor} statt {own} nehmen?',
  ],
};

const french: PromptTemplates = {
  things: [
    '{thing} : que choisir en ce moment ?',
    '{thing} : quelles marques recommandez-vous ?',
    '{thing} : à quoi faire attention avant d’acheter ?',
    '{thing} : quelles marques sont les plus fiables ?',
    '{thing} : où trouver le meilleur rapport qualité-prix ?',
    '{thing} : quels sont les problèmes fréquents, et quelles marques y échappent ?',
    '{thing} pour débuter : que conseillez-vous ?',
    '{thing} : que disent les experts ?',
    '{thing} : faut-il payer plus cher ?',
    '{thing} : quelles entreprises ont le meilleur service client ?',
    '{thing} : des alternatives abordables aux grandes marques',
    '{thing} : qu’est-ce qui dure le plus longtemps ?',
    '{thing} : que regrettent les acheteurs ?',
    '{thing} : quelle solution pour une petite entreprise ?',
    '{thing} : comparez les principales marques et leurs défauts',
  ],
  brands: [
    '{own} ou {competitor} : que choisir ?',
    'Quelles sont les bonnes alternatives à {own} ?',
    'Quelles sont les bonnes alternatives à {competitor} ?',
    '{own}, est-ce une bonne marque ?',
    'Que reprochent les clients à {own} ?',
    'Pourquoi préférer {competitor} à {own} ?',
  ],
};

const spanish: PromptTemplates = {
  things: [
    '{thing}: ¿cuál es la mejor opción ahora mismo?',
    '{thing}: ¿qué marcas recomiendas?',
    '{thing}: ¿en qué debo fijarme antes de comprar?',
    '{thing}: ¿qué marcas son las más fiables?',
    '{thing}: ¿quién ofrece la mejor relación calidad-precio?',
    '{thing}: ¿qué problemas son frecuentes y qué marcas los evitan?',
    '{thing} para principiantes: ¿qué recomiendas?',
    '{thing}: ¿qué dicen los expertos?',
    '{thing}: ¿vale la pena pagar más?',
    '{thing}: ¿qué empresas tienen la mejor atención al cliente?',
    '{thing}: alternativas económicas a las grandes marcas',
    '{thing}: ¿qué dura más?',
    '{thing}: ¿de qué se arrepienten los compradores?',
    '{thing}: ¿qué le conviene a una empresa pequeña?',
    '{thing}: compara las marcas principales y sus puntos débiles',
  ],
  brands: [
    '{own} frente a {competitor}: ¿cuál es mejor?',
    '¿Qué alternativas hay a {own}?',
    '¿Qué alternativas hay a {competitor}?',
    '¿Es {own} una buena marca?',
    '¿De qué se quejan los clientes de {own}?',
    '¿Por qué elegir {competitor} en lugar de {own}?',
  ],
};

const italian: PromptTemplates = {
  things: [
    '{thing}: qual è la scelta migliore in questo momento?',
    '{thing}: quali marche consigli?',
    '{thing}: a che cosa fare attenzione prima di comprare?',
    '{thing}: quali marche sono le più affidabili?',
    '{thing}: chi offre il miglior rapporto qualità-prezzo?',
    '{thing}: quali problemi sono frequenti e quali marche li evitano?',
    '{thing} per principianti: che cosa consigli?',
    '{thing}: che cosa dicono gli esperti?',
    '{thing}: vale la pena spendere di più?',
    '{thing}: quali aziende hanno la migliore assistenza clienti?',
    '{thing}: alternative economiche alle grandi marche',
    '{thing}: che cosa dura più a lungo?',
    '{thing}: di che cosa si pentono gli acquirenti?',
    '{thing}: che cosa conviene a una piccola azienda?',
    '{thing}: confronta le marche principali e i loro difetti',
  ],
  brands: [
    '{own} o {competitor}: quale scegliere?',
    'Quali sono le migliori alternative a {own}?',
    'Quali sono le migliori alternative a {competitor}?',
    '{own} è una buona marca?',
    'Di che cosa si lamentano i clienti di {own}?',
    'Perché scegliere {competitor} invece di {own}?',
  ],
};

const dutch: PromptTemplates = {
  things: [
    '{thing}: wat is op dit moment het beste?',
    '{thing}: welke merken raad je aan?',
    '{thing}: waar moet ik op letten bij aankoop?',
    '{thing}: welke merken zijn het betrouwbaarst?',
    '{thing}: wie biedt de beste prijs-kwaliteitverhouding?',
    '{thing}: welke problemen komen vaak voor, en welke merken hebben die niet?',
    '{thing} voor beginners: wat raad je aan?',
    '{thing}: wat zeggen experts?',
    '{thing}: is het de moeite waard om meer uit te geven?',
    '{thing}: welke bedrijven hebben de beste klantenservice?',
    '{thing}: betaalbare alternatieven voor dure merken',
    '{thing}: wat gaat het langst mee?',
    '{thing}: waar hebben kopers spijt van?',
    '{thing}: wat is geschikt voor kleine bedrijven?',
    '{thing}: vergelijk de bekendste merken en hun nadelen',
  ],
  brands: [
    '{own} of {competitor}: wat is beter?',
    'Wat zijn goede alternatieven voor {own}?',
    'Wat zijn goede alternatieven voor {competitor}?',
    'Is {own} een goed merk?',
    'Waar klagen klanten van {own} over?',
    'Waarom zou je {competitor} kiezen in plaats van {own}?',
  ],
};

const portuguese: PromptTemplates = {
  things: [
    '{thing}: qual é a melhor opção neste momento?',
    '{thing}: que marcas recomenda?',
    '{thing}: a que devo prestar atenção antes de comprar?',
    '{thing}: quais são as marcas mais confiáveis?',
    '{thing}: quem oferece o melhor custo-benefício?',
    '{thing}: que problemas são comuns e que marcas os evitam?',
    '{thing} para iniciantes: o que recomenda?',
    '{thing}: o que dizem os especialistas?',
    '{thing}: vale a pena pagar mais?',
    '{thing}: que empresas têm o melhor atendimento ao cliente?',
    '{thing}: alternativas acessíveis às grandes marcas',
    '{thing}: o que dura mais tempo?',
    '{thing}: de que se arrependem os compradores?',
    '{thing}: o que é mais indicado para uma pequena empresa?',
    '{thing}: compare as principais marcas e seus pontos fracos',
  ],
  brands: [
    '{own} ou {competitor}: qual é melhor?',
    'Quais são as melhores alternativas a {own}?',
    'Quais são as melhores alternativas a {competitor}?',
    '{own} é uma boa marca?',
    'De que reclamam os clientes de {own}?',
    'Por que escolher {competitor} em vez de {own}?',
  ],
};

const polish: PromptTemplates = {
  things: [
    '{thing}: co teraz najlepiej wybrać?',
    '{thing}: jakie marki polecasz?',
    '{thing}: na co zwrócić uwagę przed zakupem?',
    '{thing}: które marki są najbardziej niezawodne?',
    '{thing}: kto oferuje najlepszy stosunek jakości do ceny?',
    '{thing}: jakie problemy występują najczęściej i które marki są od nich wolne?',
    '{thing} dla początkujących: co polecasz?',
    '{thing}: co mówią eksperci?',
    '{thing}: czy warto zapłacić więcej?',
    '{thing}: które firmy mają najlepszą obsługę klienta?',
    '{thing}: tańsze alternatywy dla drogich marek',
    '{thing}: co jest najtrwalsze?',
    '{thing}: czego żałują kupujący?',
    '{thing}: co sprawdzi się w małej firmie?',
    '{thing}: porównaj wiodące marki i ich wady',
  ],
  brands: [
    '{own} czy {competitor}: co wybrać?',
    '{own}: jakie są dobre alternatywy?',
    '{competitor}: jakie są dobre alternatywy?',
    'Czy {own} to dobra marka?',
    '{own}: na co skarżą się klienci?',
    'Dlaczego {competitor}, a nie {own}?',
  ],
};

/** To add a language, add it to the list in `domain/template-languages.ts` and its templates here. */
export const PROMPT_TEMPLATES: Record<TemplateLanguage, PromptTemplates> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  nl: dutch,
  pt: portuguese,
  pl: polish,
};
