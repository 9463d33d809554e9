import { generateKeyPairSync } from 'node:crypto';
import { ClientError, SoapClient, SoapFault, type SoapVersion, type Transport } from '@soapwright/runtime/client';
import { createServer, type HandlerContext, implement } from '@soapwright/runtime/server';
import { mtom } from '@soapwright/runtime/server/mtom';
import { beforeEach, describe, expect, it } from 'vitest';
import { memoryTransport } from '../../../../runtime/src/client/memory-transport.ts';
import { issueCertificate } from '../../../../test/support/runtime/certificate.ts';
import { nested, operation, text } from '../../../../test/support/runtime/table-codec.ts';
import { description } from '../../../../test/support/runtime/test-service.ts';
import { security } from '../../client.ts';
import { wsse, wsu } from '../../names.ts';
import type { SecurityError } from '../../security-error.ts';
import { usernameTokens } from '../../server.ts';
import { type SigningKey, signingKey, trust } from '../keys/index.ts';
import {
  type ClientMessageSecurityOptions,
  messageSecurity,
  type ServerMessageSecurityOptions,
  type SignOptions,
  serverMessageSecurity,
  type VerifiedMessage,
} from './index.ts';

const Whoami = operation('Whoami', [text('Name')], nested('WhoamiResult', 'WhoamiResult', true, text('Name')));

const own = issueCertificate('own');
const service = issueCertificate('service', { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
const ownKey = signingKey({ key: own.key, certificates: own.certificate });
const serviceKey = signingKey({ key: service.key, certificates: service.certificate });
const trusted = trust({ pinned: own.certificate });

let reasons: SecurityError[] = [];
let contexts: HandlerContext<unknown>[] = [];
let wire: { request: string; response: string } = { request: '', response: '' };

beforeEach(() => {
  reasons = [];
  contexts = [];
});

/** What the handler of the only call was told. */
const principal = (): VerifiedMessage => contexts[0]?.principal as VerifiedMessage;

function serverOf(options: ServerMessageSecurityOptions) {
  const messages = serverMessageSecurity({ onRejected: (reason) => reasons.push(reason), ...options });
  return createServer(description, { messageSecurity: messages }, [
    implement(Whoami, ({ Name }, context) => {
      contexts.push(context);
      if (Name === 'fail') throw new SoapFault({ code: 'Sender', reason: 'failed' });
      return { Name: `${Name} & co` };
    }),
  ]);
}

function recording(transport: Transport): Transport {
  return {
    async send(request) {
      const response = await transport.send(request);
      wire = { request: decoded(request.body), response: decoded(response.body) };
      return response;
    },
  };
}

const decoded = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body);

interface Calling {
  readonly soap?: SoapVersion;
  readonly name?: string;
  readonly transport?: Transport;
  readonly interceptors?: ConstructorParameters<typeof SoapClient>[0]['interceptors'];
  readonly headerBlocks?: readonly string[];
}

async function call(
  client: ClientMessageSecurityOptions,
  server: ServerMessageSecurityOptions,
  { soap = '1.1', name = 'Zoë <1>', transport, interceptors, headerBlocks }: Calling = {},
): Promise<string> {
  const caller = new SoapClient({
    address: description.address,
    transport: recording(transport ?? memoryTransport(serverOf(server))),
    soap,
    interceptors,
    headerBlocks,
    ...messageSecurity(client),
  });
  const { Name } = (await caller.call(Whoami, { Name: name })) as { Name: string };
  return Name;
}

const rejected = async (
  client: ClientMessageSecurityOptions,
  server: ServerMessageSecurityOptions,
  calling?: Calling,
) => {
  const error: unknown = await call(client, server, calling).catch((thrown: unknown) => thrown);
  if (error instanceof SoapFault) return `${error.subcode?.local}: ${reasons.at(-1)?.code}`;
  if (error instanceof ClientError) return `${error.code}: ${(error.cause as SecurityError).code}`;
  throw error;
};

describe.each(['1.1', '1.2'] as const)('signatures in SOAP %s', (soap) => {
  it.each([
    'binary-security-token',
    'pki-path',
    'subject-key-identifier',
    'issuer-serial',
    'thumbprint',
    'x509-data',
    'key-value',
  ] as const)('name the key by %s', async (reference) => {
    const sign: SignOptions = { key: ownKey, reference };
    expect(await call({ sign }, { verify: { trust: trusted } }, { soap })).toBe('Zoë <1> & co');
    const { certificate, covered } = principal();
    expect(certificate?.subject).toBe('CN=own');
    const envelope = /xmlns:\w+="([^"]+)"/.exec(wire.request)?.[1];
    expect(covered.map(({ path }) => path).sort()).toEqual([
      `{${envelope}}Envelope/{${envelope}}Body`,
      `{${envelope}}Envelope/{${envelope}}Header/{${wsse}}Security/{${wsu}}Timestamp`,
    ]);
  });
});

