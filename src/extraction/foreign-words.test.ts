import { describe, expect, it } from 'vitest';
import { toTrackedBrand } from '../../test/extraction/find-mentions.ts';
import { createExtractor } from './extract.ts';

function count(name: string, language: string, text: string): number {
  const { brands } = createExtractor([toTrackedBrand({ name })]).extract({
    text,
    channel: null,
    sources: [],
    language,
  });
  return brands[0]?.count ?? 0;
}

describe('ordinary words of languages in which capital letters do not tell', () => {
  it.each([
    ['zh', '小米', '早餐喝小米粥。', 0],
    ['zh', '小米', '小米的手机很好。', 1],
    ['zh', '理想', '理想带增程，是很理想的选择。', 1],
    ['zh', '苹果', '苹果就算了，像被啃过的苹果一样。', 1],
    ['zh', '豆立方', '最近广告铺天盖地的豆立方要小心。', 1],
    ['ja', 'タイガー', '阪神タイガースのファンです。', 0],
    ['ja', 'タイガー', 'タイガーは香ばしい。', 1],
    ['ja', 'アップル', 'アップルウォッチが便利です。', 1],
    ['ja', 'ひかげ', '日中は日陰（ひかげ）を歩く。', 0],
    ['ko', '토스', '자금을 토스하듯 옮겨요.', 0],
    ['ko', '삼성', '삼성하고 엘지를 비교했어요.', 1],
    ['ar', 'فهد', 'ولن تركض كالفهد على أي حال.', 0],
    ['de', 'Silberfuchs', 'Silberfuchs ist neu. Wer ein alter Silberfuchs am Herd ist, weiß das.', 1],
    ['de', 'Dyson', 'Nimm lieber einen Dyson.', 1],
    ['de', 'Grashüpfer', 'Grashüpfer ist neu. Es gibt einen Grashüpfer GX und eine Grashüpfer-App.', 3],
  ])('%s: %s in %s', (language, name, text, expected) => {
    expect(count(name, language, text)).toBe(expected);
  });
});
