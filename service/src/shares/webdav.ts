import type { IncomingMessage, ServerResponse } from 'node:http';
import { readTree, XmlError } from '@soapwright/runtime/xml';
import { escaped } from '../common/html.ts';
import { bodyOf } from '../common/page-requests.ts';
import { Rejection } from '../common/rejection.ts';
import { safeHeaders, validatorsOf } from '../downloads/file-headers.ts';
import { mostEntries } from '../downloads/folder-listing.ts';
import { refuse } from '../downloads/sender.ts';
import { childrenAfter, type TreeEntry, timeOf } from '../operator/entry-tree.ts';
import type { Db } from '../storage/tables.ts';

/** Of every response below a share: WebDAV of class 1 without the methods that change anything (RFC 4918). */
export const davHeaders: Readonly<Record<string, string>> = { DAV: '1', Allow: 'OPTIONS, GET, HEAD, PROPFIND' };

const dav = 'DAV:';

/** Most bytes of a propfind. */
const mostBytes = 8192;

/** A property that a client asks for. */
interface PropertyName {
  readonly namespace: string;
  readonly local: string;
}

/** What a PROPFIND asks for: some properties, the names of all, or all. */
type Asked = readonly PropertyName[] | 'names' | 'all';

/**
 * Responds to a PROPFIND with the properties of an entry, and with the depth 1 of its first 1,000 entries.
 *
 * @param address of the entry on this host, as in the request; that of a folder ends in `/`.
 * @throws {Rejection} `InvalidValue` for a body that is not a propfind.
 */
export async function sendProperties(
  db: Db,
  request: IncomingMessage,
  response: ServerResponse,
  { entry, address }: { readonly entry: TreeEntry; readonly address: string },
): Promise<void> {
  const { depth = 'infinity' } = request.headers;
  const given = await bodyOf(request, mostBytes);
  if (given === undefined) throw new Rejection('InvalidValue', `A propfind has at most ${mostBytes} bytes.`);
  const asked = askedIn(given);
  if (depth !== '0' && depth !== '1') {
    return refuse(response, 403, 'Folders are listed with the depth 0 or 1 (propfind-finite-depth).\n');
  }
  const parts = [responseOf(address, entry, asked)];
  if (depth === '1' && entry.kind === 'folder') {
    for (const child of await childrenAfter(db, entry, '', mostEntries)) {
      const end = child.kind === 'folder' ? '/' : '';
      parts.push(responseOf(address + encodeURIComponent(child.name) + end, child, asked));
    }
  }
  const body = Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="${dav}">${parts.join('')}</D:multistatus>\n`,
  );
  response.writeHead(207, {
    ...safeHeaders,
    'Cache-Control': 'no-store',
    'Content-Length': body.length,
    'Content-Type': 'application/xml; charset=utf-8',
  });
  response.end(body);
}

function askedIn(body: Uint8Array): Asked {
  if (body.length === 0) return 'all';
  try {
    const { root } = readTree(body);
    const isPropfind = root.namespace === dav && root.local === 'propfind';
    const child = root.children.find(({ namespace }) => namespace === dav);
    if (isPropfind && child?.local === 'prop') return child.children;
    if (isPropfind && child?.local === 'propname') return 'names';
    if (isPropfind && child?.local === 'allprop') return 'all';
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
  }
  throw new Rejection('InvalidValue', 'The body is not a propfind (RFC 4918, 14.20).');
}

function responseOf(address: string, entry: TreeEntry, asked: Asked): string {
  const values = valuesOf(entry);
  const names = asked === 'all' || asked === 'names' ? [...values.keys()].map(ofDav) : asked;
  const has = ({ namespace, local }: PropertyName): boolean => namespace === dav && values.has(local);
  const found = names
    .filter(has)
    .map(({ local }) => element(local, asked === 'names' ? '' : (values.get(local) ?? '')));
  const missing = names.filter((name) => !has(name)).map(unknown);
  const states = [propstat('200 OK', found), missing.length === 0 ? '' : propstat('404 Not Found', missing)];
  return `<D:response><D:href>${escaped(address)}</D:href>${states.join('')}</D:response>`;
}

function ofDav(local: string): PropertyName {
  return { namespace: dav, local };
}

function propstat(status: string, properties: readonly string[]): string {
  return `<D:propstat><D:prop>${properties.join('')}</D:prop><D:status>HTTP/1.1 ${status}</D:status></D:propstat>`;
}

function element(local: string, content: string): string {
  return `<D:${local}>${content}</D:${local}>`;
}

function unknown({ namespace, local }: PropertyName): string {
  return namespace === '' ? `<${local} xmlns=""/>` : `<x:${local} xmlns:x="${escaped(namespace)}"/>`;
}

/** The properties of an entry, as XML by their names (RFC 4918, 15). */
function valuesOf(entry: TreeEntry): ReadonlyMap<string, string> {
  const { name, kind, size, creationTicks } = entry;
  const isFolder = kind === 'folder';
  const { etag, lastModified } = validatorsOf(entry);
  const created = timeOf(creationTicks);
  const values: readonly (readonly [string, string | undefined])[] = [
    ['displayname', escaped(name)],
    ['resourcetype', isFolder ? '<D:collection/>' : ''],
    ['creationdate', created],
    ['getcontentlength', isFolder ? undefined : String(size ?? 0n)],
    ['getcontenttype', isFolder ? undefined : 'application/octet-stream'],
    ['getetag', isFolder ? undefined : escaped(etag)],
    ['getlastmodified', lastModified === undefined ? undefined : new Date(lastModified).toUTCString()],
  ];
  return new Map(values.flatMap(([local, value]) => (value === undefined ? [] : [[local, value] as const])));
}
