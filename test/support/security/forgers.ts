import { createHash, createHmac, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { readTree } from '@soapwright/runtime/xml';
import { canonicalXml } from '../../../security/src/canonical/canonical-xml.ts';
import { EnvelopeEditor } from './envelope-editor.ts';

const wsu = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const ds = 'http://www.w3.org/2000/09/xmldsig#';
const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const evil = '<e:Evil xmlns:e="urn:evil">1</e:Evil>';

/** A good message with what forgers may have. */
export interface Original {
  /** Its bytes, one character for each. */
  readonly text: string;
  /** The signer's key: for messages that a trusted signer makes, which are refused for their form. */
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
  /** A key that nobody trusts. */
  readonly foreign: { readonly key: KeyObject; readonly certificate: X509Certificate };
}

/** Makes a message that must be refused; undefined where it does not apply. */
export type Forger = (original: Original, message: EnvelopeEditor) => string | undefined;

/** The value of a wsu:Id. */
function id(message: EnvelopeEditor, local: string): string {
  return message.one(local).attributes.find((one) => one.local === 'Id')?.value ?? '';
}

/** The start tag of the Body without its Id, with other content. */
function evilBody(message: EnvelopeEditor, attributes = '', content = evil): string {
  const { root } = message;
  const name = message.text.slice(root.start + 1, root.nameEnd).replace('Envelope', 'Body');
  return `<${name}${attributes}>${content}</${name}>`;
}

const idAttribute = (value: string): string => ` xmlns:wsu="${wsu}" wsu:Id="${value}"`;

/** Puts another Body into the place of the signed one, and that somewhere else. */
const moved =
  (place: (message: EnvelopeEditor, body: string) => string | undefined, attributes: (id: string) => string): Forger =>
  (_, message) => {
    const body = message.xml(message.one('Body'));
    const other = evilBody(message, attributes(id(message, 'Body')));
    const without = new EnvelopeEditor(message.replaced(message.one('Body'), other));
    return place(without, body);
  };

const wrapper = (xml: string): string => `<x:Wrapper xmlns:x="urn:x">${xml}</x:Wrapper>`;

const places: Readonly<Record<string, (message: EnvelopeEditor, body: string) => string>> = {
  'a header block': (message, body) => message.last(message.one('Header'), wrapper(body)),
  'the first header block': (message, body) => message.first(message.one('Header'), wrapper(body)),
  'the Header itself': (message, body) => message.last(message.one('Header'), body),
  'the Security header block': (message, body) => message.last(message.one('Security'), body),
  'an Object of the signature': (message, body) =>
    message.last(message.one('Signature'), `<ds:Object xmlns:ds="${ds}">${body}</ds:Object>`),
  'the KeyInfo': (message, body) => message.last(message.one('KeyInfo'), body),
  'the other Body': (message, body) => message.last(message.all('Body').at(-1) ?? message.root, body),
  'a place after the Body': (message, body) => message.last(message.root, body),
  'a place before the Body': (message, body) => message.before(message.all('Body').at(-1) ?? message.root, body),
  'an element after the Body': (message, body) => message.last(message.root, wrapper(body)),
  'an element before the Header': (message, body) => message.first(message.root, wrapper(body)),
};

const identities: Readonly<Record<string, (id: string) => string>> = {
  'no Id': () => '',
  'the same Id': (value) => idAttribute(value),
  'the same xml:id': (value) => ` xml:id="${value}"`,
  'the same Id without a namespace': (value) => ` Id="${value}"`,
  'the same ID': (value) => ` ID="${value}"`,
  'the same Id as a reference': (value) => idAttribute(`&#${value.charCodeAt(0)};${value.slice(1)}`),
  'another Id': () => idAttribute('other'),
};

const wrapping: readonly (readonly [string, Forger])[] = Object.entries(places).flatMap(([place, put]) =>
  Object.entries(identities).map(
    ([identity, attributes]) =>
      [`the signed Body in ${place}, another one with ${identity}`, moved(put, attributes)] as const,
  ),
);

/** Replaces a signed item of the header by another one, and keeps it in a wrapper. */
const replacedItem =
  (local: string, change: (xml: string) => string, keep: 'wrapper' | 'beside'): Forger =>
  (_, message) => {
    if (!message.has(local)) return undefined;
    const item = message.one(local);
    const xml = message.xml(item);
    const other = change(xml.replace(/ (?:[\w.-]+:)?Id="[^"]*"/, ''));
    if (keep === 'beside') return message.before(item, other);
    const without = new EnvelopeEditor(message.replaced(item, other));
    return without.last(without.one('Header'), wrapper(xml));
  };

const late = (xml: string): string => xml.replace(/20\d\d-/g, '2099-');
const user = (xml: string): string => xml.replace(/Username>[^<]*</, 'Username>admin<');
const other = (xml: string): string => xml.replace(/>[^<]*</, '>urn:evil<');

/** Changes the content of an element. */
const changed =
  (local: string, change: (content: string) => string): Forger =>
  (_, message) => {
    if (!message.has(local)) return undefined;
    const element = message.one(local);
    const content = change(message.content(element));
    return content === message.content(element) ? undefined : message.filled(element, content);
  };

/** Changes the SignedInfo and signs it again, as a signer does who wants to fool the receiver. */
const resigned =
  (change: (signedInfo: string, original: Original) => string): Forger =>
  (original, message) => {
    const info = message.one('SignedInfo');
    const text = change(message.xml(info), original);
    if (text === message.xml(info)) return undefined;
    const next = message.replaced(info, text);
    return signedAgain(next, original.key);
  };

/** The message with a SignatureValue of the key, by the algorithm that it names if that is known. */
function signedAgain(text: string, key: KeyObject): string {
  const message = new EnvelopeEditor(text);
  const document = readTree(Buffer.from(text, 'latin1'));
  const info = new EnvelopeEditor(text).one('SignedInfo');
  const bytes = canonicalXml(document, info, { method: 'exclusive' });
  const hash = /#(?:rsa|ecdsa|hmac)-(sha\d+)"/.exec(message.xml(info))?.[1] ?? 'sha256';
  const value =
    key.type === 'secret'
      ? createHmac(hash, key).update(bytes).digest()
      : sign(hash, bytes, { key, dsaEncoding: 'ieee-p1363' });
  return message.filled(message.one('SignatureValue'), value.toString('base64'));
}

const transform = (algorithm: string, content = ''): string =>
  `<ds:Transform xmlns:ds="${ds}" Algorithm="${algorithm}">${content}</ds:Transform>`;

/** Adds a transform before the first one. */
const transformed = (xml: string): Forger =>
  resigned((info) => info.replace(/(<(?:\w+:)?Transforms[^>]*>)/, `$1${xml}`));

const uri = (value: string): Forger => resigned((info) => info.replace(/URI="[^"]*"/, `URI="${value}"`));

const method = (algorithm: string): Forger =>
  resigned((info) => info.replace(/(SignatureMethod[^>]*Algorithm=")[^"]*/, `$1${algorithm}`));

const digest = (algorithm: string): Forger =>
  resigned((info) => info.replace(/(DigestMethod[^>]*Algorithm=")[^"]*/, `$1${algorithm}`));

const falseDigest = createHash('sha256').update('evil').digest('base64');

/** Another KeyInfo, and the signature by the key that it names. */
const keyInfo =
  (content: (original: Original, message: EnvelopeEditor) => string, by: 'own' | 'foreign'): Forger =>
  (original, message) => {
    const text = message.filled(message.one('KeyInfo'), content(original, message));
    return signedAgain(text, by === 'own' ? original.key : original.foreign.key);
  };

const certificate = (one: X509Certificate): string =>
  `<ds:X509Data xmlns:ds="${ds}"><ds:X509Certificate>${one.raw.toString('base64')}</ds:X509Certificate></ds:X509Data>`;

const reference = (content: string): string =>
  `<wsse:SecurityTokenReference xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd">${content}</wsse:SecurityTokenReference>`;

/** Everything that must be refused, by what was done. */
export const forgers: readonly (readonly [string, Forger])[] = [
  ...wrapping,
  ['a later Timestamp, the signed one in a wrapper', replacedItem('Timestamp', late, 'wrapper')],
  ['a second Timestamp', replacedItem('Timestamp', late, 'beside')],
  ['another UsernameToken, the signed one in a wrapper', replacedItem('UsernameToken', user, 'wrapper')],
  ['a second UsernameToken', replacedItem('UsernameToken', user, 'beside')],
  ['another header block, the signed one in a wrapper', replacedItem('To', other, 'wrapper')],
  ['a second header block of a signed name', replacedItem('To', other, 'beside')],
  ['another Body', (_, message) => message.filled(message.one('Body'), evil)],
  ['an element more in the Body', (_, message) => message.last(message.one('Body'), evil)],
  ['an attribute more in the Body', (_, message) => message.tagged(message.one('Body'), ' a="1"')],
  ['another namespace of a type', (_, message) => message.tagged(message.one('Name'), ' xmlns:t="urn:evil"')],
  ['a processing instruction in the Body', (_, message) => message.last(message.one('Body'), '<?evil?>')],
  ['text in the Body', (_, message) => message.last(message.one('Body'), 'x')],
  ['a space in the Body', (_, message) => message.last(message.one('Body'), ' ')],
  ['no content in the Body', (_, message) => message.filled(message.one('Body'), '')],
  ['another value', changed('Name', (content) => `${content}x`)],
  ['a shorter value', changed('Name', (content) => content.slice(1))],
  ['another Created', changed('Created', (content) => content.replace(/^..../, '2030'))],
  ['another Expires', changed('Expires', (content) => content.replace(/^..../, '2099'))],
  ['another To', changed('To', () => 'urn:evil')],
  ['another user', changed('Username', () => 'admin')],
  ['no Security header block', (_, message) => message.replaced(message.one('Security'), '')],
  ['no Header', (_, message) => message.replaced(message.one('Header'), '')],
  ['no signature', (_, message) => message.replaced(message.one('Signature'), '')],
  ['no Timestamp', (_, message) => message.replaced(message.one('Timestamp'), '')],
  [
    'the Security header block in a wrapper',
    (_, message) => message.replaced(message.one('Security'), wrapper(message.xml(message.one('Security')))),
  ],
  [
    'the Security header block in the Body',
    (_, message) => {
      const security = message.xml(message.one('Security'));
      const without = new EnvelopeEditor(message.replaced(message.one('Security'), ''));
      return without.first(without.one('Body'), security);
    },
  ],
  [
    'the Security header block twice',
    (_, message) => message.after(message.one('Security'), message.xml(message.one('Security'))),
  ],
  [
    'an empty Security header block before it',
    (_, message) =>
      message.before(message.one('Security'), `${message.startTag(message.one('Security'))}</wsse:Security>`),
  ],
  [
    'the Security header block for another role',
    (_, message) =>
      message.tagged(
        message.one('Security'),
        ` xmlns:s="${message.root.namespace}" s:actor="urn:other" s:role="urn:other"`,
      ),
  ],
  [
    'the signature beside the Security header block',
    (_, message) => {
      const signature = message.xml(message.one('Signature'));
      const without = new EnvelopeEditor(message.replaced(message.one('Signature'), ''));
      return without.last(without.one('Header'), signature);
    },
  ],
  [
    'the signature in an element of the Security header block',
    (_, message) => message.replaced(message.one('Signature'), wrapper(message.xml(message.one('Signature')))),
  ],
  [
    'the signature twice, five times',
    (_, message) => message.after(message.one('Signature'), message.xml(message.one('Signature')).repeat(4)),
  ],
  ['two Headers', (_, message) => message.after(message.one('Header'), message.xml(message.one('Header')))],
  [
    'the Header after the Body',
    (_, message) => {
      const header = message.xml(message.one('Header'));
      const without = new EnvelopeEditor(message.replaced(message.one('Header'), ''));
      return without.after(without.one('Body'), header);
    },
  ],
  [
    'an Envelope in an Envelope',
    ({ text }, message) => `${message.startTag(message.root)}${text}${message.text.slice(message.root.closeTag)}`,
  ],
  ['another namespace of the Envelope', ({ text }, { root }) => text.replaceAll(root.namespace, 'urn:evil')],
  ['text beside the Body', (_, message) => message.after(message.one('Body'), 'x')],
  ['a document type declaration', ({ text }) => `<!DOCTYPE x [<!ENTITY e "evil">]>${text}`],
  ['half of the message', ({ text }) => text.slice(0, text.length / 2)],
  ['nothing', () => ''],
  [
    'another SignatureValue',
    changed('SignatureValue', (content) => (content[0] === 'A' ? 'B' : 'A') + content.slice(1)),
  ],
  ['an empty SignatureValue', changed('SignatureValue', () => '')],
  ['a SignatureValue that is not base64', changed('SignatureValue', (content) => `${content}?`)],
  ['a SignatureValue of zeros', changed('SignatureValue', () => Buffer.alloc(64).toString('base64'))],
  ['a shorter SignatureValue', changed('SignatureValue', (content) => content.slice(0, 8))],
  ['another DigestValue', changed('DigestValue', () => falseDigest)],
  ['an empty DigestValue', resigned((info) => info.replace(/(DigestValue[^>]*>)[^<]*/, '$1'))],
  ['a short DigestValue', resigned((info) => info.replace(/(DigestValue[^>]*>)[^<]*/, '$1AAAA'))],
  ['a comment in DigestValue', changed('DigestValue', (content) => `<!-- ${falseDigest} -->${content}`)],
  [
    'a comment in DigestValue, signed',
    resigned((info) => info.replace(/(DigestValue[^>]*>)/, `$1<!-- ${falseDigest} -->`)),
  ],
  ['a CDATA section in DigestValue', changed('DigestValue', (content) => `<![CDATA[${content}]]>`)],
  ['an instruction in SignedInfo', changed('SignedInfo', (content) => `<?x?>${content}`)],
  ['a comment in SignatureValue', changed('SignatureValue', (content) => `<!-- x -->${content}`)],
  ['a comment in KeyInfo', changed('KeyInfo', (content) => `<!-- x -->${content}`)],
  ['an element in DigestValue', resigned((info) => info.replace(/(DigestValue[^>]*>)/, '$1<x/>'))],
  [
    'a second SignedInfo',
    (_, message) => {
      const info = message.xml(message.one('SignedInfo'));
      return message.after(message.one('SignedInfo'), info.replace(/(DigestValue[^>]*>)[^<]*/, `$1${falseDigest}`));
    },
  ],
  [
    'a second SignedInfo before it',
    (_, message) => {
      const info = message.xml(message.one('SignedInfo'));
      return message.before(message.one('SignedInfo'), info.replace(/(DigestValue[^>]*>)[^<]*/, `$1${falseDigest}`));
    },
  ],
  [
    'a second SignedInfo in an Object',
    (_, message) =>
      message.last(
        message.one('Signature'),
        `<ds:Object xmlns:ds="${ds}">${message.xml(message.one('SignedInfo'))}</ds:Object>`,
      ),
  ],
  [
    'a second SignatureValue',
    (_, message) => message.after(message.one('SignatureValue'), message.xml(message.one('SignatureValue'))),
  ],
  ['a second KeyInfo', (_, message) => message.after(message.one('KeyInfo'), message.xml(message.one('KeyInfo')))],
  ['no SignedInfo', (_, message) => message.replaced(message.one('SignedInfo'), '')],
  ['text in SignedInfo', resigned((info) => info.replace(/(<(?:\w+:)?SignatureMethod)/, 'x$1'))],
  ['no references', resigned((info) => info.replace(/<((?:\w+:)?Reference)\b[\s\S]*<\/\1>/, ''))],
  ['no reference to the first element', resigned((info) => info.replace(/<((?:\w+:)?Reference)\b[\s\S]*?<\/\1>/, ''))],
  [
    'a hundred references',
    resigned((info) => info.replace(/<((?:\w+:)?Reference)\b[\s\S]*?<\/\1>/, (found) => found.repeat(100))),
  ],
  [
    'a Manifest as a reference',
    resigned((info) =>
      info.replace(/URI="[^"]*"/, 'URI="#manifest" Type="http://www.w3.org/2000/09/xmldsig#Manifest"'),
    ),
  ],
  ...[
    '',
    '#',
    '#xpointer(/)',
    "#xpointer(id('x'))",
    'http://evil.example/',
    'file:///etc/passwd',
    'cid:x@y',
    '#missing',
    '# x',
    'x',
    '/',
    '?',
  ].map((value) => [`the URI ${JSON.stringify(value)}`, uri(value)] as const),
  ['no URI', resigned((info) => info.replace(/ URI="[^"]*"/, ''))],
  [
    'an XSLT transform',
    transformed(
      transform(
        'http://www.w3.org/TR/1999/REC-xslt-19991116',
        '<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform" version="1.0"></x:stylesheet>',
      ),
    ),
  ],
  [
    'an XPath transform',
    transformed(
      transform(
        'http://www.w3.org/TR/1999/REC-xpath-19991116',
        `<ds:XPath xmlns:ds="${ds}">not(ancestor-or-self::evil)</ds:XPath>`,
      ),
    ),
  ],
  ['an XPath filter 2', transformed(transform('http://www.w3.org/2002/06/xmldsig-filter2'))],
  ['a base64 transform', transformed(transform(`${ds}base64`))],
  [
    'an enveloped-signature transform after another one',
    resigned((info) => info.replace(/(<\/(?:\w+:)?Transforms>)/, `${transform(`${ds}enveloped-signature`)}$1`)),
  ],
  ['a decryption transform', transformed(transform('http://www.w3.org/2002/07/decrypt#XML'))],
  ['an unknown transform', transformed(transform('urn:evil'))],
  ['a transform without an algorithm', transformed(`<ds:Transform xmlns:ds="${ds}"></ds:Transform>`)],
  ['two canonicalizations', transformed(transform(exclusive))],
  ['five transforms', transformed(transform(exclusive).repeat(5))],
  ['another element in Transforms', transformed('<x></x>')],
  [
    'an STR-Transform of another element',
    transformed(
      transform(
        'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform',
        `<ds:CanonicalizationMethod xmlns:ds="${ds}" Algorithm="${exclusive}"></ds:CanonicalizationMethod>`,
      ),
    ),
  ],
  [
    'another canonicalization of SignedInfo',
    resigned((info) => info.replace(/(CanonicalizationMethod[^>]*Algorithm=")[^"]*/, '$1urn:evil')),
  ],
  [
    'an XSLT canonicalization',
    resigned((info) =>
      info.replace(/(CanonicalizationMethod[^>]*Algorithm=")[^"]*/, '$1http://www.w3.org/TR/1999/REC-xslt-19991116'),
    ),
  ],
  [
    'HMACOutputLength',
    resigned((info) =>
      info.replace(
        /(<(\w+:)?SignatureMethod[^>]*>)/,
        `$1<ds:HMACOutputLength xmlns:ds="${ds}">0</ds:HMACOutputLength>`,
      ),
    ),
  ],
  ['RSA with SHA-1', method(`${ds}rsa-sha1`)],
  ['RSA with MD5', method(`${more}rsa-md5`)],
  ['DSA', method(`${ds}dsa-sha1`)],
  ['no algorithm', method('')],
  ['an unknown algorithm', method('none')],
  ['digests of SHA-1', digest(`${ds}sha1`)],
  ['digests of MD5', digest(`${more}md5`)],
  ['unknown digests', digest('urn:evil')],
  [
    'HMAC with the public key',
    (original, message) => {
      const info = message
        .xml(message.one('SignedInfo'))
        .replace(/(SignatureMethod[^>]*Algorithm=")[^"]*/, `$1${more}hmac-sha256`);
      const next = new EnvelopeEditor(message.replaced(message.one('SignedInfo'), info));
      const document = readTree(Buffer.from(next.text, 'latin1'));
      const bytes = canonicalXml(document, next.one('SignedInfo'), { method: 'exclusive' });
      const secret = original.certificate.publicKey.export({ type: 'spki', format: 'pem' });
      const value = createHmac('sha256', secret).update(bytes).digest('base64');
      return next.filled(next.one('SignatureValue'), value);
    },
  ],
  [
    'a foreign key without KeyInfo',
    ({ foreign }, message) => signedAgain(message.replaced(message.one('KeyInfo'), ''), foreign.key),
  ],
  ['a foreign key with the own KeyInfo', ({ foreign }, message) => signedAgain(message.text, foreign.key)],
  ['a foreign certificate in X509Data', keyInfo(({ foreign }) => certificate(foreign.certificate), 'foreign')],
  [
    'the own certificate before a foreign one',
    keyInfo(({ certificate: own, foreign }) => certificate(own) + certificate(foreign.certificate), 'foreign'),
  ],
  [
    'a foreign key as KeyValue',
    keyInfo(({ foreign }) => {
      const { n = '', e = '' } = foreign.certificate.publicKey.export({ format: 'jwk' });
      const number = (text: string): string => Buffer.from(text, 'base64url').toString('base64');
      return `<ds:KeyValue xmlns:ds="${ds}"><ds:RSAKeyValue><ds:Modulus>${number(n)}</ds:Modulus><ds:Exponent>${number(e)}</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`;
    }, 'foreign'),
  ],
  [
    'a foreign token',
    ({ foreign }, message) => {
      if (!message.has('BinarySecurityToken')) return undefined;
      const token = message.one('BinarySecurityToken');
      return signedAgain(message.filled(token, foreign.certificate.raw.toString('base64')), foreign.key);
    },
  ],
  [
    'a second token with the same Id',
    ({ foreign }, message) => {
      if (!message.has('BinarySecurityToken')) return undefined;
      const token = message.one('BinarySecurityToken');
      const xml = message.xml(token).replace(/>[^<]*</, `>${foreign.certificate.raw.toString('base64')}<`);
      return signedAgain(message.before(token, xml), foreign.key);
    },
  ],
  [
    'RetrievalMethod',
    keyInfo(() => `<ds:RetrievalMethod xmlns:ds="${ds}" URI="http://evil.example/key"></ds:RetrievalMethod>`, 'own'),
  ],
  [
    'a token elsewhere',
    keyInfo(() => reference('<wsse:Reference URI="http://evil.example/key"></wsse:Reference>'), 'own'),
  ],
  ['a token that is not there', keyInfo(() => reference('<wsse:Reference URI="#nowhere"></wsse:Reference>'), 'own')],
  [
    'a token that is the Body',
    keyInfo((_, message) => reference(`<wsse:Reference URI="#${id(message, 'Body')}"></wsse:Reference>`), 'own'),
  ],
  [
    'a derived key',
    keyInfo(
      () => '<DerivedKeyToken xmlns="http://docs.oasis-open.org/ws-sx/ws-secureconversation/200512"></DerivedKeyToken>',
      'own',
    ),
  ],
  ['an unknown KeyName', keyInfo(() => `<ds:KeyName xmlns:ds="${ds}">evil</ds:KeyName>`, 'own')],
  ['an empty KeyInfo', keyInfo(() => '', 'own')],
  ['an empty reference to a token', keyInfo(() => reference(''), 'own')],
  [
    'something else than a certificate',
    keyInfo(() => `<ds:X509Data xmlns:ds="${ds}"><ds:X509Certificate>AAAA</ds:X509Certificate></ds:X509Data>`, 'own'),
  ],
];
