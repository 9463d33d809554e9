import { type SoapFault, XmlError } from '@soapwright/runtime';
import { decodeMessage } from './trusted.ts';

/** Documents that the reader rejects for a reason, and saxes accepts. */
interface Difference {
  readonly clause: string;
  readonly says: string;
  /** @param at the whole text, and what stands before and after the error. */
  readonly explains: (
    error: XmlError,
    at: { readonly text: string; readonly before: string; readonly after: string },
  ) => boolean;
}

const WITH_ENCODING = /^\ufeff?<\?xml[^>]*encoding/;
const OTHER_VERSION = /^\ufeff?<\?xml\s+version\s*=\s*["']1\.(?!0["'])/;
/** The character behind the colon may stand in a name, and not at its start. */
const NAME_WITHOUT_START = /^[^\s=/>:]+:(?:[\u0300-\u036f]|[\u00b7\u203f\u2040])/;

export const differences: readonly Difference[] = [
  {
    clause: 'XML 1.0, 2.8, production 26',
    says: 'A document of version 1.1 and later is refused. A processor of 1.0 may read it.',
    explains: ({ message }, { text }) => message.includes('only XML 1.0') && OTHER_VERSION.test(text),
  },
  {
    clause: 'XML 1.0, 4.3.3',
    says: 'An encoding that is not that of the message, or that we do not have, is an error. Saxes is given text.',
    explains: ({ code }, { text }) => code === 'encoding' && WITH_ENCODING.test(text),
  },
  {
    clause: 'XML 1.0, 2.6, production 16',
    says: 'White space must stand between the target of a processing instruction and what follows, a `?` too.',
    explains: ({ message }, { text }) => message.includes('processing instruction') && /<\?[^\s?]+\?(?!>)/.test(text),
  },
  {
    clause: 'Namespaces in XML, 4, productions 7 to 11',
    says: 'The part after the colon of a name must be a name by itself: `a:1` is not valid. Saxes looks at names as a whole.',
    explains: ({ message }, { before, after }) =>
      (message.includes('a name is expected here') && before.endsWith(':')) ||
      (message.includes('not allowed in a name') && NAME_WITHOUT_START.test(after)),
  },
];

/** Whether a listed difference explains why only our reader rejects a message. */
export function isExplained(message: Uint8Array, error: XmlError | SoapFault): boolean {
  const text = decodeMessage(message);
  if (typeof text !== 'string' || !(error instanceof XmlError)) return false;
  // Offsets are in UTF-8, behind the byte order mark of UTF-16 and before that of UTF-8.
  const bytes = message[0] === 0xff || message[0] === 0xfe ? Buffer.from(text, 'utf8') : Buffer.from(message);
  const offset = error.offset ?? 0;
  const before = bytes.toString('utf8', Math.max(0, offset - 8), offset);
  const after = bytes.toString('utf8', offset);
  return differences.some(({ explains }) => explains(error, { text, before, after }));
}
