/** `the record "X"` at the beginning of a sentence. */
export function capital(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** `a, b and c`; of many, the first few. */
export function listed(names: readonly string[], most = 5): string {
  const quoted = names.map((name) => `"${name}"`);
  if (quoted.length > most) return `${quoted.slice(0, most).join(', ')} and ${quoted.length - most} more`;
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} and ${last}`;
}
