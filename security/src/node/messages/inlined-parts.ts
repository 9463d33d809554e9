import type { ServerMessageSecurity } from '@soapwright/runtime/server';
import { mtom } from '@soapwright/runtime/server/mtom';
import { XmlError } from '@soapwright/runtime/xml';
import { SecurityError } from '../../security-error.ts';
import { inlinedMessage } from './multipart.ts';

type ServerMultipart = NonNullable<ServerMessageSecurity['multipart']>;

const reader: ServerMultipart = mtom();

/** Reads requests of several parts, which stay in the spool. Responses are plain. */
export const spooledParts: ServerMultipart = {
  isRequired: false,
  begin: (contentType, settings) => reader.begin(contentType, settings),
  write: () => undefined,
};

/** Reads requests of several parts into one envelope, in memory: it was signed and encrypted so. Responses are plain. */
export const inlinedParts: ServerMultipart = {
  isRequired: false,
  begin(contentType, settings) {
    const parts = contentType === undefined ? undefined : reader.begin(contentType, settings);
    if (parts === undefined || contentType === undefined) return undefined;
    const { envelopeType, isXop, tolerance } = parts;
    const pieces: Uint8Array[] = [];
    const { maxBodyBytes } = settings.limits;
    let size = 0;
    return {
      envelopeType,
      isXop,
      tolerance,
      isIncomplete: false,
      add(piece) {
        size += piece.length;
        if (size > maxBodyBytes) throw new XmlError('limit', `limit maxBodyBytes (${maxBodyBytes}) reached`);
        pieces.push(piece.slice());
        return undefined;
      },
      end() {
        try {
          return inlinedMessage(contentType, Buffer.concat(pieces), settings.limits)?.envelope ?? new Uint8Array(0);
        } catch (error) {
          if (error instanceof SecurityError) throw new XmlError('ill-formed', error.message);
          throw error;
        }
      },
      async load() {},
      part: () => undefined,
      show: () => undefined,
      discard: () => undefined,
    };
  },
  write: () => undefined,
};
