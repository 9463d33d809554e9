/** `SSOLoginURL` is `sso login url`, `API_KEY` is `api key`, `iban2` is `iban 2`. In lower case. */
export function wordsOf(name: string): readonly string[] {
  return piecesOf(name).map((piece) => piece.toLowerCase());
}

function piecesOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/(\p{L})(?=\d)/gu, '$1 ')
    .replace(/(\d)(?=\p{L})/gu, '$1 ')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

export type Style = 'PascalCase' | 'camelCase' | 'snake_case' | 'UPPER_CASE' | 'kebab-case';

const patterns: readonly (readonly [Style, RegExp])[] = [
  ['PascalCase', /^\p{Lu}[\p{L}\d]*$/u],
  ['camelCase', /^\p{Ll}[\p{L}\d]*$/u],
  ['snake_case', /^\p{Ll}[\p{Ll}\d]*(?:_[\p{Ll}\d]+)*$/u],
  ['UPPER_CASE', /^\p{Lu}[\p{Lu}\d]*(?:_[\p{Lu}\d]+)*$/u],
  ['kebab-case', /^\p{Ll}[\p{Ll}\d]*(?:-[\p{Ll}\d]+)*$/u],
];

/** All styles of a name: `id` is in camel, snake and kebab case. */
export function stylesOf(name: string): readonly Style[] {
  return patterns.filter(([, pattern]) => pattern.test(name)).map(([style]) => style);
}

/** The most frequent style, with its number of names; the first one above if several are equal. */
export function commonStyle(names: readonly string[]): { readonly style: Style; readonly count: number } | undefined {
  const counts = new Map<Style, number>(patterns.map(([style]) => [style, 0]));
  for (const name of names) for (const style of stylesOf(name)) counts.set(style, (counts.get(style) ?? 0) + 1);
  let best: { style: Style; count: number } | undefined;
  for (const [style, count] of counts) if (count > (best?.count ?? 0)) best = { style, count };
  return best;
}

/** Converts a name to a style. */
export function inStyle(name: string, style: Style): string {
  const words = wordsOf(name);
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  switch (style) {
    case 'PascalCase':
      return words.map(capital).join('');
    case 'camelCase':
      return words.map((word, index) => (index === 0 ? word : capital(word))).join('');
    case 'snake_case':
      return words.join('_');
    case 'UPPER_CASE':
      return words.join('_').toUpperCase();
    case 'kebab-case':
      return words.join('-');
  }
}

/**
 * Class that JAXB generates for a type or an element (Jakarta XML Binding 4.0, appendix D): capitalised words without
 * separators.
 */
export function javaClassName(name: string): string {
  return piecesOf(name)
    .map((piece) => piece.charAt(0).toUpperCase() + piece.slice(1))
    .join('');
}

/** Constant that JAXB generates for a value of an enumeration. */
export function javaConstantName(value: string): string {
  return piecesOf(value)
    .map((piece) => piece.toUpperCase())
    .join('_');
}

/** `the record "X"` at the beginning of a sentence. */
export function capital(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** `a, b and c`; only the first ones of a long list. */
export function listed(names: readonly string[], most = 5): string {
  const quoted = names.map((name) => `"${name}"`);
  if (quoted.length > most) return `${quoted.slice(0, most).join(', ')} and ${quoted.length - most} more`;
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} and ${last}`;
}