describe('what is signed', () => {
  it.each(['rsa-sha256', 'rsa-sha384', 'rsa-sha512', 'rsa-pss-sha256'] as const)('by %s', async (algorithm) => {
    const verify = { trust: trust({ pinned: service.certificate }) };
    const options = { sign: { key: serviceKey, algorithm, digest: 'sha512' } } as const;
    expect(await call(options, { verify })).toBe('Zoë <1> & co');
    expect(principal().algorithm).toBe(algorithm);
    expect(await rejected(options, { verify: { ...verify, algorithms: ['ecdsa-sha256'] } })).toBe(
      'InvalidSecurity: algorithm',
    );
  });

  it('by HMAC with a name', async () => {
    const secret = Buffer.alloc(32, 7);
    const sign: SignOptions = { key: signingKey({ secret }), reference: { keyName: 'shared & safe' } };
    expect(await call({ sign }, { verify: { trust: trust({ secrets: { 'shared & safe': secret } }) } })).toBe(
      'Zoë <1> & co',
    );
    const other = { verify: { trust: trust({ secrets: { 'shared & safe': Buffer.alloc(32, 8) } }) } };
    expect(await rejected({ sign }, other)).toBe('InvalidSecurity: signature');
  });

  it('by SHA-1 only where both sides say so', async () => {
    expect(() => messageSecurity({ sign: { key: serviceKey, algorithm: 'rsa-sha1' } })).toThrow('allowSha1: true');
    expect(() => messageSecurity({ sign: { key: serviceKey, digest: 'sha1' } })).toThrow('allowSha1: true');
    const sign: SignOptions = { key: serviceKey, algorithm: 'rsa-sha1', digest: 'sha1', allowSha1: true };
    const verify = { trust: trust({ pinned: service.certificate }) };
    expect(await rejected({ sign }, { verify })).toBe('InvalidSecurity: algorithm');
    expect(await call({ sign }, { verify: { ...verify, allowSha1: true } })).toBe('Zoë <1> & co');
  });

  it.each([false, true])('the token, a UsernameToken and header blocks (STR-Transform: %s)', async (strTransform) => {
    const to = '<w:To xmlns:w="urn:w" xmlns:q="urn:q" q:a="1">x<!-- c --></w:To>';
    const parts = [
      'Body',
      'Timestamp',
      'UsernameToken',
      'BinarySecurityToken',
      { namespace: 'urn:w', local: 'To' },
      { namespace: 'urn:w', local: 'From', optional: true },
    ] as const;
    const usernameToken = { user: 'a', password: 'b', type: 'digest' } as const;
    const calling = { headerBlocks: [to], interceptors: [security({ usernameToken, timestamp: true })] };
    const result = await call(
      { sign: { key: ownKey, parts, strTransform } },
      { verify: { trust: trusted, parts } },
      calling,
    );
    expect(result).toBe('Zoë <1> & co');
    expect(principal().covered).toHaveLength(5);
    expect(wire.request.match(/<wsse:Security /g)).toHaveLength(1);
    expect(await rejected({ sign: { key: ownKey } }, { verify: { trust: trusted, parts } }, calling)).toBe(
      'InvalidSecurity: policy',
    );
    const needed = await call({ sign: { key: ownKey, parts } }, { verify: { trust: trusted } }).catch(
      (error: unknown) => error,
    );
    expect(needed).toMatchObject({ code: 'invalid-request', message: expect.stringContaining('no UsernameToken') });
  });
});

