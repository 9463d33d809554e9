import { encodeUtf8 } from '#bytes';
import { writeWholeMessage } from '../mime/whole-message.ts';
import { soap11, type Version } from '../soap/version.ts';
import { envelopeText, type Message } from './envelope-text.ts';
import { fullText } from './message-tree.ts';
import type { OperationDescription, PagesDescription } from './pages-description.ts';

/** A request as it is sent. */
export interface SentRequest {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A request with its attachments; the service's own forms need no MTOM. */
export function sentMessage(
  service: PagesDescription,
  operation: OperationDescription,
  version: Version,
  message: Message,
): SentRequest {
  const envelope = encodeUtf8(envelopeText(service, version, message, fullText));
  const { parts = [] } = message;
  if (parts.length === 0) return { contentType: requestContentType(service, operation, version), body: envelope };
  const { soapAction } = operation;
  return writeWholeMessage(version.name, envelope, parts, {
    boundary: `uuid:${crypto.randomUUID()}`,
    start: 'root@soapwright',
    isXop: false,
    action: soapAction === '' ? undefined : soapAction,
  });
}

/**
 * The Content-Type of a request of one part. In SOAP 1.2 the action distinguishes operations that share an element (rule D3).
 */
export function requestContentType(
  { operations }: PagesDescription,
  { soapAction, inputElement, inputNamespace }: OperationDescription,
  version: Version,
): string {
  const sameElement = operations.filter(
    (one) => one.inputElement === inputElement && one.inputNamespace === inputNamespace,
  );
  return version !== soap11 && sameElement.length > 1
    ? `${version.contentType}; action="${soapAction}"`
    : version.contentType;
}
