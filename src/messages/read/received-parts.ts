/** The contents of the parts of a message, but for its envelope, by their Content-IDs. */
export type ReceivedParts = Pick<ReadonlyMap<string, Uint8Array>, 'get'>;

/** The part that a URI refers to (RFC 2392); undefined for a part that is not there, and for another URI. */
export function partOf(parts: ReceivedParts, uri: string): Uint8Array | undefined {
  if (!/^cid:/i.test(uri)) return undefined;
  const id = uri.slice('cid:'.length);
  return parts.get(id) ?? parts.get(decoded(id));
}

/** Many senders write the characters of a Content-ID as they are. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
