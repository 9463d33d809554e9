import type { IncomingMessage } from 'node:http';

/** The body of a request; undefined when it has more bytes. */
export async function bodyOf(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > most) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The value of a cookie. */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((each) => each.trim());
  return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
}
