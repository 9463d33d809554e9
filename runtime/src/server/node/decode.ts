import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import type { Answer } from '../answer.ts';
import { isZlib } from '../fetch.ts';
import type { PendingBody } from '../soap-server.ts';

/** Decodes a body and answers it. What comes out is counted, and decoding stops at the limit (rule T6). */
export function answerDecoded(
  pending: PendingBody,
  body: Uint8Array,
  done: (answer: Answer | Promise<Answer>) => void,
): void {
  const options = { maxOutputLength: pending.limit };
  const decoded = (error: NodeJS.ErrnoException | null, bytes: Uint8Array): void => {
    if (error === null) done(pending.answer(bytes));
    else done(error.code === 'ERR_BUFFER_TOO_LARGE' ? pending.tooLarge() : pending.undecodable());
  };
  switch (pending.coding) {
    case 'gzip':
      gunzip(body, options, decoded);
      break;
    case 'deflate':
      if (isZlib(body)) inflate(body, options, decoded);
      else inflateRaw(body, options, decoded);
      break;
    case 'br':
      brotliDecompress(body, options, decoded);
      break;
    case undefined:
      done(pending.answer(body));
  }
}
