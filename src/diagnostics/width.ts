/** How many columns a terminal gives a character. Rough where terminals differ, right for what people write. */
export function widthOf(character: string): 0 | 1 | 2 {
  if (character < '\u0300') return 1;
  if (combining.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

const combining = /^[\p{Mn}\p{Me}\u200B-\u200D]$/u;

// East Asian Width W and F by block, and what terminals draw as emoji.
const wide =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]$/u;
