import { decodeUtf8 } from '#bytes';
import { GREATER, QUESTION } from './chars.ts';

/** XMLDecl with VersionInfo, EncodingDecl and SDDecl in this order (XML 1.0, 2.8), quotes of either kind. */
const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"(1\.[0-9]+)"|'(1\.[0-9]+)')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"([A-Za-z][\w.-]*)"|'([A-Za-z][\w.-]*)'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>$/;

export interface XmlDeclaration {
  /** Behind its `?>`. */
  readonly end: number;
  /** As it stands there; undefined when it says none. */
  readonly encoding: string | undefined;
}

/**
 * Reads the XML declaration that begins at `start`.
 *
 * @param illFormed makes the error for a reason.
 */
export function readDeclaration(data: Uint8Array, start: number, illFormed: (reason: string) => Error): XmlDeclaration {
  let end = data.indexOf(QUESTION, start + 2);
  while (end !== -1 && data[end + 1] !== GREATER) end = data.indexOf(QUESTION, end + 1);
  const match = end === -1 ? null : DECLARATION.exec(decodeUtf8(data, start, end + 2));
  if (match === null) throw illFormed('the XML declaration is wrong');
  if ((match[1] ?? match[2]) !== '1.0') throw illFormed('only XML 1.0 is supported');
  return { end: end + 2, encoding: match[3] ?? match[4] };
}
