import type { KeyReference, SignatureAlgorithm } from '../../../security/src/node/messages/index.ts';
import { type DigestAlgorithm, exclusive } from '../../../security/src/node/signature/algorithms.ts';

/** What one side signs, and the other one verifies. Each of them is a case of the tests of its toolkit. */
export interface Proof {
  readonly algorithms: readonly SignatureAlgorithm[];
  readonly digests: readonly DigestAlgorithm[];
  /** URIs; ours are exclusive. */
  readonly forms: readonly string[];
  readonly keys: readonly Exclude<KeyReference, object>[];
}

export interface Toolkit {
  /** What it verifies of ours; undefined if it verifies nothing. */
  readonly ours: Proof | undefined;
  readonly theirs: Proof;
}

const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const inclusive11 = 'http://www.w3.org/2006/12/xml-c14n11';

const [rsa, ecdsa, hmac] = (['rsa', 'ecdsa', 'hmac'] as const).map((kind) =>
  (['sha256', 'sha384', 'sha512'] as const).map((hash) => `${kind}-${hash}` as const),
) as [SignatureAlgorithm[], SignatureAlgorithm[], SignatureAlgorithm[]];
const digests: readonly DigestAlgorithm[] = ['sha256', 'sha384', 'sha512'];

export const wss4j: Toolkit = {
  ours: {
    algorithms: ['rsa-sha1', ...rsa, ...ecdsa],
    digests: ['sha1', ...digests],
    forms: [exclusive],
    keys: ['binary-security-token', 'pki-path', 'subject-key-identifier', 'issuer-serial', 'thumbprint'],
  },
  theirs: {
    algorithms: ['rsa-sha1', ...rsa, ...ecdsa],
    digests: ['sha1', ...digests],
    forms: [exclusive, `${exclusive}WithComments`, inclusive],
    keys: ['binary-security-token', 'issuer-serial', 'x509-data', 'subject-key-identifier', 'thumbprint', 'key-value'],
  },
};

export const gsoap: Toolkit = {
  ours: {
    algorithms: ['rsa-sha1', ...rsa, ...hmac],
    digests: ['sha1', ...digests],
    forms: [exclusive],
    keys: ['binary-security-token', 'x509-data'],
  },
  theirs: {
    algorithms: ['rsa-sha1', 'rsa-sha256', 'rsa-sha512', ...hmac],
    digests: ['sha1', ...digests],
    forms: [exclusive],
    keys: ['binary-security-token', 'x509-data'],
  },
};

export const zeep: Toolkit = {
  ours: {
    algorithms: ['rsa-sha1', ...rsa],
    digests: ['sha1', ...digests],
    forms: [exclusive],
    keys: ['x509-data', 'binary-security-token', 'issuer-serial'],
  },
  theirs: {
    algorithms: ['rsa-sha1', ...rsa],
    digests: ['sha1', ...digests],
    forms: [exclusive],
    keys: ['x509-data', 'binary-security-token'],
  },
};

export const nodeSoap: Toolkit = {
  ours: undefined,
  theirs: {
    algorithms: ['rsa-sha1', 'rsa-sha256', 'rsa-sha512'],
    digests: ['sha1', 'sha256', 'sha512'],
    forms: [exclusive],
    keys: ['binary-security-token'],
  },
};

export const xmlsec1: Toolkit = {
  ours: { algorithms: [...rsa, ...ecdsa, ...hmac], digests, forms: [exclusive], keys: ['x509-data', 'x509-subject'] },
  theirs: {
    algorithms: [...rsa, ...ecdsa, ...hmac],
    digests,
    forms: [exclusive, `${exclusive}WithComments`, inclusive, inclusive11],
    keys: [],
  },
};

export const mono: Toolkit = {
  ours: {
    algorithms: ['rsa-sha1', ...rsa],
    digests: ['sha1', ...digests],
    forms: [exclusive],
    keys: ['x509-data', 'key-value'],
  },
  theirs: {
    algorithms: ['rsa-sha1', ...rsa],
    digests: ['sha1', ...digests],
    forms: [exclusive, inclusive],
    keys: ['x509-data', 'key-value'],
  },
};

/** Why a toolkit cannot prove something that it has a name for. */
export const broken: Readonly<Record<string, readonly string[]>> = {
  'gSOAP 2.8.124': ['rsa-sha384', 'ecdsa-sha256', 'ecdsa-sha384', 'ecdsa-sha512'],
};

export const toolkits: Readonly<Record<string, Toolkit>> = {
  'WSS4J 1.6.19': wss4j,
  'gSOAP 2.8.124': gsoap,
  'zeep 4.2.1': zeep,
  'node-soap 1.13': nodeSoap,
  'xmlsec1 1.2.37': xmlsec1,
  'Mono 6.8': mono,
};
