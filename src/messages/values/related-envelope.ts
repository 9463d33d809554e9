import type { SoapVersion } from '../../contract/index.ts';

/** A message of one part with XOP, as services take it that demand MTOM. */
export interface RelatedEnvelope {
  readonly contentType: string;
  readonly text: string;
}

const boundary = 'soapwright-part';

/** The message of an envelope without binary parts (SOAP 1.2 MTOM, 3; SOAP 1.1 Binding for MTOM). @param action may be empty. */
export function relatedEnvelope(envelope: string, version: SoapVersion, action: string): RelatedEnvelope {
  const type = version === '1.1' ? 'text/xml' : 'application/soap+xml';
  const named = version === '1.1' || action === '' ? '' : `; action="${action}"`;
  const root = `application/xop+xml; charset=UTF-8; type="${type}"${named}`;
  const head = `Content-Type: ${root}\r\nContent-Transfer-Encoding: 8bit\r\nContent-ID: <root>`;
  return {
    contentType: `multipart/related; type="application/xop+xml"; boundary="${boundary}"; start="<root>"; start-info="${type}"${named}`,
    text: `--${boundary}\r\n${head}\r\n\r\n${envelope}\r\n--${boundary}--\r\n`,
  };
}
