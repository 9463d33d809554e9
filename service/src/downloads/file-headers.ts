import type { TreeEntry } from '../operator/entry-tree.ts';
import type { Validators } from './preconditions.ts';

/** Headers of every response below /files/: nothing runs, and addresses with links go nowhere. */
export const safeHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The ETag is the SHA-256 in hexadecimal; for a file without one it is the name of its part, which never changes. */
export function validatorsOf({ digest, content, publishedAt }: TreeEntry): Validators {
  return { etag: `"${digest ?? content ?? ''}"`, lastModified: publishedAt ?? undefined };
}

/** Headers of a file in a response with 200, 206 or 304. */
export function fileHeaders(file: TreeEntry): Readonly<Record<string, string>> {
  const { etag, lastModified } = validatorsOf(file);
  return {
    ...safeHeaders,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    'Content-Disposition': contentDisposition(file.name),
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Content-Type': 'application/octet-stream',
    ETag: etag,
    ...(lastModified === undefined ? {} : { 'Last-Modified': new Date(lastModified).toUTCString() }),
    // RFC 9530: of the whole file, also in a response with a part of it.
    ...(file.digest === null
      ? {}
      : { 'Repr-Digest': `sha-256=:${Buffer.from(file.digest, 'hex').toString('base64')}:` }),
  };
}

/** A file to be saved by its name (RFC 6266), which may have any character (RFC 8187). */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/gu, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
