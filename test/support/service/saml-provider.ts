import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, createPrivateKey, type KeyLike, KeyObject, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { createOptionalCallbackFunction, type HashAlgorithm, type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { Rejection } from '../../../service/src/common/rejection.ts';
import type { SamlProvider } from '../../../service/src/storage/identity-providers.ts';

/** A key of a provider, and its certificate, in PEM form. */
export interface ProviderKey {
  readonly privateKey: string;
  readonly certificate: string;
  readonly kind: 'rsa' | 'ec';
}

export async function makeKey(kind: 'rsa' | 'ec' = 'rsa'): Promise<ProviderKey> {
  const created = await generate([{ name: 'commonName', value: 'idp.example' }], {
    keyType: kind,
    keySize: 2048,
    curve: 'P-256',
    algorithm: 'sha256',
  });
  return { privateKey: created.private, certificate: created.cert, kind };
}

export function providerWith(...keys: readonly ProviderKey[]): SamlProvider {
  return {
    kind: 'SAML2',
    issuer: 'https://idp.example/metadata',
    signInUrl: 'https://idp.example/sso',
    certificates: keys.map(({ certificate }) => certificate),
    entityId: 'https://files.example/saml',
    returnTo: { web: 'https://files.example/acs', client: 'https://localhost:7777/acs' },
    unsolicited: true,
  };
}

/** The content of a token. Undefined values are omitted. */
export interface TokenFields {
  readonly now: number;
  readonly email: string;
  readonly assertionId: string;
  readonly responseId: string;
  readonly version: string;
  readonly responseVersion: string;
  readonly status: string;
  readonly issuer: string | undefined;
  readonly responseIssuer: string | undefined;
  readonly audience: string | undefined;
  readonly recipient: string | undefined;
  readonly destination: string | undefined;
  readonly inResponseTo: string | undefined;
  readonly responseInResponseTo: string | undefined;
  readonly method: string;
  readonly notBefore: string | undefined;
  readonly notOnOrAfter: string | undefined;
  readonly confirmationNotBefore: string | undefined;
  readonly confirmationNotOnOrAfter: string | undefined;
  readonly issueInstant: string;
  readonly responseIssueInstant: string;
  readonly sessionNotOnOrAfter: string | undefined;
  readonly nameFormat: string | undefined;
  /** Replaces the NameID. */
  readonly nameId: string | undefined;
  /** Added to the conditions. */
  readonly condition: string;
  readonly authnStatement: string | undefined;
  readonly attributes: string;
  /** Prefixes of the two namespaces; empty for the default namespace. */
  readonly saml: string;
  readonly samlp: string;
  /** White space between elements. */
  readonly between: string;
}

export const iso = (time: number): string => new Date(time).toISOString();

let created = 0;

/** A token that is right in all respects, for a provider of `providerWith`, with some of its fields changed. */
export function tokenFields(now: number, changed: Partial<TokenFields> = {}): TokenFields {
  created += 1;
  const until = iso(now + 300_000);
  const inResponseTo = changed.inResponseTo;
  return {
    now,
    email: 'anna@demo.example',
    assertionId: `_a${created}`,
    responseId: `_r${created}`,
    version: '2.0',
    responseVersion: '2.0',
    status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    issuer: 'https://idp.example/metadata',
    responseIssuer: 'https://idp.example/metadata',
    audience: 'https://files.example/saml',
    recipient: 'https://files.example/acs',
    destination: 'https://files.example/acs',
    inResponseTo: undefined,
    responseInResponseTo: inResponseTo,
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    notBefore: iso(now),
    notOnOrAfter: until,
    confirmationNotBefore: undefined,
    confirmationNotOnOrAfter: until,
    issueInstant: iso(now),
    responseIssueInstant: iso(now),
    sessionNotOnOrAfter: iso(now + 28_800_000),
    nameFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    nameId: undefined,
    condition: '',
    authnStatement: undefined,
    attributes: '',
    saml: 'saml',
    samlp: 'samlp',
    between: '',
    ...changed,
  };
}

const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${value}"`;

/** An assertion that is not signed, with its namespaces. */
export function assertionXml(fields: TokenFields): string {
  const s = fields.saml === '' ? '' : `${fields.saml}:`;
  const { now, between: w } = fields;
  const element = (name: string, attributes: string, content: string) =>
    `<${s}${name}${attributes}>${content}</${s}${name}>${w}`;
  const data = `<${s}SubjectConfirmationData${attribute('InResponseTo', fields.inResponseTo)}${attribute(
    'NotBefore',
    fields.confirmationNotBefore,
  )}${attribute('NotOnOrAfter', fields.confirmationNotOnOrAfter)}${attribute('Recipient', fields.recipient)}/>`;
  const nameId = fields.nameId ?? element('NameID', attribute('Format', fields.nameFormat), fields.email);
  const audience =
    fields.audience === undefined ? '' : element('AudienceRestriction', '', element('Audience', '', fields.audience));
  return (
    `<${s}Assertion xmlns${s === '' ? '' : `:${fields.saml}`}="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="${fields.assertionId}" Version="${fields.version}" IssueInstant="${fields.issueInstant}">${w}` +
    (fields.issuer === undefined ? '' : element('Issuer', '', fields.issuer)) +
    element('Subject', '', w + nameId + element('SubjectConfirmation', ` Method="${fields.method}"`, data)) +
    element(
      'Conditions',
      attribute('NotBefore', fields.notBefore) + attribute('NotOnOrAfter', fields.notOnOrAfter),
      w + audience + fields.condition,
    ) +
    (fields.authnStatement ??
      element(
        'AuthnStatement',
        ` AuthnInstant="${iso(now)}" SessionIndex="_s1"${attribute('SessionNotOnOrAfter', fields.sessionNotOnOrAfter)}`,
        element(
          'AuthnContext',
          '',
          element('AuthnContextClassRef', '', 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password'),
        ),
      )) +
    `${fields.attributes}</${s}Assertion>`
  );
}

/** A Response that is not signed, around an assertion that may be. */
export function responseXml(fields: TokenFields, assertion: string = assertionXml(fields)): string {
  const p = fields.samlp === '' ? '' : `${fields.samlp}:`;
  const w = fields.between;
  const issuer =
    fields.responseIssuer === undefined
      ? ''
      : `<i:Issuer xmlns:i="urn:oasis:names:tc:SAML:2.0:assertion">${fields.responseIssuer}</i:Issuer>${w}`;
  return (
    `<${p}Response xmlns${p === '' ? '' : `:${fields.samlp}`}="urn:oasis:names:tc:SAML:2.0:protocol"` +
    ` ID="${fields.responseId}" Version="${fields.responseVersion}" IssueInstant="${fields.responseIssueInstant}"` +
    `${attribute('Destination', fields.destination)}${attribute('InResponseTo', fields.responseInResponseTo)}>${w}` +
    `${issuer}<${p}Status>${w}<${p}StatusCode Value="${fields.status}"/>${w}</${p}Status>${w}${assertion}${w}</${p}Response>`
  );
}

/** How a part is signed; defaults are those of providers. */
export interface Signing {
  readonly key: ProviderKey;
  /** Digest and signature: `sha256`, … */
  readonly digest: string;
  readonly signature: string;
  readonly transforms: readonly string[];
  readonly canonicalization: string;
  /** Whether the certificate of the key is brought along. */
  readonly keyInfo: boolean;
  /** More elements that are referred to, by XPath. */
  readonly also: readonly string[];
  /** The signed element, by XPath; the signature is in the part anyway. */
  readonly signs: string | undefined;
  readonly prefix: string;
  /** Prefixes that exclusive canonicalization treats as the inclusive one does. */
  readonly inclusive: readonly string[];
}

export const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

/** The algorithms that xml-crypto lacks: SHA-384, and ECDSA. */
function addAlgorithms(signer: SignedXml): void {
  for (const sha of ['sha256', 'sha384', 'sha512']) {
    const uri = sha === 'sha384' ? `${more}sha384` : `http://www.w3.org/2001/04/xmlenc#${sha}`;
    signer.HashAlgorithms[uri] = class implements HashAlgorithm {
      getAlgorithmName(): string {
        return uri;
      }

      getHash(xml: string): string {
        return createHash(sha).update(xml, 'utf8').digest('base64');
      }
    };
    for (const kind of ['rsa', 'ecdsa']) signer.SignatureAlgorithms[`${more}${kind}-${sha}`] = signature(sha, kind);
  }
}

function signature(sha: string, kind: string): new () => SignatureAlgorithm {
  return class implements SignatureAlgorithm {
    readonly getSignature = createOptionalCallbackFunction((signedInfo: string, key: KeyLike): string => {
      const own = key instanceof KeyObject ? key : createPrivateKey(key);
      return sign(sha, Buffer.from(signedInfo), { key: own, dsaEncoding: 'ieee-p1363' }).toString('base64');
    });

    readonly verifySignature = createOptionalCallbackFunction((): boolean => {
      throw new Error('This only signs.');
    });

    getAlgorithmName(): string {
      return `${more}${kind}-${sha}`;
    }
  };
}

/** Signs the Response or the Assertion of a document, by xml-crypto. */
export function signed(
  xml: string,
  part: 'Response' | 'Assertion',
  { key, ...how }: Partial<Signing> & Pick<Signing, 'key'>,
): string {
  const path = `//*[local-name(.)='${part}']`;
  const {
    digest = sha256,
    signature = `${more}${key.kind === 'rsa' ? 'rsa' : 'ecdsa'}-sha256`,
    transforms = [enveloped, exclusive],
    canonicalization = exclusive,
    keyInfo = true,
    also = [],
    signs = path,
    prefix = 'ds',
    inclusive = [],
  } = how;
  const signer = new SignedXml({
    privateKey: key.privateKey,
    ...(keyInfo && { publicCert: key.certificate }),
    signatureAlgorithm: signature,
    canonicalizationAlgorithm: canonicalization,
  });
  addAlgorithms(signer);
  for (const xpath of [signs, ...also]) {
    signer.addReference({
      xpath,
      transforms: [...transforms],
      digestAlgorithm: digest,
      inclusiveNamespacesPrefixList: [...inclusive],
    });
  }
  signer.computeSignature(xml, {
    prefix,
    location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signer.getSignedXml();
}

export const base64 = (xml: string): string => Buffer.from(xml, 'utf8').toString('base64');

/** The reason of a rejection in the operator's log; `accepted` without one. */
export function reasonOf(work: () => unknown): string | undefined {
  try {
    work();
    return 'accepted';
  } catch (error) {
    if (!(error instanceof Rejection) || error.code !== 'SignInRefused') throw error;
    return error.reason?.replace(/^SAML: /, '');
  }
}

/** In `.ci/run` a foreign program that is not there is a failure, elsewhere a counted skip. */
export const foreignRequired: boolean = process.env.SOAPWRIGHT_FOREIGN === 'required';

/** Another signer, written by others in another language: Debian's xmlsec1. */
export const xmlsec: { readonly available: boolean; sign: typeof signByXmlsec } = {
  available: spawnSync('xmlsec1', ['--version'], { stdio: 'ignore' }).status === 0,
  sign: signByXmlsec,
};

function signByXmlsec(
  xml: string,
  part: 'Response' | 'Assertion',
  {
    key,
    sha = 'sha256',
    inclusive,
  }: { readonly key: ProviderKey; readonly sha?: 'sha256' | 'sha384' | 'sha512'; readonly inclusive?: string },
): string {
  const id = new RegExp(`<(?:\\w+:)?${part}\\b[^>]* ID="([^"]+)"`).exec(xml)?.[1];
  const prefixes =
    inclusive === undefined ? '' : `<InclusiveNamespaces xmlns="${exclusive}" PrefixList="${inclusive}"/>`;
  const template =
    `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><CanonicalizationMethod Algorithm="${exclusive}"/>` +
    `<SignatureMethod Algorithm="${more}${key.kind === 'rsa' ? 'rsa' : 'ecdsa'}-${sha}"/><Reference URI="#${id}"><Transforms>` +
    `<Transform Algorithm="${enveloped}"/><Transform Algorithm="${exclusive}">${prefixes}</Transform></Transforms>` +
    `<DigestMethod Algorithm="${sha === 'sha384' ? `${more}sha384` : `http://www.w3.org/2001/04/xmlenc#${sha}`}"/><DigestValue/></Reference></SignedInfo>` +
    '<SignatureValue/><KeyInfo><X509Data><X509Certificate/></X509Data></KeyInfo></Signature>';
  const start = xml.search(new RegExp(`<(?:\\w+:)?${part}\\b`));
  const [before = ''] = /^.*?<\/(?:\w+:)?Issuer>/s.exec(xml.slice(start)) ?? [];
  const end = start + before.length;
  const folder = mkdtempSync(join(tmpdir(), 'rfs-xmlsec-'));
  try {
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const namespace = part === 'Response' ? 'protocol' : 'assertion';
    return execFileSync(
      'xmlsec1',
      [
        '--sign',
        '--privkey-pem',
        `${file('key.pem', key.privateKey)},${file('certificate.pem', key.certificate)}`,
        '--id-attr:ID',
        `urn:oasis:names:tc:SAML:2.0:${namespace}:${part}`,
        file('token.xml', xml.slice(0, end) + template + xml.slice(end)),
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
