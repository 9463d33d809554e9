import type { KeepPictureRequest } from '../generated/server.ts';
import type { Context } from './context.ts';
import { requireTicket } from './faults.ts';

/** Keeps a picture and returns its bytes in reverse order. */
export async function KeepPicture(
  { digest, picture }: KeepPictureRequest,
  context: Context,
): Promise<Uint8Array | undefined> {
  requireTicket(context);
  return picture === undefined ? digest : picture.slice().reverse();
}
