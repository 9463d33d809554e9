import { Refusal } from './gateway-problem.ts';

/** The body of a request, which is in UTF-8. @param most bytes; more are refused before they are read. */
export async function bodyText(request: Request, most: number): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await bodyBytes(request, most));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal({ title: 'The body is not in UTF-8.', status: 400 });
  }
}

/** The body of a request. @param most bytes; more are refused before they are read. */
export async function bodyBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new Refusal({ title: `A request has at most ${most} bytes.`, status: 413 });
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) <= most) return new Uint8Array(await request.arrayBuffer());
  if (length !== null) throw tooLarge;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.length;
    if (size > most) throw tooLarge;
    pieces.push(piece);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