describe('answers', () => {
  const sign = { key: serviceKey };
  const verify = { trust: trust({ pinned: service.certificate }) };

  it('are signed and verified, and name what was covered', async () => {
    const seen: VerifiedMessage[] = [];
    const client = { sign: { key: ownKey }, verify, onVerified: (one: VerifiedMessage) => seen.push(one) };
    expect(await call(client, { verify: { trust: trusted }, sign })).toBe('Zoë <1> & co');
    expect(seen[0]?.certificate?.subject).toBe('CN=service');
    expect(await call({ verify }, { sign })).toBe('Zoë <1> & co');
  });

  it('that are not signed, or by another key, are refused', async () => {
    const client = { sign: { key: ownKey }, verify };
    expect(await rejected(client, { verify: { trust: trusted } })).toBe('bad-answer: policy');
    expect(await rejected(client, { sign: { key: ownKey } })).toBe('bad-answer: key');
    const error: unknown = await call(client, { sign: { key: ownKey } }).catch((thrown: unknown) => thrown);
    expect((error as Error).message).toContain('The response could not be verified.');
  });

  it('with faults are signed too; faults without a signature are taken on demand', async () => {
    const failing = { name: 'fail' };
    await expect(call({ verify }, { sign }, failing)).rejects.toMatchObject({ reason: 'failed' });
    expect(wire.response).toContain(':Signature');
    expect(await rejected({ verify }, { verify: { trust: trusted } }, failing)).toBe('bad-answer: policy');
    const client = { verify, unsignedFaults: true };
    await expect(call(client, { verify: { trust: trusted } }, failing)).rejects.toMatchObject({
      subcode: { local: 'InvalidSecurity' },
    });
    expect(await rejected(client, { sign: { key: ownKey } }, failing)).toBe('bad-answer: key');
  });

  it('that are pages of a proxy keep their status, and nothing else', async () => {
    const page = { status: 503, headers: ['Content-Type', 'text/html'], body: Buffer.from('<html>busy</html>') };
    const error: unknown = await call({ verify }, {}, { transport: { send: async () => page } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: 'ClientError', httpStatus: 503 });
  });
});

describe('answers that confirm the signature of their request', () => {
  const client = {
    sign: { key: ownKey },
    verify: { trust: trust({ pinned: service.certificate }) },
    confirmSignatures: true,
  };
  const server = { sign: { key: serviceKey }, verify: { trust: trusted }, confirmSignatures: true };

  it.each(['1.1', '1.2'] as const)('are taken in SOAP %s, faults too', async (soap) => {
    expect(await call(client, server, { soap })).toBe('Zoë <1> & co');
    await expect(call(client, server, { soap, name: 'fail' })).rejects.toMatchObject({ reason: 'failed' });
    expect(wire.response).toContain('SignatureConfirmation');
  });

  it('are refused for another request, and those that confirm nothing', async () => {
    await call(client, server);
    const { response } = wire;
    const earlier: Transport = {
      send: async () => ({ status: 200, headers: ['Content-Type', 'text/xml'], body: Buffer.from(response) }),
    };
    expect(await rejected(client, {}, { transport: earlier })).toBe('bad-answer: policy');
    const without = { ...client, confirmSignatures: false };
    expect(await call(without, {}, { transport: earlier })).toBe('Zoë <1> & co');
    expect(await rejected(client, { ...server, confirmSignatures: false })).toBe('bad-answer: policy');
  });

  it('need signatures of both sides', () => {
    expect(() => messageSecurity({ sign: client.sign, confirmSignatures: true })).toThrow('needs sign and verify');
    expect(() => serverMessageSecurity({ verify: server.verify, confirmSignatures: true })).toThrow('sign and verify');
  });
});

