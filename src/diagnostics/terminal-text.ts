/**
 * Escapes characters that could harm a terminal: control characters, lone surrogates, noncharacters and the marks
 * that change the direction of writing become `\u{…}`, so that a file cannot move the cursor, change colours or hide text.
 */
export function visible(text: string): string {
  return text.replace(unsafe, escapeOf);
}

/** Whether `visible` escapes this character. */
export function isUnsafe(character: string): boolean {
  return character.search(unsafe) !== -1;
}

const unsafe = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu;

function escapeOf(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}

/** Width of a character in columns of a terminal; an approximation where terminals differ. */
export function widthOf(character: string): 0 | 1 | 2 {
  if (character < '\u0300') return 1;
  if (combining.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

const combining = /^[\p{Mn}\p{Me}\u200B-\u200D]$/u;

// East Asian Width W and F by block, and emoji.
const wide =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]$/u;
