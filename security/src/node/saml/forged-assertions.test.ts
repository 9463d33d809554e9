import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AssertionFields,
  newKey,
  plainAssertion,
  signedAssertion,
} from '../../../../test/support/security/assertion.ts';
import { wsse } from '../../names.ts';
import { SecurityError } from '../../security-error.ts';
import { trust } from '../keys/index.ts';
import { readMessage, signMessage, verifyMessage } from '../messages/index.ts';
import type { AssertionOptions } from './index.ts';

const sts = newKey('sts');
const holder = newKey('holder');
const attacker = newKey('attacker');
const portal = newKey('portal');

const assertions: AssertionOptions = {
  issuers: { 'https://sts.example': trust({ pinned: sts.certificates }) },
  audiences: ['urn:orders'],
  methods: ['bearer', 'holder-of-key'],
};

/** Where the parts of a forged message are. */
interface Parts {
  readonly security: string;
  readonly header?: string;
  readonly body?: string;
}

const envelope = ({ security, header = '', body = '<p:Pay xmlns:p="urn:p"/>' }: Parts): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><wsse:Security xmlns:wsse="${wsse}">${security}</wsse:Security>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;

/** An assertion that the STS has signed for the victim, and one about somebody else that nobody has signed. */
interface Pieces {
  readonly good: string;
  readonly evil: string;
}

