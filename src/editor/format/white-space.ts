/** Spaces and tabs, which are the white space of YAML: other characters, such as a no-break space, are text. */

export function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

export function withoutIndent(line: string): string {
  return line.replace(/^[ \t]+/, '');
}

export function withoutTrailingSpaces(line: string): string {
  return line.replace(/[ \t]+$/, '');
}

export function indented(line: string, indent: number): string {
  return line === '' ? '' : `${' '.repeat(indent)}${line}`;
}

/** The number of spaces that a line begins with. */
export function indentOf(line: string): number {
  return line.length - line.replace(/^ +/, '').length;
}
