/** A parsed Content-Type header. */
export interface ContentType {
  /** Type and subtype in lower case, such as `text/xml`. */
  readonly mediaType: string;
  /** The charset parameter in lower case. */
  readonly charset: string | undefined;
  /** The action parameter of SOAP 1.2 (RFC 3902, 5). */
  readonly action: string | undefined;
}

const essence = /^[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*(?=;|$)/;
/**
 * One parameter after its `;`, or a lone `;`. White space is allowed wherever clients put it. A value without quotes ends at
 * the next `;`: an action is a URI, which some clients do not quote.
 */
const parameter =
  /;[ \t]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[\s\S])*)"|([^;"\s]*))[ \t]*)?(?=;|$)/y;

/**
 * Parses a Content-Type header: parameters in any order, case and quoting (rule T2).
 *
 * @returns undefined when it is malformed, or has two charset or action parameters.
 */
export function parseContentType(header: string): ContentType | undefined {
  const head = essence.exec(header);
  if (head === null) return undefined;
  let charset: string | undefined;
  let action: string | undefined;
  parameter.lastIndex = head[0].length;
  while (parameter.lastIndex < header.length) {
    const found = parameter.exec(header);
    if (found === null) return undefined;
    const name = found[1]?.toLowerCase();
    const value = found[2]?.replace(/\\([\s\S])/g, '$1') ?? found[3] ?? '';
    if (name === 'charset') {
      if (charset !== undefined) return undefined;
      charset = value.toLowerCase();
    } else if (name === 'action') {
      if (action !== undefined) return undefined;
      action = value;
    }
  }
  return { mediaType: (head[1] ?? '').toLowerCase(), charset, action };
}
