import { expect, it } from 'vitest';
import { findLanguage } from './language.ts';

it.each([
  ['en', 'The best running shoes for beginners are soft, light and not too expensive.'],
  ['de', 'Die besten Laufschuhe für Anfänger sind weich, leicht und nicht zu teuer.'],
  ['fr', 'Les meilleures chaussures pour débuter sont souples, légères et pas trop chères.'],
  ['es', 'Las mejores zapatillas para empezar son blandas, ligeras y no muy caras.'],
  ['it', 'Le scarpe migliori per iniziare sono morbide, leggere e non troppo care.'],
  ['nl', 'De beste hardloopschoenen voor beginners zijn zacht, licht en niet te duur.'],
  ['pt', 'Os melhores ténis para começar são macios, leves e não muito caros.'],
  ['pl', 'Najlepsze buty do biegania dla początkujących są miękkie, lekkie i niezbyt drogie.'],
  ['da', 'De bedste løbesko til begyndere er bløde, lette og ikke for dyre, og de holder i mange år.'],
  ['sv', 'De bästa löparskorna för nybörjare är mjuka, lätta och inte för dyra, och de håller i många år.'],
  ['cs', 'Nejlepší běžecké boty pro začátečníky jsou měkké, lehké a nejsou příliš drahé, a vydrží mnoho let.'],
  ['ca', 'Les millors sabatilles per començar són toves, lleugeres i no gaire cares, i duren molts anys.'],
  ['ja', '初心者に最適なランニングシューズは、柔らかくて軽いものです。価格も手ごろです。'],
  ['ar', 'أفضل أحذية الجري للمبتدئين ناعمة وخفيفة وليست باهظة الثمن.'],
])('tells that an answer is in %s', async (language, answer) => {
  expect(await findLanguage(`1. **Nike**: ${answer} https://example.com/the-best-shoes-of-the-year`)).toBe(language);
});

it.each(['', 'Nike', '42', '$$$ --- 12,5 %', 'https://example.com/the/best/shoes'])(
  'says nothing about %j',
  async (answer) => {
    expect(await findLanguage(answer)).toBeNull();
  },
);
