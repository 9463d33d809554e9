/**
 * A value without the white space around it: what the facet whiteSpace="collapse" means for a value that may hold none
 * inside (XML Schema part 2, 4.3.6). Only the four characters of XML count: `trim` would take others along.
 */
export function collapse(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhite(text.charCodeAt(start))) start++;
  while (end > start && isWhite(text.charCodeAt(end - 1))) end--;
  return end - start === text.length ? text : text.slice(start, end);
}

function isWhite(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
