/**
 * Text that a terminal can be handed: control characters, lone surrogates and the marks that turn the direction of
 * writing come out as `\u{…}`, so that nothing in a file can move the cursor, change colours or hide what follows.
 */
export function visible(text: string): string {
  return text.replace(unsafe, asEscape);
}

/** Whether `visible` would write this character as an escape. */
export function isUnsafe(character: string): boolean {
  return character.search(unsafe) !== -1;
}

const unsafe = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

function asEscape(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}
