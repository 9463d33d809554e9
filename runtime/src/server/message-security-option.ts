import type { QName } from '../types/qname.ts';
import type { NamedLimits } from '../xml/limits.ts';
import type { RequestParts, ServerMultipart } from './multipart.ts';

/**
 * Opens messages that are signed or encrypted, and secures their responses: `serverMessageSecurity()` of
 * `@soapwright/security/messages`. An option, so that only servers with it load the code.
 */
export interface ServerMessageSecurity {
  /** Header blocks that it processes. They count as understood (rule D5). */
  readonly understood: readonly QName[];
  /** Reads requests of several parts into one envelope. */
  readonly multipart?: ServerMultipart | undefined;
  /**
   * Called once for each request, with its whole envelope, before anything of it is read.
   *
   * @throws {SoapFault} the response.
   */
  open(
    envelope: Uint8Array,
    request: {
      readonly limits: NamedLimits;
      readonly requestId: string;
      /** Of a message of several parts, whose envelope refers to them. */
      readonly parts?: Pick<RequestParts, 'part' | 'show'> | undefined;
    },
  ): Promise<OpenedMessage>;
}

/** A request whose security was checked. */
export interface OpenedMessage {
  /** The envelope that is read, in UTF-8. */
  readonly envelope: Uint8Array;
  /** Who sent it: `context.principal`, unless the option `authentication` finds another one. */
  readonly principal: unknown;
  /** The envelope of the response, or of a fault, as it is sent. */
  secure(envelope: Uint8Array): Promise<Uint8Array>;
}
