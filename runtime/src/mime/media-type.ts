/** A value of a header of MIME with parameters: Content-Type, Content-Disposition (RFC 2045, 5.1). */
export interface HeaderWithParameters {
  /** Before the parameters, in lower case. */
  readonly value: string;
  /** By their names in lower case, with quotes resolved. The first of a name counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** One parameter after its `;`, or a lone `;`. A value without quotes may have characters that should be quoted. */
const parameter = /;[ \t]*(?:([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[\s\S])*)"|([^;"\s]*))[ \t]*)?(?=;|$)/y;

/** @returns undefined when it is malformed. */
export function parseParameters(header: string): HeaderWithParameters | undefined {
  const start = header.indexOf(';');
  const end = start === -1 ? header.length : start;
  const parameters = new Map<string, string>();
  parameter.lastIndex = end;
  while (parameter.lastIndex < header.length) {
    const found = parameter.exec(header);
    if (found === null) return undefined;
    const name = found[1]?.toLowerCase();
    const value = found[2]?.replace(/\\([\s\S])/g, '$1') ?? found[3] ?? '';
    if (name !== undefined && !parameters.has(name)) parameters.set(name, value);
  }
  return { value: header.slice(0, end).trim().toLowerCase(), parameters };
}

/** A parameter with its value in quotes. */
export function quoted(name: string, value: string): string {
  return `${name}="${value.replace(/["\\]/g, '\\$&')}"`;
}
