/** whiteSpace="replace": tab, LF and CR become spaces (XML Schema part 2, 4.3.6). */
export function replaceWhite(text: string): string {
  // One character at a time: the platform replaces single characters in one pass, without a list of matches.
  return /[\t\n\r]/.test(text) ? text.replace(/\t/g, ' ').replace(/\n/g, ' ').replace(/\r/g, ' ') : text;
}

/** whiteSpace="collapse": one space for each run of white space, none at the ends. */
export function collapseAll(text: string): string {
  if (!/^[ \t\n\r]|[\t\n\r]|[ ]{2}|[ ]$/.test(text)) return text;
  return text.replace(/[ \t\n\r]+/g, ' ').replace(/^ | $/g, '');
}

export function normalise(text: string, whiteSpace: 'preserve' | 'replace' | 'collapse' | undefined): string {
  return whiteSpace === 'preserve' ? text : whiteSpace === 'replace' ? replaceWhite(text) : collapseAll(text);
}
