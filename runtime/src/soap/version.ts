import { type Tag, tag } from '../xml/tag.ts';

export type SoapVersion = '1.1' | '1.2';

/** The differences between the two versions of SOAP on the wire. */
export interface Version {
  readonly name: SoapVersion;
  /** Namespace of the envelope. */
  readonly namespace: string;
  /** Prefix of written envelopes (rules C3 and W1). */
  readonly prefix: string;
  readonly mediaType: string;
  /** Content-Type of written messages (rules C1 and T4). */
  readonly contentType: string;
  /** The attribute for the role of a header block: `actor` or `role`. */
  readonly roleAttribute: string;
  /** URI of the role that the next receiver of the message plays. */
  readonly nextRole: string;
  readonly envelope: Tag;
  readonly header: Tag;
  readonly body: Tag;
  /** Local names of the fault codes. */
  readonly senderCode: string;
  readonly receiverCode: string;
}

/** @see https://www.w3.org/TR/2000/NOTE-SOAP-20000508/ */
export const soap11: Version = {
  name: '1.1',
  namespace: 'http://schemas.xmlsoap.org/soap/envelope/',
  prefix: 'soap',
  mediaType: 'text/xml',
  contentType: 'text/xml; charset=utf-8',
  roleAttribute: 'actor',
  nextRole: 'http://schemas.xmlsoap.org/soap/actor/next',
  ...partsOf('http://schemas.xmlsoap.org/soap/envelope/'),
  senderCode: 'Client',
  receiverCode: 'Server',
};

/** @see https://www.w3.org/TR/soap12-part1/ */
export const soap12: Version = {
  name: '1.2',
  namespace: 'http://www.w3.org/2003/05/soap-envelope',
  prefix: 'soap12',
  mediaType: 'application/soap+xml',
  contentType: 'application/soap+xml; charset=utf-8',
  roleAttribute: 'role',
  nextRole: 'http://www.w3.org/2003/05/soap-envelope/role/next',
  ...partsOf('http://www.w3.org/2003/05/soap-envelope'),
  senderCode: 'Sender',
  receiverCode: 'Receiver',
};

/** The names of an envelope's elements. */
function partsOf(namespace: string): Pick<Version, 'envelope' | 'header' | 'body'> {
  return { envelope: tag(namespace, 'Envelope'), header: tag(namespace, 'Header'), body: tag(namespace, 'Body') };
}

/** URI of the role that the ultimate receiver of a message plays (SOAP 1.2 part 1, 2.2). */
export const ultimateReceiver = 'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver';

export function versionNamed(name: SoapVersion): Version {
  return name === '1.1' ? soap11 : soap12;
}

/** The version of messages of a media type (rule T2). */
export function versionOfMediaType(mediaType: string): Version | undefined {
  if (mediaType === soap11.mediaType) return soap11;
  if (mediaType === soap12.mediaType) return soap12;
  return undefined;
}
