import { withPartDefaults } from '../../mime/part-options.ts';
import { readWithParts } from '../../mime/part-reader.ts';
import { RelatedMessage } from '../../mime/related-message.ts';
import { envelopeType, relatedType } from '../../mime/related-type.ts';
import { memorySpool } from '../../spool/memory-spool.ts';
import { SpoolBudget } from '../../spool/spool.ts';
import { withDefaults } from '../../xml/limits.ts';
import { withContentType } from '../http-headers.ts';
import type { SoapResponse } from '../interceptor.ts';
import { partsError } from '../parts-error.ts';
import type { ResponseToRead } from '../response-message.ts';

/**
 * Reads a message of several parts, all in memory.
 *
 * @param readRoot reads the envelope.
 * @throws {ClientError} and what `readRoot` throws.
 */
export async function readParts(
  toRead: ResponseToRead,
  contentType: string,
  readRoot: (root: ResponseToRead) => Promise<SoapResponse>,
): Promise<SoapResponse> {
  const { response, options, fail } = toRead;
  const type = relatedType(contentType);
  if (type === undefined) {
    throw fail(
      'not-soap',
      `HTTP ${response.status} with a multipart message that is not multipart/related with a boundary.`,
    );
  }
  const limits = { ...withDefaults(options.limits), ...withPartDefaults() };
  const message = new RelatedMessage(type, { limits, spool: memorySpool(), budget: new SpoolBudget(limits) });
  try {
    await message.add(response.body);
    const { root, contentType: rootType, parts } = message.end();
    const headers = withContentType(response.headers, envelopeType(rootType, type));
    return await readWithParts(parts, options, limits, (tolerance) =>
      readRoot({ ...toRead, response: { ...response, headers, body: root }, options: { ...options, tolerance } }),
    );
  } catch (error) {
    throw partsError(error, fail);
  }
}
