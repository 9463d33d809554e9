/** A response of the page. */
export interface PageResponse {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array;
}

/** Headers of files: nothing in them runs, and no other site reads them. */
export const guards: readonly string[] = [
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
  'Content-Security-Policy',
  "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy',
  'same-origin',
];

/** To a page of this one, after a form was taken. */
export function redirect(query: string): PageResponse {
  return { status: 303, headers: ['Location', `/${query}`, 'Cache-Control', 'no-store'], body: '' };
}

/** A file to store, which no browser shows. */
export function download(body: Uint8Array, type: string, name: string): PageResponse {
  const disposition = `attachment; filename="${name.replace(/[^\w.@-]/g, '_')}"`;
  const safe = /^[\x20-\x7e]+$/.test(type) ? type : 'application/octet-stream';
  return { status: 200, headers: ['Content-Type', safe, 'Content-Disposition', disposition, ...guards], body };
}

const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'text/plain': 'txt',
  'text/xml': 'xml',
};

/** A Content-ID as the name of a file. */
export function fileNameOf(id: string, type: string): string {
  const extension = extensions[type.split(';')[0]?.trim().toLowerCase() ?? ''] ?? 'bin';
  const name = id || 'attachment';
  return /\.\w{1,5}$/.test(name) ? name : `${name}.${extension}`;
}
