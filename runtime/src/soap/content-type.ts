import { soap11, soap12 } from './version.ts';

/** A Content-Type header in its parts. */
export interface ContentType {
  /** Type and subtype in lower case, such as `text/xml`. */
  readonly mediaType: string;
  /** The character set in lower case; undefined where none is named. */
  readonly charset: string | undefined;
  /** The action of SOAP 1.2 (RFC 3902, 5) as it stands; undefined where none is named. */
  readonly action: string | undefined;
}

/** What almost every request says needs no parsing. */
const usual = new Map<string, ContentType>(
  [soap11, soap12].map(({ contentType, mediaType }) => [
    contentType,
    { mediaType, charset: 'utf-8', action: undefined },
  ]),
);

const essence = /^[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*(?=;|$)/;
/**
 * One parameter with the `;` before it, or a lone `;`. White space is let through wherever clients put it, and a value
 * without quotes runs to the next `;`: an action is a URI, and some clients do not quote it.
 */
const parameter =
  /;[ \t]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[\s\S])*)"|([^;"\s]*))[ \t]*)?(?=;|$)/y;

/**
 * Parses a Content-Type header: parameters in any order, any case and any quoting (rule T2).
 *
 * @returns undefined when it is not one, or when a parameter that matters is there twice.
 */
export function parseContentType(header: string): ContentType | undefined {
  const known = usual.get(header);
  if (known !== undefined) return known;
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