describe('a server', () => {
  it('finds its own principal, or rejects the signer', async () => {
    const server = (known: string | undefined) => ({ verify: { trust: trusted }, authenticate: async () => known });
    const client = { sign: { key: ownKey } };
    await call(client, server('Zoë'));
    expect(contexts[0]?.principal).toBe('Zoë');
    expect(await rejected(client, server(undefined))).toBe('InvalidSecurity: key');
  });

  it('takes no message twice, none that is old, and none of a time to come', async () => {
    const server = memoryTransport(serverOf({ verify: { trust: trusted } }));
    const client = { sign: { key: ownKey } };
    await call(client, {}, { transport: server });
    const again: Transport = { send: (request) => server.send({ ...request, body: wire.request }) };
    const error: unknown = await new SoapClient({ address: description.address, transport: again })
      .call(Whoami, { Name: '' })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ subcode: { local: 'InvalidSecurity' } });
    expect(reasons.at(-1)?.code).toBe('replay');
    const at = (seconds: number) => ({ sign: { key: ownKey, now: () => Date.now() + seconds * 1000 } });
    expect(await rejected(at(-400), { verify: { trust: trusted } })).toBe('InvalidSecurity: expired');
    expect(await rejected(at(70), { verify: { trust: trusted } })).toBe('InvalidSecurity: expired');
    expect(await call(at(50), { verify: { trust: trusted } })).toBe('Zoë <1> & co');
  });

  it('needs options that fit each other', () => {
    expect(() => messageSecurity({})).toThrow('needs sign, verify, encrypt or decrypt');
    expect(() => messageSecurity({ sign: { key: ownKey, algorithm: 'rsa-sha256' } })).toThrow('of kind rsa');
    expect(() => messageSecurity({ sign: { key: ownKey, lifetime: 0 } })).toThrow('more than 0');
  });
});

describe('the server of the runtime', () => {
  const sign = { key: serviceKey };

  it('takes message security or parts, not both', () => {
    const options = { messageSecurity: serverMessageSecurity({ sign }), multipart: mtom() };
    expect(() => createServer(description, options, [])).toThrow('leave out multipart');
  });

  it('lets authentication find another principal, after the signature was verified', async () => {
    const authentication = usernameTokens<string>({ authenticate: ({ user }) => user });
    const options = { messageSecurity: serverMessageSecurity({ verify: { trust: trusted } }), authentication };
    const server = createServer(description, options, [
      implement(Whoami, (_, context) => ({ Name: authentication.principal(context) })),
    ]);
    const usernameToken = { user: 'Zoë', password: 'p', type: 'digest' } as const;
    const calling = { transport: memoryTransport(server), interceptors: [security({ usernameToken })] };
    expect(await call({ sign: { key: ownKey } }, {}, calling)).toBe('Zoë');
    expect(await rejected({ sign: { key: serviceKey } }, {}, calling)).toBe('InvalidSecurity: undefined');
  });

  it('signs large answers, which are otherwise sent in pieces', async () => {
    const Fetch = operation('Fetch', [text('Name')], nested('FetchResult', 'FetchResult', true, text('Name')));
    const name = 'x'.repeat(3_000_000);
    const server = createServer(description, { messageSecurity: serverMessageSecurity({ sign }) }, [
      implement(Fetch, () => ({ Name: name })),
    ]);
    const client = new SoapClient({
      address: description.address,
      transport: memoryTransport(server),
      ...messageSecurity({ verify: { trust: trust({ pinned: service.certificate }) } }),
    });
    expect(((await client.call(Fetch, { Name: '' })) as { Name: string }).Name).toBe(name);
  });

  it('reports what fails while an answer is signed, and sends a fault without it', async () => {
    const errors: unknown[] = [];
    const key: SigningKey = { ...serviceKey, sign: () => Promise.reject(new Error('The card is gone.')) };
    const options = {
      messageSecurity: serverMessageSecurity({ sign: { key } }),
      onError: (error: unknown) => errors.push(error),
    };
    const server = createServer(description, options, [implement(Whoami, ({ Name }) => ({ Name }))]);
    const client = new SoapClient({ address: description.address, transport: memoryTransport(server) });
    await expect(client.call(Whoami, { Name: '' })).rejects.toMatchObject({ detailCode: 'InternalError' });
    expect(errors).toMatchObject([{ message: 'The card is gone.' }]);
  });

  it('hardening: rejects an envelope that is too deep with the same fault', async () => {
    const server = memoryTransport(serverOf({ verify: { trust: trusted } }));
    const deep = `<x:a xmlns:x="urn:x">${'<b>'.repeat(70)}${'</b>'.repeat(70)}</x:a>`;
    const transport: Transport = {
      send: (request) =>
        server.send({ ...request, body: decoded(request.body).replace('<wsse:Security ', `${deep}<wsse:Security `) }),
    };
    expect(await rejected({ sign: { key: ownKey } }, {}, { transport })).toBe('InvalidSecurity: form');
  });
});
