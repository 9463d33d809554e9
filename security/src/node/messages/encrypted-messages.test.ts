import { generateKeyPairSync } from 'node:crypto';
import { SoapClient, type SoapVersion, type Transport } from '@soapwright/runtime/client';
import { createServer, implement } from '@soapwright/runtime/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { memoryTransport } from '../../../../runtime/src/client/memory-transport.ts';
import { issueCertificate } from '../../../../test/support/runtime/certificate.ts';
import { nested, operation, text } from '../../../../test/support/runtime/table-codec.ts';
import { description } from '../../../../test/support/runtime/test-service.ts';
import { security } from '../../client.ts';
import { wsse } from '../../names.ts';
import type { SecurityError } from '../../security-error.ts';
import { decryptionKey, signingKey, trust } from '../keys/index.ts';
import {
  type ClientMessageSecurityOptions,
  type DecryptOptions,
  decryptMessage,
  encryptMessage,
  type MessageSecurityOptions,
  messageSecurity,
  type ServerMessageSecurityOptions,
  serverMessageSecurity,
  signMessage,
} from './index.ts';

const Whoami = operation('Whoami', [text('Name')], nested('WhoamiResult', 'WhoamiResult', true, text('Name')));

const own = issueCertificate('own', { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
const service = issueCertificate('service', { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
const keys = {
  own: {
    sign: signingKey({ key: own.key, certificates: own.certificate }),
    decrypt: decryptionKey({ key: own.key, certificates: own.certificate }),
  },
  service: {
    sign: signingKey({ key: service.key, certificates: service.certificate }),
    decrypt: decryptionKey({ key: service.key, certificates: service.certificate }),
  },
};

let reasons: SecurityError[] = [];
let wire = { request: '', response: '' };
beforeEach(() => {
  reasons = [];
});

const decoded = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);

interface Calling {
  readonly soap?: SoapVersion;
  readonly change?: (request: string) => string;
  readonly interceptors?: ConstructorParameters<typeof SoapClient>[0]['interceptors'];
}

async function call(
  client: ClientMessageSecurityOptions,
  server: ServerMessageSecurityOptions,
  { soap = '1.1', change = (request) => request, interceptors }: Calling = {},
): Promise<string> {
  const messages = serverMessageSecurity({ onRejected: (reason) => reasons.push(reason), ...server });
  const memory = memoryTransport(
    createServer(description, { messageSecurity: messages }, [
      implement(Whoami, ({ Name }) => ({ Name: `${Name} & co` })),
    ]),
  );
  const transport: Transport = {
    async send(request) {
      const body = new TextEncoder().encode(change(decoded(request.body as Uint8Array)));
      const response = await memory.send({ ...request, body });
      wire = { request: decoded(body), response: decoded(response.body) };
      return response;
    },
  };
  const caller = new SoapClient({
    address: description.address,
    soap,
    transport,
    ...(interceptors && { interceptors }),
    ...messageSecurity(client),
  });
  const { Name } = (await caller.call(Whoami, { Name: 'Zoë' })) as { Name: string };
  return Name;
}

const both = (
  first: MessageSecurityOptions['first'],
): readonly [ClientMessageSecurityOptions, ServerMessageSecurityOptions] => [
  {
    first,
    sign: { key: keys.own.sign },
    encrypt: { for: service.certificate },
    verify: { trust: trust({ pinned: service.certificate }) },
    decrypt: { keys: [keys.own.decrypt] },
    unsignedFaults: true,
  },
  {
    first,
    sign: { key: keys.service.sign },
    encrypt: { for: 'signer' },
    verify: { trust: trust({ pinned: own.certificate }) },
    decrypt: { keys: [keys.service.decrypt] },
  },
];

describe.each(['1.1', '1.2'] as const)('in SOAP %s', (soap) => {
  it.each(['sign', 'encrypt'] as const)('what is secured with %s first arrives, both ways', async (first) => {
    expect(await call(...both(first), { soap })).toBe('Zoë & co');
    for (const message of [wire.request, wire.response]) {
      expect(message).toMatch(/<[\w]+:Body[^>]*><xenc:EncryptedData/);
      expect(message).not.toMatch(/Zoë|Whoami/);
      expect(message.includes('<ds:Signature ')).toBe(first === 'encrypt');
    }
  });

  it('is encrypted without signatures', async () => {
    const client = { encrypt: { for: service.certificate }, decrypt: { keys: [keys.own.decrypt] } };
    const server = { encrypt: { for: own.certificate }, decrypt: { keys: [keys.service.decrypt] } };
    expect(await call(client, server, { soap })).toBe('Zoë & co');
  });
});

it.each(['sign', 'encrypt'] as const)('a header block is secured with %s first', async (first) => {
  const who = { namespace: 'urn:b', local: 'Who' };
  const [client, server] = both(first);
  const parts = ['Body', 'Timestamp', who] as const;
  const encrypt = { for: service.certificate, parts: ['Body', who] as const };
  const secured = { ...client, sign: { key: keys.own.sign, parts }, encrypt };
  const interceptors = [
    (next: (call: never) => Promise<unknown>) => async (call: object) =>
      await next({ ...call, headerBlocks: ['<b:Who xmlns:b="urn:b">anna</b:Who>'] } as never),
  ] as never;
  const verify = { trust: trust({ pinned: own.certificate }), parts };
  const decrypt = { keys: [keys.service.decrypt], parts: ['Body', who] as const };
  expect(await call(secured, { ...server, verify, decrypt }, { interceptors })).toBe('Zoë & co');
  expect(wire.request).toContain('EncryptedHeader');
  expect(wire.request).not.toContain('anna');
});

it('AES-CBC is taken if it was signed after it was encrypted', async () => {
  const [client, server] = both('encrypt');
  const algorithm = 'aes256-cbc' as const;
  const encrypt = { for: service.certificate, algorithm, allowCbc: true };
  const decrypt = { keys: [keys.service.decrypt], algorithms: [algorithm] };
  expect(await call({ ...client, encrypt }, { ...server, decrypt })).toBe('Zoë & co');
  await expect(call({ ...client, encrypt, first: 'sign' }, { ...server, decrypt })).rejects.toMatchObject({
    subcode: { local: 'InvalidSecurity' },
  });
  expect(reasons[0]?.message).toContain('must be signed (CVE-2011-1096)');
  await expect(call({ ...client, encrypt }, server)).rejects.toThrow();
  expect(reasons[1]?.message).toBe('The algorithm aes256-cbc is not allowed.');
});

it('a secret that both sides know encrypts, too', async () => {
  const secret = new Uint8Array(32).fill(7);
  const options = { encrypt: { for: { keyName: 'shared', secret } }, decrypt: { secrets: { shared: secret } } };
  expect(await call(options, options)).toBe('Zoë & co');
  expect(wire.request).toContain('kw-aes256');
});

it('an encrypted UsernameToken is decrypted', async () => {
  const token = security({ usernameToken: { user: 'ada', password: 'correct horse', type: 'digest' } });
  const parts = ['Body', 'UsernameToken'] as const;
  const client = { encrypt: { for: service.certificate, parts } };
  expect(await call(client, { decrypt: { keys: [keys.service.decrypt], parts } }, { interceptors: [token] })).toBe(
    'Zoë & co',
  );
  expect(wire.request).not.toMatch(/>ada<|Nonce/);
});

describe('a request is rejected', () => {
  const [client, server] = both('sign');
  const cases: Readonly<
    Record<
      string,
      readonly [string, ClientMessageSecurityOptions, ServerMessageSecurityOptions, ((request: string) => string)?]
    >
  > = {
    'that is not encrypted': ['The content of the Body is not encrypted.', { ...client, encrypt: undefined }, server],
    'that is not signed': ['The message is not signed.', { ...client, sign: undefined }, server],
    'whose header block is not encrypted': [
      'The To is not encrypted.',
      client,
      { ...server, decrypt: { ...server.decrypt, parts: [{ namespace: 'urn:b', local: 'To' }] } },
    ],
    'that is encrypted for somebody else': [
      'An EncryptedKey is for a key that is not ours.',
      { ...client, encrypt: { for: own.certificate } },
      server,
    ],
    'whose content was changed': [
      'The message cannot be decrypted: its key or its content is wrong.',
      client,
      server,
      (request) =>
        request.replace(/....(?=<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData><\/\w+:Body>)/, 'BBBB'),
    ],
    'with something encrypted beside what is signed': [
      'Something in the message is encrypted and not signed.',
      client,
      server,
      (request) =>
        decoded(
          encryptMessage(
            {
              envelope: new TextEncoder().encode(
                request.replace(/(<\w+:Header[^>]*>)/, '$1<b:Who xmlns:b="urn:b">somebody else</b:Who>'),
              ),
              parts: [],
            },
            { for: service.certificate, parts: [{ namespace: 'urn:b', local: 'Who' }] },
          ).envelope,
        ),
    ],
  };
  it.each(Object.keys(cases))('%s, by the same fault', async (name) => {
    const [reason, from, to, change] = cases[name] ?? ['', client, server];
    await expect(call(from, to, { ...(change && { change }) })).rejects.toMatchObject({
      subcode: { namespace: wsse, local: 'InvalidSecurity' },
      message: 'An error was discovered processing the Security header.',
    });
    expect(reasons.map(({ message }) => message)).toEqual([reason]);
  });
});

describe('options', () => {
  it.each([
    ['AES-CBC without being asked for', { encrypt: { for: own.certificate, algorithm: 'aes128-cbc' } }, 'allowCbc'],
    [
      'both kinds of AES',
      { decrypt: { keys: [keys.own.decrypt], algorithms: ['aes128-cbc', 'aes128-gcm'] } },
      'CVE-2012-5575',
    ],
    ['no key', { decrypt: {} }, 'needs a key'],
    ['a secret of another length', { encrypt: { for: { keyName: 'x', secret: new Uint8Array(5) } } }, '16, 24 or 32'],
  ] as const)('with %s are refused at the start', (_, options, reason) => {
    expect(() => messageSecurity(options as MessageSecurityOptions)).toThrow(reason);
  });
});

it('a message of many elements is encrypted', async () => {
  const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
  const body = `<s:Body>${'<a/>'.repeat(100_001)}</s:Body>`;
  const envelope = new TextEncoder().encode(`<s:Envelope xmlns:s="${soap}">${body}</s:Envelope>`);
  const sent = encryptMessage({ envelope, parts: [] }, { for: own.certificate });
  expect(decoded(sent.envelope)).not.toContain('<a/>');
  await expect(decryptMessage(sent, { keys: [keys.own.decrypt] })).rejects.toMatchObject({
    code: 'encryption',
    cause: { code: 'limit' },
  });
  const limits = { maxElements: 200_000 };
  const { envelope: read } = await decryptMessage(sent, { keys: [keys.own.decrypt] }, { limits });
  expect(decoded(read)).toContain(body);
  const weak = { for: own.certificate, algorithm: 'aes128-cbc' } as const;
  expect(() => encryptMessage({ envelope, parts: [] }, weak)).toThrow('allowCbc');
});

describe('attachments', () => {
  const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
  const envelope = new TextEncoder().encode(`<s:Envelope xmlns:s="${soap}"><s:Body><a/></s:Body></s:Envelope>`);
  const parts = [{ id: 'photo@x', contentType: 'image/png', content: new TextEncoder().encode('PNG') }];
  const decrypt: DecryptOptions = { keys: [keys.own.decrypt] };

  it('are encrypted with the message and beside it', async () => {
    const options = { for: own.certificate, attachments: ['photo@x'], xop: true };
    const sent = encryptMessage({ envelope, parts }, options);
    expect(sent.parts.map(({ contentType }) => contentType)).toEqual(Array(2).fill('application/octet-stream'));
    expect(sent.parts.map(({ content }) => decoded(content)).join()).not.toContain('PNG');
    const received = await decryptMessage(sent, decrypt);
    expect(received.parts).toMatchObject([{ id: 'photo@x', contentType: 'image/png' }]);
    expect(decoded(received.envelope)).toContain('<s:Body><a/></s:Body>');
    expect(decoded(received.parts[0]?.content ?? new Uint8Array())).toBe('PNG');
  });

  it('are verified with the envelope that names them', async () => {
    const sent = encryptMessage({ envelope, parts }, { for: own.certificate, attachments: ['photo@x'] });
    const signed = { ...sent, envelope: await signMessage(sent.envelope, { key: keys.own.sign }) };
    const verify = { trust: trust({ pinned: own.certificate }) };
    await expect(decryptMessage(signed, decrypt, { verify })).rejects.toThrow('encrypted and not signed');
    const { verified } = await decryptMessage(signed, { ...decrypt, allowUnsigned: true }, { verify });
    expect(verified?.covered.map(({ local }) => local).sort()).toEqual(['Body', 'Timestamp']);
  });
});
