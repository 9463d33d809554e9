import { quoted } from '../mime/media-type.ts';
import { type PartOptions, withPartDefaults } from '../mime/part-options.ts';
import { PartReading } from '../mime/part-reader.ts';
import { RelatedMessage } from '../mime/related-message.ts';
import { envelopeType, relatedType } from '../mime/related-type.ts';
import { relatedMessage } from '../mime/related-writer.ts';
import type { ServerMultipart } from './multipart.ts';

export type { PartOptions };

export interface ServerMtomOptions extends PartOptions {
  /** Whether requests without parts get 415, as for services whose policy requires MTOM. Default false. */
  readonly required?: boolean | undefined;
}

/**
 * Binary values in parts of their own, for `createServer(…, { multipart: mtom() })`: requests with XOP (MTOM) and with
 * attachments. A request with XOP gets a response with XOP; any other one is answered as without the option, but for
 * attachments that the contract declares.
 *
 * @throws {RangeError} for invalid options.
 * @see https://www.w3.org/TR/xop10/ and https://www.w3.org/TR/soap12-mtom/
 */
export function mtom({ required = false, ...options }: ServerMtomOptions = {}): ServerMultipart {
  const { threshold, ...partLimits } = withPartDefaults(options);
  return {
    isRequired: required,
    begin(contentType, { limits, spool, budget }) {
      const type = relatedType(contentType);
      if (type === undefined) return undefined;
      const message = new RelatedMessage(type, { limits: { ...limits, ...partLimits }, spool, budget });
      const values = new PartReading(message.parts);
      const action = type.action === undefined ? '' : `; ${quoted('action', type.action)}`;
      return {
        envelopeType: `${envelopeType(undefined, type)}${action}`,
        isXop: type.isXop,
        tolerance: values.tolerance(undefined),
        get isIncomplete() {
          return values.missing.size > 0;
        },
        add: (piece) => message.add(piece),
        end: () => message.end().root,
        part: (reference) => values.part(reference)?.blob,
        show: (parts) => values.show(parts),
        async load() {
          await values.load(limits);
        },
        discard: () => message.discard(),
      };
    },
    write(message, version, isXop) {
      return relatedMessage(message, version, {
        isXop,
        threshold,
        always: true,
        action: undefined,
        unique: () => crypto.randomUUID(),
      });
    },
  };
}
