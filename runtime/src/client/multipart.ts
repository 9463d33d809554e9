import type { StreamedCall } from '../soap/operation.ts';
import type { ReceivedResponse, StreamedResponse, StreamSettings } from '../soap/response-streaming.ts';
import type { Version } from '../soap/version.ts';
import type { EncodedMessage } from '../xml/encoded-message.ts';

/** Sends and receives messages of several parts. An option, so that only clients with it load the code: `mtom()`. */
export interface Multipart {
  /** The message with its binary values in parts of their own; undefined when it is sent as it is. */
  write(
    message: EncodedMessage,
    version: Version,
    call: StreamedCall,
  ): { readonly message: EncodedMessage; readonly contentType: string } | undefined;
  /** Receives the response of one call. @param plain receives one that is not multipart; undefined: the transport. */
  receive(
    call: StreamedCall,
    settings: StreamSettings,
    plain: StreamedResponse | undefined,
  ): StreamedResponse | undefined;
  /** Passes a message of several parts to its sink, if the transport knows no sinks and has read it into memory. */
  receiveWhole(response: ReceivedResponse, sink: StreamedResponse): Promise<void>;
}
