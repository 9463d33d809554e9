import { generateKeyPairSync } from 'node:crypto';
import { ClientError, SoapClient, SoapFault, type SoapVersion, type Transport } from '@soapwright/runtime/client';
import { createServer, implement } from '@soapwright/runtime/server';
import { describe, expect, it } from 'vitest';
import { memoryTransport } from '../../../../runtime/src/client/memory-transport.ts';
import { issueCertificate } from '../../../../test/support/runtime/certificate.ts';
import { nested, operation, text } from '../../../../test/support/runtime/table-codec.ts';
import { description } from '../../../../test/support/runtime/test-service.ts';
import { newKey, plainAssertion, signedAssertion } from '../../../../test/support/security/assertion.ts';
import { memoryReplayStore, security } from '../../index.ts';
import { wsse } from '../../names.ts';
import type { SecurityError } from '../../security-error.ts';
import { signingKey, trust } from '../keys/index.ts';
import {
  messageSecurity,
  readMessage,
  type SignOptions,
  serverMessageSecurity,
  signMessage,
  type VerifyMessageOptions,
  verifyMessage,
} from '../messages/index.ts';
import { type AssertionOptions, assertionTokens, type VerifiedAssertion } from './index.ts';

const Whoami = operation('Whoami', [text('Name')], nested('WhoamiResult', 'WhoamiResult', true, text('Name')));

const sts = newKey('sts');
const other = newKey('other');
const holder = newKey('holder');
const portal = newKey('portal');
const holderKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const assertions: AssertionOptions = {
  issuers: {
    'https://sts.example': trust({ pinned: sts.certificates }),
    'https://other.example': trust({ pinned: other.certificates }),
  },
  audiences: ['urn:orders'],
};

/** Changes what is on the wire. */
type Change = (envelope: string) => string;

function changing(transport: Transport, change: Change): Transport {
  return {
    async send(request) {
      const { body } = request;
      const envelope = typeof body === 'string' ? body : Buffer.from(body as Uint8Array).toString();
      const changed = Buffer.from(change(envelope));
      const headers = request.headers.filter(
        (_, index) => request.headers[index & ~1]?.toLowerCase() !== 'content-length',
      );
      return await transport.send({ ...request, headers, body: changed });
    },
  };
}

async function outcome(work: () => Promise<unknown>, reasons: readonly SecurityError[]): Promise<string> {
  try {
    return ((await work()) as { Name: string }).Name;
  } catch (error) {
    if (!(error instanceof SoapFault)) throw error;
    return `${error.subcode?.local}: ${reasons.at(-1)?.message}`;
  }
}

const described = (assertion: VerifiedAssertion | undefined): string =>
  `${assertion?.subject.name} by ${assertion?.method}`;

