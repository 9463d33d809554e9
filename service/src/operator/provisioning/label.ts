/** Longest name of a key, a promotion or an administrator, in characters. */
export const longestLabel = 64;

/** What is wrong with a name in NFC that operators give, to follow the field's name; undefined when nothing is. */
export function faultOfLabel(name: string): string | undefined {
  const fits = name !== '' && [...name].length <= longestLabel;
  if (fits && name.trim() === name && !/[\p{Cc}\p{Cs}]/u.test(name)) return undefined;
  return `must have 1 to ${longestLabel} characters, no control characters and no white space around it`;
}
