import { quoted } from '../mime/media-type.ts';
import type { PartLimits } from '../mime/multipart-parser.ts';
import { PartReading } from '../mime/part-reader.ts';
import { defaultPartLimits, RelatedMessage } from '../mime/related-message.ts';
import { envelopeType, relatedType } from '../mime/related-type.ts';
import { relatedMessage } from '../mime/related-writer.ts';
import type { ServerMultipart } from './multipart.ts';

export interface ServerMtomOptions {
  /** Values of a response of fewer bytes stay in the envelope, as base64. Default 1,024. */
  readonly threshold?: number | undefined;
  /** Parts of a request at most. Default 1,000. */
  readonly maxParts?: number | undefined;
  /** Bytes of the header of a part at most. Default 16 KiB. */
  readonly maxPartHeaderBytes?: number | undefined;
}

/**
 * Binary values in parts of their own, for `createServer(…, { multipart: mtom() })`: requests with XOP (MTOM) and with
 * attachments whose elements refer to them by `href`. Such a request gets a response with XOP; any other one is answered as
 * without the option.
 *
 * @throws {RangeError} for invalid options.
 * @see https://www.w3.org/TR/xop10/ and https://www.w3.org/TR/soap12-mtom/
 */
export function mtom(options: ServerMtomOptions = {}): ServerMultipart {
  const { threshold = 1024 } = options;
  const { maxParts = defaultPartLimits.maxParts, maxPartHeaderBytes = defaultPartLimits.maxPartHeaderBytes } = options;
  for (const [name, value] of Object.entries({ threshold, maxParts, maxPartHeaderBytes })) {
    if (Number.isSafeInteger(value) && value >= 0) continue;
    throw new RangeError(`${name} of mtom must be an integer of 0 or more, and is ${value}.`);
  }
  const partLimits: PartLimits = { maxParts, maxPartHeaderBytes };
  return {
    begin(contentType, { limits, spool, budget }) {
      const type = relatedType(contentType);
      if (type === undefined) return undefined;
      const message = new RelatedMessage(type, { limits: { ...limits, ...partLimits }, spool, budget });
      const values = new PartReading(message.parts);
      const action = type.action === undefined ? '' : `; ${quoted('action', type.action)}`;
      return {
        envelopeType: `${envelopeType(undefined, type)}${action}`,
        tolerance: values.tolerance(undefined),
        get isIncomplete() {
          return values.missing.size > 0;
        },
        add: (piece) => message.add(piece),
        end: () => message.end().root,
        async load() {
          await values.load(limits);
        },
        discard: () => message.discard(),
      };
    },
    write(message, version) {
      const written = relatedMessage(message, version, {
        threshold,
        always: true,
        action: undefined,
        unique: () => crypto.randomUUID(),
      });
      return written ?? { message, contentType: version.contentType };
    },
  };
}
