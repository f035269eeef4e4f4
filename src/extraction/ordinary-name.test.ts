import { describe, expect, it } from 'vitest';
import { findMentions } from '../../test/extraction/find-mentions.ts';

/** A name that is an ordinary word, an answer, and how many of its occurrences are the brand. */
type Case = [name: string, answer: string, count: number];

const INSIDE: Case[] = [
  ['Max', 'the Carry-On Max is light', 0],
  ['Carry', 'the Carry-On Max is light', 0],
  ['Instant', "and HP's Instant Ink is cheap", 0],
  ['Ring', "and Amazon's Ring doorbells are cheap", 1],
  ['Eufy', 'the EufyCam 3 is sharp', 1],
  ['Pay', 'sold by PayPal', 0],
  ['Ring', 'the best doorbell comes from Ring today', 1],
  ['Ring', 'a gold ring on her finger', 0],
  ['Away', 'we threw it away', 0],
  ['Away', 'a suitcase by Away is sturdy', 1],
  ['Chase', 'cards from Chase and others', 1],
  ['Chase', 'they chase points', 0],
  ['On', 'shoes by On are light', 1],
  ['On', 'it depends on you', 0],
  ['Notion', 'I keep notes in Notion now', 1],
  ['Notion', 'the notion that it works', 0],
  ['Apple', 'an apple a day', 0],
  ['Target', 'buy it at Target or Walmart', 1],
  ['Target', 'a target price', 0],
  ['Gap', 'jeans from GAP are cheap', 1],
  ['GAP', 'jeans from Gap are cheap', 1],
  ['GAP', 'mind the gap there', 0],
  ['Best Buy', 'it is the best buy of the year', 0],
  ['Best Buy', 'sold at Best Buy as well', 1],
  ['Made In', 'it was made in China', 0],
  ['Made In', 'pans by Made In are heavy', 1],
  ['New Balance', 'finding a new balance in life', 0],
  ['quip', 'the Quip brush is small', 1],
  ['quip', 'with a quip he left', 0],
  ['Monday', 'tools such as Asana and Monday help', 1],
  ['Monday', 'we meet on Monday', 0],
  ['Monday', 'from Monday to Friday', 0],
  ['Monday', 'every Monday morning', 0],
  ['monday.com', 'teams like monday.com a lot', 1],
  ['March', 'in March 2025 it changed', 0],
  ['On', 'a carry-on bag, the Carry-On and an add-On', 0],
  ['Ring', 'works with Ring-compatible locks', 1],
  ['Express', 'the Breville Barista Express is loud', 0],
  ['Express', 'The Breville Barista Express offers more', 0],
  ['Zoom', 'a camera with Pan/Tilt/Zoom is best', 0],
  ['Notion', 'Try Notion for notes', 1],
  ['Simple', 'Best for: Simple, sturdy designs', 0],
  ['HP', 'a motor of 3.0 HP runs it', 0],
  ['HP', 'we bought 2 cheap HP printers', 1],
  ['Shark', 'brands like Dyson, Shark, and Tineco', 1],
  ['Polar', 'the **Polar Pacer** focuses on running', 1],
  ['Ring', 'a camera by [Ring](https://ring.com) works', 1],
];

const AT_THE_START: Case[] = [
  ['See', 'See [Acme](https://acme.com) for more.', 0],
  ['Acme', 'See [Acme](https://acme.com) for more.', 1],
  ['Jeep', 'Jeep finished last.', 1],
  ['Purple', 'Purple smells for days.', 1],
  ['Spark', '- **Spark**, free for teams', 1],
  ['On', 'On the other hand, it is cheap.', 0],
  ['On', 'On Monday we rest.', 0],
  ['On', 'On Amazon you find it.', 0],
  ['On', 'It is good. On average it lasts.', 0],
  ['Away', 'Away from home it helps.', 0],
  ['Chase', 'Chase your dreams.', 0],
  ['Chase', '## Chase Your Dreams', 0],
  ['Chase', 'Chase Sapphire is a card.', 1],
  ['Chase', 'Chase is a bank.', 1],
  ['Ring', 'Ring makes doorbells.', 1],
  ['Ring', 'Ring the bell.', 0],
  ['Ring', "Ring's app is simple.", 1],
  ['Ring', 'Ring doorbells are popular.', 1],
  ['Ring', 'Good value. Ring offers more.', 1],
  ['Ring', '- **Ring**: doorbells', 1],
  ['Ring', '- Ring: doorbells', 1],
  ['Ring', '### 4. **Ring Stick Up Cam**', 1],
  ['Ring', 'Ring, Arlo and Blink are known.', 1],
  ['Discover', 'Discover the best laptops.', 0],
  ['Discover', 'Discover how it works.', 0],
  ['Discover', '**Discover it® Miles**', 1],
  ['Target', 'Target your audience.', 0],
  ['Nothing', 'Nothing is better than this.', 0],
  ['Nothing', '**Nothing Phone (2a)** – bright', 1],
  ['Nothing', 'Nothing beats it.', 0],
  ['Next', 'Next, open the box.', 0],
  ['Instant', '1. **Instant Vortex Plus**', 1],
  ['Away', '**1. Away – The Bigger Carry-On**', 1],
  ['Canon', 'For text: Canon imageCLASS prints well.', 1],
  ['Apple', 'Apple', 1],
  ['Best Buy', 'Best buy of the year.', 0],
  ['Smart', '## Smart Home Devices', 0],
  ['Best', '**Best Overall:** the first', 0],
  ['Visible', 'Visible by Verizon is cheap.', 1],
  ['Visible', 'Visible by night only.', 0],
  ['Dell', 'Dell-S2722QC monitor', 1],
  ['Apple', 'Apple-friendly sound.', 0],
  ['Hello', 'HELLO AND WELCOME EVERYONE', 0],
];

const ELSEWHERE: Case[] = [
  ['Shark', 'Shark vacuums for pets', 0],
  ['Shark', 'I own a Shark myself. Shark vacuums for pets', 2],
  ['Ring', '## Best Smart Ring\n\nA ring for sleep.', 0],
  ['Ring', '## Smart Ring Deals\n\nThe doorbell of Ring is good.', 2],
  ['Chase', 'The bank is Chase. Chase your dreams.', 1],
];

describe('a name that is an ordinary word', () => {
  it.each(INSIDE)('inside a sentence: %s in "%s"', (name, answer, count) => {
    expect(findMentions(name, answer)).toHaveLength(count);
  });

  it.each(AT_THE_START)('where any word has a capital letter: %s in "%s"', (name, answer, count) => {
    expect(findMentions(name, answer)).toHaveLength(count);
  });

  it.each(ELSEWHERE)('with evidence elsewhere in the answer: %s in "%s"', (name, answer, count) => {
    expect(findMentions(name, answer)).toHaveLength(count);
  });
});
