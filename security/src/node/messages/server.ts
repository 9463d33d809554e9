import type { ServerMessageSecurity, SoapFault } from '@soapwright/runtime/server';
import { securityFault } from '../../faults.ts';
import { securityHeader } from '../../names.ts';
import { memoryReplayStore } from '../../replay.ts';
import { SecurityError } from '../../security-error.ts';
import { inlinedParts } from './inlined-parts.ts';
import { MessagePipeline, type MessageSecurityOptions, reasonOf } from './message-pipeline.ts';
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
  return {
    understood: [securityHeader],
    multipart: inlinedParts,
    async open(bytes, { limits, requestId }) {
      const rejected = (error: unknown): SoapFault => {
        onRejected?.(reasonOf(error), { requestId });
        return securityFault('InvalidSecurity');
      };
      const { envelope, verified } = await pipeline.open(bytes, limits).catch((error: unknown) => {
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
