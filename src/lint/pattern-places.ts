/**
 * How many places a regular expression of XML Schema has when its counts are written out: one for each character or
 * set, as often as it may come. `[a-z]{2,50}` has 50. Infinite where counts in counts come to more than a number holds.
 */
export function placesOf(pattern: string): number {
  const tokens = pattern.match(/\\[pP]\{[^}]*\}|\\.|\{\d+(?:,\d*)?\}|./gsu) ?? [];
  let at = 0;

  const branches = (): number => {
    let sum = 0;
    while (at < tokens.length && tokens[at] !== ')') {
      const token = tokens[at++];
      if (token === '|') continue;
      sum += atom(token) * times(tokens[at] ?? '');
    }
    return sum;
  };
  const atom = (token: string | undefined): number => {
    if (token === '[') {
      for (let depth = 1; depth > 0 && at < tokens.length; at++) {
        if (tokens[at] === '[') depth++;
        if (tokens[at] === ']') depth--;
      }
      return 1;
    }
    if (token !== '(') return 1;
    const inside = branches();
    at++;
    return inside;
  };
  /** Of the quantifier, if there is one. */
  const times = (token: string): number => {
    const [, least = '', comma, most = ''] = /^\{(\d+)(,?)(\d*)\}$/.exec(token) ?? [];
    if (least !== '' || /^[?*+]$/.test(token)) at++;
    if (least === '') return 1;
    return Math.max(Number(most === '' ? least : most) + (comma !== '' && most === '' ? 1 : 0), 1);
  };

  return branches();
}
