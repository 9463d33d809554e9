/** whiteSpace="replace": tab, LF and CR become spaces (XML Schema part 2, 4.3.6). */
export function replaceWhite(text: string): string {
  // One character at a time, which the platform does in one pass without a list of places.
  return /[\t\n\r]/.test(text) ? text.replace(/\t/g, ' ').replace(/\n/g, ' ').replace(/\r/g, ' ') : text;
}

/** whiteSpace="collapse": one space where there was any white space, none at the ends. */
export function collapseAll(text: string): string {
  if (!/^[ \t\n\r]|[\t\n\r]|[ ]{2}|[ ]$/.test(text)) return text;
  return text.replace(/[ \t\n\r]+/g, ' ').replace(/^ | $/g, '');
}

/** A text with its white space as a type says. */
export function normalise(text: string, whiteSpace: 'preserve' | 'replace' | 'collapse' | undefined): string {
  return whiteSpace === 'preserve' ? text : whiteSpace === 'replace' ? replaceWhite(text) : collapseAll(text);
}

/** The items of a list: what white space parts. */
export function itemsOf(text: string): readonly string[] {
  const collapsed = collapseAll(text);
  return collapsed === '' ? [] : collapsed.split(' ');
}

/** Whether a text has more than `most` items. Nothing is made of them. */
export function hasMoreItems(text: string, most: number): boolean {
  let items = 0;
  let inside = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const white = code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
    if (!white && !inside && ++items > most) return true;
    inside = !white;
  }
  return false;
}
