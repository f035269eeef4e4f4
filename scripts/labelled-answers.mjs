/** Fills in what follows from the forms of the brands in a labelled answer: how often each occurs, and in which order. */
export function countForms(row) {
  const { answer, brands, traps = [] } = row;
  if (brands.every(({ count, position }) => count !== undefined && position !== undefined)) return { ...row, traps };
  // Addresses are no prose.
  const prose = answer.replace(/https?:\/\/\S+/g, (address) => ' '.repeat(address.length));
  const isTaken = new Uint8Array(prose.length);
  for (const { text } of traps) {
    for (let at = prose.indexOf(text); at >= 0; at = prose.indexOf(text, at + 1)) isTaken.fill(1, at, at + text.length);
  }
  const forms = brands.flatMap(({ forms }, brand) => forms.map((form) => ({ form, brand })));
  const places = brands.map(() => []);
  for (const { form, brand } of forms.sort((a, b) => b.form.length - a.form.length)) {
    for (let at = prose.indexOf(form); at >= 0; at = prose.indexOf(form, at + 1)) {
      const end = at + form.length;
      if (isLetter(prose[at - 1]) || isLetter(prose[end]) || isTaken.subarray(at, end).some(Boolean)) continue;
      isTaken.fill(1, at, end);
      places[brand].push(at);
    }
  }
  const firsts = places.map((all) => Math.min(...all));
  const order = [...firsts].sort((a, b) => a - b);
  return {
    ...row,
    traps,
    brands: brands.map((brand, at) => ({
      ...brand,
      count: places[at].length,
      position: order.indexOf(firsts[at]) + 1,
    })),
  };
}

function isLetter(character) {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
