import type { ServerMessageSecurity, SoapFault } from '@soapwright/runtime/server';
import { securityFault } from '../../faults.ts';
import { securityHeader } from '../../names.ts';
import { memoryReplayStore } from '../../replay.ts';
import { SecurityError } from '../../security-error.ts';
import { type PartContents, placesOf } from '../signature/part-contents.ts';
import { inlinedParts, spooledParts } from './inlined-parts.ts';
import { MessagePipeline, type MessageSecurityOptions, type OpenedEnvelope, reasonOf } from './message-pipeline.ts';
import { heldEnvelope, includingEnvelope } from './multipart.ts';
import type { ReadLimits } from './soap-message.ts';
import type { VerifiedMessage } from './verify-message.ts';

export interface ServerMessageSecurityOptions extends MessageSecurityOptions {
  /**
   * Returns the caller of a verified request, `context.principal`, or undefined to reject it. Default: what is known of the
   * request, a `VerifiedMessage`.
   */
  readonly authenticate?: ((request: VerifiedMessage) => unknown) | undefined;
  /** Called with the reason for each rejected request; the caller gets the same fault for all reasons. */
  readonly onRejected?: ((reason: SecurityError, request: { readonly requestId: string }) => void) | undefined;
}

/**
 * Verifies the requests of a server and signs its responses, for `createServer(…, { messageSecurity })`.
 *
 * Requests that are not as the options say get the fault wsse:InvalidSecurity before anything of them is decoded. Messages
 * are remembered until they have expired, by default in memory, so that none is taken twice.
 *
 * @throws {TypeError} for options that contradict each other.
 */
export function serverMessageSecurity(options: ServerMessageSecurityOptions): ServerMessageSecurity {
  const { verify, authenticate = (request) => request, onRejected } = options;
  const pipeline = new MessagePipeline(options, memoryReplayStore(undefined, verify?.now));
  // What is decrypted is in memory: nothing of it is used before its tag was verified.
  const isHeld = options.verify !== undefined && options.decrypt === undefined;
  const opened = async (bytes: Uint8Array, limits: ReadLimits, parts: RequestedParts | undefined) => {
    if (parts === undefined) return await pipeline.open(bytes, limits);
    const { envelope, contents } = await heldEnvelope(bytes, (reference) => parts.part(reference), limits);
    const result = await pipeline.open(envelope, limits, { contents });
    return { ...result, envelope: signedParts(result, contents, parts) };
  };
  return {
    understood: [securityHeader],
    multipart: isHeld ? spooledParts : inlinedParts,
    async open(bytes, { limits, requestId, parts }) {
      const rejected = (error: unknown): SoapFault => {
        onRejected?.(reasonOf(error), { requestId });
        return securityFault('InvalidSecurity');
      };
      const { envelope, verified } = await opened(bytes, limits, isHeld ? parts : undefined).catch((error: unknown) => {
        throw rejected(error);
      });
      const secure = async (response: Uint8Array): Promise<Uint8Array> =>
        (await pipeline.secure(response, verified)).envelope;
      if (verified === undefined) return { envelope, principal: undefined, secure };
      const principal = await authenticate(verified);
      if (principal !== undefined && principal !== null) return { envelope, principal, secure };
      throw rejected(new SecurityError('key', 'The signer is not a caller of this service.'));
    },
  };
}

type RequestedParts = NonNullable<Parameters<ServerMessageSecurity['open']>[1]['parts']>;

/** The envelope that is read, with references to the parts that a signature covers; all others are hidden. */
function signedParts(
  { envelope, verified }: OpenedEnvelope,
  contents: PartContents,
  parts: RequestedParts,
): Uint8Array {
  const names = new Map<Blob, string>();
  for (const { blob, start, end } of placesOf(envelope, contents)) {
    const isSigned = verified?.covered.some((one) => one.start <= start && end <= one.end) === true;
    if (isSigned) names.set(blob, String(names.size + 1));
  }
  parts.show(new Map([...names].map(([blob, name]) => [name, blob])));
  return includingEnvelope(envelope, contents, (blob) => `cid:${names.get(blob) ?? ''}`);
}