const signatureIn = (assertion: string): string => /<ds:Signature .*<\/ds:Signature>/s.exec(assertion)?.[0] ?? '';
const without = (assertion: string): string => assertion.replace(signatureIn(assertion), '');
/** With the signature of another assertion after the Issuer. */
const withSignature = (assertion: string, signature: string): string =>
  assertion.replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`);
const before = (assertion: string, tag: string, xml: string): string => assertion.replace(tag, () => `${xml}${tag}`);
const inObject = (signature: string, xml: string): string =>
  signature.replace('</ds:Signature>', () => `<ds:Object>${xml}</ds:Object></ds:Signature>`);

const ends = [
  '</saml:Issuer>',
  '</saml:NameID>',
  '</saml:SubjectConfirmationData>',
  '</saml:SubjectConfirmation>',
  '</saml:Subject>',
  '</saml:Audience>',
  '</saml:AudienceRestriction>',
  '</saml:Conditions>',
  '</saml:AttributeValue>',
  '</saml:Attribute>',
  '</saml:AttributeStatement>',
  '</saml:Assertion>',
];

/** Wrapping: the signed assertion stays somewhere, for a verifier that looks for it by its ID. */
const forgers: readonly (readonly [string, (pieces: Pieces) => Parts])[] = [
  ...ends.flatMap((end): readonly (readonly [string, (pieces: Pieces) => Parts])[] => [
    [`the signed one inside, before ${end}`, ({ good, evil }) => ({ security: before(evil, end, good) })],
    [
      `the signed one inside, before ${end}, with its signature outside`,
      ({ good, evil }) => ({ security: withSignature(before(evil, end, without(good)), signatureIn(good)) }),
    ],
    [`the other one inside the signed one, before ${end}`, ({ good, evil }) => ({ security: before(good, end, evil) })],
    [
      `its signature copied, and put before ${end}`,
      ({ good, evil }) => ({ security: before(evil, end, signatureIn(good)) }),
    ],
  ]),
  ['two, the signed one first', ({ good, evil }) => ({ security: good + evil })],
  ['two, the signed one last', ({ good, evil }) => ({ security: evil + good })],
  ['the signed one in a header block', ({ good, evil }) => ({ security: evil, header: `<x>${good}</x>` })],
  ['the signed one as a header block', ({ good, evil }) => ({ security: evil, header: good })],
  ['the signed one in the Body', ({ good, evil }) => ({ security: evil, body: good })],
  ['the signed one deeper in Security', ({ good, evil }) => ({ security: `${evil}<x>${good}</x>` })],
  ['only deeper in Security', ({ good }) => ({ security: `<x>${good}</x>` })],
  ['only as a header block', ({ good }) => ({ security: '', header: good })],
  ['only in the Body', ({ good }) => ({ security: '', body: good })],
  [
    'the signed one in an Object of its signature',
    ({ good, evil }) => ({ security: withSignature(evil, inObject(signatureIn(good), without(good))) }),
  ],
  [
    'the other one in an Object of the signature',
    ({ good, evil }) => ({ security: good.replace(signatureIn(good), () => inObject(signatureIn(good), evil)) }),
  ],
  [
    'the signed one in KeyInfo',
    ({ good, evil }) => ({
      security: withSignature(
        evil,
        signatureIn(good).replace('</ds:KeyInfo>', () => `${without(good)}</ds:KeyInfo>`),
      ),
    }),
  ],
  ['another subject', ({ good }) => ({ security: good.replace('>anna<', '>carl<') })],
  ['a part of a subject after a comment', ({ good }) => ({ security: good.replace('>anna<', '>carl<!---->anna<') })],
  ['another audience', ({ good }) => ({ security: good.replace('urn:orders', 'urn:other') })],
  ['another value of an attribute', ({ good }) => ({ security: good.replace('>clerk<', '>admin<') })],
  ['another time', ({ good }) => ({ security: good.replace(/NotOnOrAfter="\d+/, 'NotOnOrAfter="2999') })],
  ['another issuer', ({ good }) => ({ security: good.replace('sts.example', 'evil.example') })],
  ['another version', ({ good }) => ({ security: good.replace('Version="2.0"', 'Version="2.1"') })],
  ['another ID', ({ good }) => ({ security: good.replace(/ ID="[^"]*"/, ' ID="_other"') })],
  ['a second identifier', ({ good }) => ({ security: good.replace('<saml:Subject>', '<saml:Subject Id="x">') })],
  ['no signature', ({ good }) => ({ security: without(good) })],
  ['no SignedInfo', ({ good }) => ({ security: good.replace(/<ds:SignedInfo.*<\/ds:SignedInfo>/s, '') })],
  [
    'a SignedInfo in front',
    ({ good }) => {
      const [info = ''] = /<ds:SignedInfo.*<\/ds:SignedInfo>/s.exec(good) ?? [];
      return { security: good.replace(info, () => info + info) };
    },
  ],
  ['no reference', ({ good }) => ({ security: good.replace(/<ds:Reference.*<\/ds:Reference>/s, '') })],
  ['an empty reference', ({ good }) => ({ security: good.replace(/URI="#[^"]*"/, 'URI=""') })],
  [
    'no enveloped transform',
    ({ good }) => ({
      security: good.replace(/<ds:Transform Algorithm="[^"]*enveloped-signature"><\/ds:Transform>/, ''),
    }),
  ],
  ['SHA-1', ({ good }) => ({ security: good.replace('xmlenc#sha256', 'xmldsig#sha1') })],
  [
    'an encrypted assertion',
    ({ good }) => ({
      security: `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${good}</saml:EncryptedAssertion>`,
    }),
  ],
];

async function outcome(text: string | Uint8Array): Promise<string> {
  try {
    const message = readMessage(typeof text === 'string' ? Buffer.from(text) : text);
    const verified = await verifyMessage(message, { trust: trust({ pinned: portal.certificates }), assertions });
    return `accepted: ${verified.assertion?.subject.name}`;
  } catch (error) {
    if (error instanceof SecurityError) return 'rejected';
    throw error;
  }
}

const kinds: Readonly<Record<string, { readonly good: AssertionFields; readonly evil: AssertionFields }>> = {
  bearer: { good: {}, evil: { name: 'carl' } },
  'holder-of-key': {
    good: { method: 'holder-of-key', holder },
    evil: { method: 'holder-of-key', holder: attacker, name: 'carl' },
  },
};

let made = 0;

describe.each(Object.entries(kinds))('forged assertions: %s', (method, { good: fields, evil: evilFields }) => {
  let good: string;
  /** With an ID of its own, and with that of the signed one. */
  let evils: readonly string[];
  /** Who signs the message: for holders of keys also the attacker, whose key the other assertion has. */
  const signers = method === 'holder-of-key' ? [holder, attacker] : [portal];

  beforeAll(async () => {
    good = await signedAssertion(sts, { ...fields, id: '_good' });
    evils = ['_evil', '_good'].map((id) => plainAssertion({ ...evilFields, id }));
  });

  it('a good one is accepted', async () => {
    const key = signers[0] ?? portal;
    const sent = await signMessage(Buffer.from(envelope({ security: '' })), { key, assertion: good });
    expect(await outcome(sent)).toBe('accepted: anna');
    // Made as the forged ones are.
    const reference = method === 'holder-of-key' ? { assertionId: '_good' } : ('binary-security-token' as const);
    const same = await signMessage(Buffer.from(envelope({ security: good })), { key, reference });
    expect(await outcome(same)).toBe('accepted: anna');
  });

  it.each(forgers)('is rejected: %s', async (_, forge) => {
    for (const evil of evils) {
      const text = envelope(forge({ good, evil }));
      expect(text).not.toBe(envelope({ security: good }));
      for (const key of signers) {
        const assertionId = key === attacker && evil.includes('ID="_evil"') ? '_evil' : '_good';
        const reference = method === 'holder-of-key' ? { assertionId } : ('binary-security-token' as const);
        const sent = await signMessage(Buffer.from(text), { key, reference });
        made += 1;
        expect(await outcome(sent)).toBe('rejected');
      }
    }
  });
});

it('four hundred and more messages were forged', () => {
  expect(made).toBeGreaterThan(400);
});
