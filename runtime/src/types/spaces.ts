/** whiteSpace="replace": tab, LF and CR become spaces (XML Schema part 2, 4.3.6). */
export function replaceWhite(text: string): string {
  return /[\t\n\r]/.test(text) ? text.replace(/[\t\n\r]/g, ' ') : text;
}

/** whiteSpace="collapse": one space where there was any white space, none at the ends. */
export function collapseAll(text: string): string {
  if (!/^[ \t\n\r]|[\t\n\r]|[ ]{2}|[ ]$/.test(text)) return text;
  return text.replace(/[ \t\n\r]+/g, ' ').replace(/^ | $/g, '');
}

/** The items of a list: what white space parts. */
export function itemsOf(text: string): readonly string[] {
  const collapsed = collapseAll(text);
  return collapsed === '' ? [] : collapsed.split(' ');
}
