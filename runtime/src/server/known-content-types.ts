import { type ContentType, parseContentType } from '../soap/content-type.ts';
import { soap11, soap12 } from '../soap/version.ts';

/** Parsed headers: callers repeat a few, and each operation of SOAP 1.2 has its own. */
const known: Map<string, ContentType> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ [soap11, soap12].map(({ contentType, mediaType }) => [
    contentType,
    { mediaType, charset: 'utf-8', action: undefined },
  ]),
);
/** Limits on `known`, whatever is sent: entries, and characters of a header. */
const maxKnown = 512;
const maxKnownLength = 256;

/** As `parseContentType`, which reads each header once. */
export function knownContentType(header: string): ContentType | undefined {
  const found = known.get(header);
  if (found !== undefined) return found;
  const parsed = parseContentType(header);
  if (parsed !== undefined && header.length <= maxKnownLength && known.size < maxKnown) known.set(header, parsed);
  return parsed;
}