describe('bearer assertions', () => {
  async function call(
    assertion: string | (() => Promise<string>),
    { options = assertions, change = (xml: string) => xml }: { options?: AssertionOptions; change?: Change } = {},
    soap: SoapVersion = '1.1',
  ): Promise<string> {
    const reasons: SecurityError[] = [];
    const authentication = assertionTokens({ ...options, onRejected: (reason) => reasons.push(reason) });
    const server = createServer(description, { authentication }, [
      implement(Whoami, (_, context) => ({ Name: described(authentication.principal(context)) })),
    ]);
    const client = new SoapClient({
      address: description.address,
      transport: changing(memoryTransport(server), change),
      soap,
      interceptors: [security({ assertion, timestamp: true })],
    });
    return await outcome(() => client.call(Whoami, { Name: '' }), reasons);
  }

  it.each(['1.1', '1.2'] as const)('identify the caller in SOAP %s', async (soap) => {
    expect(await call(await signedAssertion(sts), {}, soap)).toBe('anna by bearer');
    expect(await call(async () => await signedAssertion(sts, { name: 'bert' }), {}, soap)).toBe('bert by bearer');
  });

  it('give their attributes', async () => {
    let seen: VerifiedAssertion | undefined;
    const authentication = assertionTokens({
      ...assertions,
      authenticate: (assertion) => {
        seen = assertion;
        return assertion.subject.name === 'anna' ? 'Anna' : undefined;
      },
    });
    const server = createServer(description, { authentication }, [
      implement(Whoami, (_, context) => ({ Name: authentication.principal(context) })),
    ]);
    const transport = memoryTransport(server);
    const client = async (name: string) =>
      new SoapClient({
        address: description.address,
        transport,
        interceptors: [security({ assertion: await signedAssertion(sts, { name }) })],
      });
    expect(await (await client('anna')).call(Whoami, { Name: '' })).toEqual({ Name: 'Anna' });
    expect(seen).toMatchObject({ issuer: 'https://sts.example', keys: [], isForOneUse: false });
    expect(seen?.attributes.get('role')).toEqual(['clerk', 'auditor']);
    expect(seen?.certificate?.subject).toBe('CN=sts');
    await expect((await client('carl')).call(Whoami, { Name: '' })).rejects.toThrow('could not be authenticated');
  });

  it.each<[string, () => string | Promise<string>, string]>([
    ['no signature', () => plainAssertion(), 'not signed'],
    ['another audience', () => signedAssertion(sts, { audience: 'urn:other' }), 'no audience, or another one'],
    ['an unknown issuer', () => signedAssertion(sts, { issuer: 'https://evil.example' }), 'another issuer'],
    ['a name of every object', () => signedAssertion(sts, { issuer: 'toString' }), 'another issuer'],
    ['a signature by another issuer', () => signedAssertion(other), 'CN=other is not issued by a trusted authority'],
    [
      'an issuer that speaks for another one',
      () => signedAssertion(sts, { issuer: 'https://other.example' }),
      'The certificate CN=sts is not issued by a trusted authority',
    ],
    [
      'a past time',
      () => signedAssertion(sts, { now: Date.now() - 600_000 }),
      'the assertion is not valid at this time',
    ],
    ['a future time', () => signedAssertion(sts, { now: Date.now() + 600_000 }), 'issued in the future'],
    [
      'a confirmation that has expired',
      () => signedAssertion(sts, { confirmation: ' NotOnOrAfter="2020-01-01T00:00:00Z"' }),
      'the confirmation is not valid at this time',
    ],
    [
      'another recipient',
      () => signedAssertion(sts, { confirmation: ' Recipient="https://elsewhere.example"' }),
      'a recipient that is not ours',
    ],
    ['an unknown condition', () => signedAssertion(sts, { conditions: '<saml:Condition/>' }), 'an unknown condition'],
    [
      'the key of a holder',
      () => signedAssertion(sts, { method: 'holder-of-key', holder }),
      'the subject is not confirmed by a method that is accepted',
    ],
    [
      'somebody who vouches',
      () => signedAssertion(sts, { method: 'sender-vouches' }),
      'the subject is not confirmed by a method that is accepted',
    ],
    ['one use without a store', () => signedAssertion(sts, { conditions: '<saml:OneTimeUse/>' }), 'was used before'],
  ])('are rejected with %s', async (_, assertion, reason) => {
    const rejected = await call(await assertion());
    expect(rejected).toMatch(/^FailedAuthentication: /);
    expect(rejected).toContain(reason);
  });

  it.each<[string, Change]>([
    ['another subject', (xml) => xml.replace('>anna<', '>carl<')],
    ['a comment in the subject', (xml) => xml.replace('>anna<', '>anna<!-- -->.evil<')],
    ['a comment in the digest', (xml) => xml.replace('<ds:DigestValue>', '<ds:DigestValue><!-- -->')],
    ['an instruction', (xml) => xml.replace('<saml:Subject>', '<?x y?><saml:Subject>')],
    [
      'a second assertion',
      (xml) => xml.replace('<saml:Assertion', `${plainAssertion({ name: 'carl' })}<saml:Assertion`),
    ],
    [
      'an assertion around the signed one',
      (xml) => {
        const [signed = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? [];
        return xml.replace(
          signed,
          plainAssertion({ name: 'carl' }).replace('</saml:Issuer>', `</saml:Issuer>${signed}`),
        );
      },
    ],
    [
      'the signed one inside of the signature of another one',
      (xml) => {
        const [signed = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? [];
        const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(signed) ?? [];
        const own = signed.replace(signature, '');
        const around = signature.replace('</ds:Signature>', `<ds:Object>${own}</ds:Object></ds:Signature>`);
        return xml.replace(
          signed,
          plainAssertion({ name: 'carl' }).replace('</saml:Issuer>', `</saml:Issuer>${around}`),
        );
      },
    ],
    ['the assertion deeper', (xml) => xml.replace(/(<saml:Assertion.*<\/saml:Assertion>)/s, '<x>$1</x>')],
    ['the assertion in the Body', (xml) => xml.replace(/(<saml:Assertion.*<\/saml:Assertion>)(.*Body>)/s, '$2$1')],
    ['an encrypted assertion', (xml) => xml.replaceAll('saml:Assertion', 'saml:EncryptedAssertion')],
    ['another algorithm', (xml) => xml.replace('xmldsig-more#ecdsa-sha256', 'xmldsig-more#hmac-sha256')],
    ['an empty signature', (xml) => xml.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')],
    ['no Security header block', (xml) => xml.replace(/<wsse:Security.*<\/wsse:Security>/s, '')],
  ])('are rejected with %s', async (_, change) => {
    const assertion = await signedAssertion(sts);
    expect(await call(assertion)).toBe('anna by bearer');
    expect(await call(assertion, { change })).not.toContain(' by bearer');
  });

  it('are taken once where the issuer or the server says so', async () => {
    const once = { options: { ...assertions, replay: memoryReplayStore(), once: true } };
    const store = { options: { ...assertions, replay: memoryReplayStore() } };
    const plain = await signedAssertion(sts);
    expect(await call(plain, once)).toBe('anna by bearer');
    expect(await call(plain, once)).toContain('the assertion was used before');
    expect(await call(plain, store)).toBe('anna by bearer');
    expect(await call(plain, store)).toBe('anna by bearer');
    const single = await signedAssertion(sts, { conditions: '<saml:OneTimeUse/>' });
    expect(await call(single, store)).toBe('anna by bearer');
    expect(await call(single, store)).toContain('the assertion was used before');
  });

  it('are not sent over http, and not with an XML declaration', async () => {
    const client = (address: string, assertion: string) =>
      new SoapClient({ address, interceptors: [security({ assertion })] });
    const [http, https] = ['http://files.example/', 'https://files.example/'];
    await expect(client(http, plainAssertion()).call(Whoami, { Name: '' })).rejects.toThrow('The assertion');
    await expect(client(https, `<?xml version="1.0"?>${plainAssertion()}`).call(Whoami, { Name: '' })).rejects.toThrow(
      'without an XML declaration',
    );
  });
});

describe('assertions of signers', () => {
  async function call(
    sign: SignOptions,
    verify: Partial<VerifyMessageOptions> = {},
    change: Change = (xml) => xml,
    soap: SoapVersion = '1.1',
  ): Promise<string> {
    const reasons: SecurityError[] = [];
    const messages = serverMessageSecurity({
      verify: {
        trust: trust({ pinned: portal.certificates }),
        assertions: { ...assertions, methods: ['bearer', 'holder-of-key', 'sender-vouches'] },
        ...verify,
      },
      onRejected: (reason) => reasons.push(reason),
      authenticate: ({ assertion }) => described(assertion),
    });
    const server = createServer(description, { messageSecurity: messages }, [
      implement(Whoami, (_, { principal }) => ({ Name: String(principal) })),
    ]);
    const client = new SoapClient({
      address: description.address,
      transport: changing(memoryTransport(server), change),
      soap,
      ...messageSecurity({ sign }),
    });
    return await outcome(() => client.call(Whoami, { Name: 'x' }), reasons);
  }

  const held = (form: 'x509-data' | 'key-value' = 'x509-data') =>
    signedAssertion(sts, { method: 'holder-of-key', holder, form });
  const vouched = (name = 'anna') => signedAssertion(sts, { method: 'sender-vouches', name });

  it.each(['x509-data', 'key-value'] as const)('identify the holder of a key: %s', async (form) => {
    for (const soap of ['1.1', '1.2'] as const) {
      const sign = { key: holder, assertion: await held(form) };
      expect(await call(sign, {}, undefined, soap)).toBe('anna by holder-of-key');
      // Nobody else needs to be trusted.
      expect(await call(sign, { trust: undefined }, undefined, soap)).toBe('anna by holder-of-key');
    }
  });

  it('do not give a name to the holder by a certificate of the key that the holder has made', async () => {
    const { key } = issueCertificate('clerk', { keys: holderKeys });
    const forged = issueCertificate('admin', { keys: holderKeys });
    const assertion = await signedAssertion(sts, {
      method: 'holder-of-key',
      holder: signingKey({ key }),
      form: 'key-value',
    });
    // The signature names the certificate; the assertion is beside it.
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><w:Security xmlns:w="${wsse}">${assertion}</w:Security></s:Header><s:Body/></s:Envelope>`;
    const signed = await signMessage(Buffer.from(envelope), {
      key: signingKey({ key: forged.key, certificates: forged.certificate }),
    });
    const verified = await verifyMessage(readMessage(signed), { assertions });
    expect(verified).toMatchObject({ assertion: { subject: { name: 'anna' } }, certificate: undefined });
  });

  it('identify the subject that a trusted sender vouches for', async () => {
    for (const soap of ['1.1', '1.2'] as const) {
      const sign = { key: portal, assertion: async () => await vouched('bert') };
      expect(await call(sign, {}, undefined, soap)).toBe('bert by sender-vouches');
    }
  });

  it('identify the bearer, in a message that somebody trusted has signed', async () => {
    expect(await call({ key: portal, assertion: await signedAssertion(sts) })).toBe('anna by bearer');
    const parts = ['Body', 'Timestamp', 'Assertion'] as const;
    expect(await call({ key: portal, assertion: await signedAssertion(sts), parts }, { parts })).toBe('anna by bearer');
  });

  const assertionPattern = /<saml:Assertion.*<\/saml:Assertion>/s;

  it.each<[string, () => Promise<[SignOptions, Partial<VerifyMessageOptions>?, Change?]>, string]>([
    [
      'another key than the holder has',
      async () => [{ key: portal, assertion: await held() }],
      'SignedInfo was changed',
    ],
    ['no assertion', async () => [{ key: portal }], 'not exactly one assertion'],
    ['a stranger who vouches', async () => [{ key: holder, assertion: await vouched() }], 'not issued by a trusted'],
    [
      'a stranger who signs for a bearer',
      async () => [{ key: holder, assertion: await signedAssertion(sts) }],
      'not issued by a trusted',
    ],
    [
      'a method that is not taken',
      async () => [{ key: portal, assertion: await vouched() }, { assertions }],
      'not confirmed by a method',
    ],
    [
      'an assertion that was exchanged',
      async () => {
        const evil = await vouched('carl');
        return [{ key: portal, assertion: await vouched() }, {}, (xml) => xml.replace(assertionPattern, evil)];
      },
      'has the identifier',
    ],
    [
      'an assertion of the same ID that was exchanged',
      async () => {
        const fields = { method: 'sender-vouches', id: '_same' } as const;
        const evil = await signedAssertion(sts, { ...fields, name: 'carl' });
        const assertion = await signedAssertion(sts, fields);
        return [{ key: portal, assertion }, {}, (xml) => xml.replace(assertionPattern, evil)];
      },
      'was changed after it was signed',
    ],
    [
      'a signature that does not cover the assertion',
      async () => {
        const assertion = await vouched();
        return [
          { key: portal },
          {},
          (xml) => xml.replace('<wsse:BinarySecurityToken', `${assertion}<wsse:BinarySecurityToken`),
        ];
      },
      'does not cover the Assertion',
    ],
    [
      'a changed Body',
      async () => [{ key: holder, assertion: await held() }, {}, (xml) => xml.replace('>x<', '>y<')],
      'was changed after it was signed',
    ],
    [
      'a holder whose assertion is not signed',
      async () => [{ key: holder, assertion: plainAssertion({ method: 'holder-of-key', holder }) }],
      'not signed',
    ],
    [
      'a holder without a key',
      async () => [{ key: holder, assertion: await signedAssertion(sts, { method: 'holder-of-key' }) }],
      'the holder of the key has not signed the message',
    ],
  ])('are rejected with %s', async (_, make, reason) => {
    const rejected = await call(...(await make()));
    expect(rejected).toMatch(/^InvalidSecurity: /);
    expect(rejected).toContain(reason);
  });

  it('are used once only after the message was verified', async () => {
    const replay = memoryReplayStore();
    const verify = { assertions: { ...assertions, replay, once: true } };
    const sign = { key: holder, assertion: await held() };
    // Who reads an assertion on its way cannot use it up.
    expect(await call({ ...sign, key: portal }, verify)).toContain('SignedInfo was changed');
    expect(await call(sign, verify)).toBe('anna by holder-of-key');
    expect(await call(sign, verify)).toContain('the assertion was used before');
  });

  it('are checked before they are sent', async () => {
    const error = await call({ key: holder, assertion: '<a/>' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ClientError);
    const failing = async (): Promise<string> => {
      throw new Error('The STS is away.');
    };
    await expect(call({ key: holder, assertion: failing })).rejects.toThrow('no assertion to send: The STS is away.');
    expect(() => serverMessageSecurity({ verify: {} })).toThrow('verify needs trust.');
  });
});
