/** What clients make of an answer: `read`, for our clients with the kinds of deviations or the code of the error. */
export interface Outcomes {
  /** Strict, standard and tolerant reading. */
  readonly ours: readonly [strict: string, standard: string, tolerant: string];
  readonly php: string;
  readonly zeep: string;
  readonly nodeSoap: string;
}

/** Outcomes by the names of answers, as measured; for PHP 8.2, zeep 4.2.1 and node-soap. */
export const expected: Readonly<Record<string, Outcomes>> = {
  'UTF-8, as it should be': { ours: ['read', 'read', 'read'], php: 'read', zeep: 'read', nodeSoap: 'read' },
  'Latin-1 by the Content-Type': {
    ours: ['bad-answer', 'read', 'read'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'wrong',
  },
  'Latin-1 by the XML declaration': {
    ours: ['bad-answer', 'read', 'read'],
    php: 'read',
    zeep: 'read',
    nodeSoap: 'wrong',
  },
  'windows-1252 by the Content-Type': {
    ours: ['bad-answer', 'read', 'read'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'wrong',
  },
  'UTF-16 with a mark': { ours: ['read', 'read', 'read'], php: 'read', zeep: 'read', nodeSoap: 'refused' },
  'UTF-16 without a mark': { ours: ['read', 'read', 'read'], php: 'refused', zeep: 'refused', nodeSoap: 'refused' },
  'UTF-8 that declares UTF-16': {
    ours: ['bad-answer', 'bad-answer', 'read encoding'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'read',
  },
  'Latin-1 that is called UTF-8': {
    ours: ['bad-answer', 'bad-answer', 'read encoding'],
    php: 'read',
    zeep: 'read',
    nodeSoap: 'wrong',
  },
  'Latin-1 without any name': {
    ours: ['bad-answer', 'bad-answer', 'bad-answer'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'wrong',
  },
  'UTF-8 that is called Latin-1 and has a mark': {
    ours: ['read', 'read', 'read'],
    php: 'read',
    zeep: 'read',
    nodeSoap: 'read',
  },
  'UTF-7': { ours: ['bad-answer', 'bad-answer', 'bad-answer'], php: 'wrong', zeep: 'wrong', nodeSoap: 'wrong' },
  'an unknown encoding': {
    ours: ['bad-answer', 'bad-answer', 'bad-answer'],
    php: 'read',
    zeep: 'read',
    nodeSoap: 'read',
  },
  'a byte order mark': { ours: ['read', 'read', 'read'], php: 'read', zeep: 'read', nodeSoap: 'read' },
  'a line feed before the declaration': {
    ours: ['bad-answer', 'read prolog', 'read prolog'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'read',
  },
  'a byte order mark after a line feed': {
    ours: ['bad-answer', 'read prolog', 'read prolog'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'read',
  },
  'text before the declaration': {
    ours: ['bad-answer', 'bad-answer', 'bad-answer'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'read',
  },
  'gzip that nobody asked for': { ours: ['read', 'read', 'read'], php: 'read', zeep: 'read', nodeSoap: 'read' },
  deflate: { ours: ['read', 'read', 'read'], php: 'read', zeep: 'read', nodeSoap: 'read' },
  'deflate without its header': { ours: ['read', 'read', 'read'], php: 'refused', zeep: 'read', nodeSoap: 'read' },
  br: { ours: ['read', 'read', 'read'], php: 'refused', zeep: 'refused', nodeSoap: 'read' },
  'gzip and Latin-1': { ours: ['bad-answer', 'read', 'read'], php: 'refused', zeep: 'refused', nodeSoap: 'wrong' },
  'gzip twice': { ours: ['not-soap', 'not-soap', 'not-soap'], php: 'refused', zeep: 'read', nodeSoap: 'refused' },
  'a gzip bomb': { ours: ['too-large', 'too-large', 'too-large'], php: 'wrong', zeep: 'wrong', nodeSoap: 'wrong' },
  'gzip that breaks off': {
    ours: ['truncated', 'truncated', 'truncated'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'refused',
  },
  'application/xml': {
    ours: ['not-soap', 'read content-type', 'read content-type'],
    php: 'read',
    zeep: 'read',
    nodeSoap: 'read',
  },
  'application/soap+xml with SOAP 1.1': {
    ours: ['bad-answer', 'read content-type', 'read content-type'],
    php: 'read',
    zeep: 'read',
    nodeSoap: 'read',
  },
  'text/xml with SOAP 1.2': {
    ours: ['bad-answer', 'bad-answer', 'bad-answer'],
    php: 'read',
    zeep: 'refused',
    nodeSoap: 'read',
  },
  'text/plain': { ours: ['not-soap', 'not-soap', 'read content-type'], php: 'read', zeep: 'read', nodeSoap: 'read' },
  'text/html': { ours: ['not-soap', 'not-soap', 'read content-type'], php: 'read', zeep: 'read', nodeSoap: 'read' },
  'application/octet-stream': {
    ours: ['not-soap', 'not-soap', 'read content-type'],
    php: 'read',
    zeep: 'read',
    nodeSoap: 'read',
  },
  'no Content-Type': {
    ours: ['not-soap', 'not-soap', 'read content-type'],
    php: 'read',
    zeep: 'read',
    nodeSoap: 'read',
  },
  'mustUnderstand on wsa:Action': {
    ours: ['bad-answer', 'bad-answer', 'bad-answer'],
    php: 'read',
    zeep: 'read',
    nodeSoap: 'read',
  },
  'a page to sign in': {
    ours: ['sign-in-page', 'sign-in-page', 'sign-in-page'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'refused',
  },
  'a page': { ours: ['not-soap', 'not-soap', 'not-soap'], php: 'refused', zeep: 'refused', nodeSoap: 'refused' },
  'a redirect to sign in': {
    ours: ['redirected', 'redirected', 'redirected'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'refused',
  },
  'HTTP 401': {
    ours: ['unauthorized', 'unauthorized', 'unauthorized'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'refused',
  },
  'HTTP 403': { ours: ['forbidden', 'forbidden', 'forbidden'], php: 'refused', zeep: 'refused', nodeSoap: 'refused' },
  'HTTP 404': { ours: ['not-found', 'not-found', 'not-found'], php: 'refused', zeep: 'refused', nodeSoap: 'refused' },
  'HTTP 407': {
    ours: ['proxy-authentication', 'proxy-authentication', 'proxy-authentication'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'refused',
  },
  'HTTP 429': {
    ours: ['too-many-requests', 'too-many-requests', 'too-many-requests'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'refused',
  },
  'HTTP 503': {
    ours: ['unavailable', 'unavailable', 'unavailable'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'refused',
  },
  'a response that breaks off': {
    ours: ['truncated', 'truncated', 'truncated'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'refused',
  },
  'an envelope that breaks off': {
    ours: ['truncated', 'truncated', 'truncated'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'refused',
  },
  'no response': {
    ours: ['connection-lost', 'connection-lost', 'connection-lost'],
    php: 'refused',
    zeep: 'refused',
    nodeSoap: 'refused',
  },
  'an empty response': {
    ours: ['not-soap', 'not-soap', 'not-soap'],
    php: 'wrong',
    zeep: 'refused',
    nodeSoap: 'refused',
  },
  JSON: { ours: ['not-soap', 'not-soap', 'not-soap'], php: 'refused', zeep: 'refused', nodeSoap: 'refused' },
};
