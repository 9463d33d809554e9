import { createHmac, verify } from 'node:crypto';
import type { Transport } from '@soapwright/runtime/client';
import type { Listening } from '@soapwright/runtime/server/node';
import { passwordDigest } from '@soapwright/security';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { billingContract, DocExamples } from './support/doc-examples.ts';
import { issueCertificate, selfSigned } from './support/runtime/certificate.ts';
import { httpResponse, type RawServer, rawServer } from './support/runtime/raw-server.ts';
import { typeErrors } from './support/type-errors.ts';

let page: DocExamples;
let server: RawServer;
/** What the server demands of a request; its result is the header of the response. */
let demand: (request: string) => Promise<string> | string = () => '';
let seen: string[] = [];

const soap12Namespace = 'http://www.w3.org/2003/05/soap-envelope';

const refused = '<s:Fault><faultcode>s:Client</faultcode><faultstring>Sign in.</faultstring></s:Fault>';
const found = '<FindResponse xmlns="urn:billing/"><Invoice><Name>yes</Name></Invoice></FindResponse>';
const answer = (body: string, header = '') =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${header && `<s:Header>${header}</s:Header>`}<s:Body>${body}</s:Body></s:Envelope>`;

beforeAll(async () => {
  page = await DocExamples.load('docs/how-to/sign-in-by-profile.md', { billing: billingContract });
  server = await rawServer(({ body }, socket) => {
    const text = Buffer.from(body).toString();
    seen.push(text);
    Promise.resolve()
      .then(() => demand(text))
      .then(
        (header) => socket.write(httpResponse('200 OK', 'text/xml', answer(found, header))),
        () => socket.write(httpResponse('500 No', 'text/xml', answer(refused))),
      );
    return undefined;
  });
});
beforeEach(() => {
  seen = [];
});
afterAll(async () => {
  await server.close();
  page?.folder.remove();
});

const run = (name: string, ...values: readonly unknown[]) =>
  page.exports[name]?.(...([server.address, ...values] as never[]));

/** The text of an element, or a failure of the request. */
function readText(request: string, name: string): string {
  const value = new RegExp(`<(?:\\w+:)?${name}(?: [^>]*)?>([^<]*)<`).exec(request)?.[1];
  if (value === undefined) throw new Error(`no ${name}`);
  return value;
}

async function checkDigest(request: string, password: string, isHashed: boolean): Promise<void> {
  const parts = {
    nonce: new Uint8Array(Buffer.from(readText(request, 'Nonce'), 'base64')),
    created: readText(request, 'Created'),
  };
  if (readText(request, 'Password') !== (await passwordDigest(password, parts, isHashed))) throw new Error('password');
}

function check(isRight: boolean): void {
  if (!isRight) throw new Error('refused');
}

it('the examples compile', () => {
  expect(page.blocks).toHaveLength(10);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it('Amadeus: a session that is signed in once', async () => {
  const namespace = 'http://xml.amadeus.com/2010/06/Session_v3';
  demand = async (request) => {
    readText(request, 'Action');
    readText(request, 'MessageID');
    if (request.includes('TransactionStatusCode="Start"')) {
      await checkDigest(request, 'secret', true);
      check(request.includes('PseudoCityCode="NCE1A0955"'));
      return `<s1:Session xmlns:s1="${namespace}" TransactionStatusCode="InSeries"><s1:SessionId>A</s1:SessionId><s1:SequenceNumber>1</s1:SequenceNumber><s1:SecurityToken>T</s1:SecurityToken></s1:Session>`;
    }
    check(!request.includes('UsernameToken') && request.includes('TransactionStatusCode="End"'));
    check(readText(request, 'SequenceNumber') === '2' && readText(request, 'SecurityToken') === 'T');
    return '';
  };
  expect(await run('inAmadeusSession', 'secret')).toEqual(['yes', 'yes']);
  await expect(run('inAmadeusSession', 'wrong')).rejects.toThrow('Sign in.');
});

it('DocuSign: the integrator key and the user', async () => {
  demand = (request) => {
    check(readText(request, 'Username') === '[ACME-1234]ada@example.com' && readText(request, 'Password') === 'secret');
    return '';
  };
  expect(await run('byDocuSign', 'secret')).toBe('yes');
  await expect(run('byDocuSign', 'wrong')).rejects.toThrow('Sign in.');
});

it('gematik: the context, addressing and MTOM', async () => {
  const caller = {
    mandantId: 'Mandant1',
    clientSystemId: 'ClientID1',
    workplaceId: 'CATS',
    record: { insurantId: 'X110411319', homeCommunityId: 'urn:oid:1.2.276.0.76.3.1.315.3.2.1.1' },
  };
  let type = '';
  const transport: Transport = {
    async send({ headers, body }) {
      type = headers[headers.findIndex((name) => name.toLowerCase() === 'content-type') + 1] ?? '';
      const request = typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array);
      for (const name of ['Action', 'MessageID']) readText(request, name);
      check(readText(request, 'MandantId') === 'Mandant1' && request.includes('extension="X110411319"'));
      const soap12 = answer(found).replace('http://schemas.xmlsoap.org/soap/envelope/', soap12Namespace);
      const message = new TextEncoder().encode(soap12);
      return { status: 200, headers: ['Content-Type', 'application/soap+xml'], body: message };
    },
  };
  expect(await run('byGematik', transport, caller)).toBe('yes');
  // The parameters that gematik/api-ePA#3 names.
  expect(type).toMatch(/^multipart\/related;/);
  for (const parameter of [
    'start-info="application/soap+xml"',
    'type="application/xop+xml"',
    'action="urn:billing/Find"',
  ])
    expect(type).toContain(parameter);
});

it('Exchange: the version and the mailbox', async () => {
  demand = (request) => {
    check(
      request.includes('Version="Exchange2013_SP1"') && readText(request, 'PrimarySmtpAddress') === 'ada@example.com',
    );
    return '';
  };
  const client = (await run('exchangeClient', 'secret')) as { Find(request: object): Promise<object> };
  await client.Find({ Number: '7' }).catch(() => undefined);
  // The handshake of NTLM has no body; its tests are in test/foreign.
  expect(seen[0]).toBe('');
});

it('NetSuite: a signature of each call', async () => {
  const token = { account: '1234567', consumerKey: 'ck', consumerSecret: 'cs', token: 'ti', tokenSecret: 'ts' };
  const nonces = new Set<string>();
  demand = (request) => {
    const fields = ['account', 'consumerKey', 'token', 'nonce', 'timestamp'].map((name) => readText(request, name));
    const signature = createHmac('sha256', 'cs&ts').update(fields.join('&')).digest('base64');
    check(readText(request, 'signature') === signature && !nonces.has(fields[3] ?? ''));
    nonces.add(fields[3] ?? '');
    return '';
  };
  expect([await run('byNetSuite', token), await run('byNetSuite', token)]).toEqual(['yes', 'yes']);
  await expect(run('byNetSuite', { ...token, tokenSecret: 'wrong' })).rejects.toThrow('Sign in.');
});

it('ONVIF: a digest by the clock of the device', async () => {
  const deviceTime = async () => Date.parse('2001-01-01T00:00:00Z');
  demand = async (request) => {
    await checkDigest(request, 'secret', false);
    check(Math.abs(Date.parse(readText(request, 'Created')) - (await deviceTime())) < 60_000);
    return '';
  };
  expect(await run('byOnvif', 'secret', deviceTime)).toBe('yes');
  await expect(run('byOnvif', 'secret', async () => Date.now())).rejects.toThrow('Sign in.');
});

it('Salesforce: a session at its own address', async () => {
  demand = (request) => {
    check(readText(request, 'sessionId') === 'S1');
    return '';
  };
  const session = async () => ({ sessionId: 'S1', serverUrl: `${server.address}?instance=1` });
  expect(await run('bySalesforce', session)).toBe('yes');
  expect(server.requests.at(-1)?.requestLine).toContain('?instance=1');
});

it('Workday: the user with the tenant, and a Timestamp', async () => {
  demand = (request) => {
    check(readText(request, 'Username') === 'lmcneil@acme_dpt1' && readText(request, 'Password') === 'secret');
    check(Date.parse(readText(request, 'Expires')) > Date.now());
    return '';
  };
  expect(await run('byWorkday', 'secret')).toBe('yes');
  await expect(run('byWorkday', 'wrong')).rejects.toThrow('Sign in.');
});

it('Workday by certificate: the whole Envelope, signed', async () => {
  const { certificate, key } = issueCertificate('lmcneil');
  demand = (request) => {
    check(readText(request, 'Username') === 'lmcneil@acme_dpt1' && !request.includes('Password'));
    check(request.includes('<ds:Reference URI="">') && readText(request, 'X509SubjectName') === 'CN=lmcneil');
    const info = /<ds:SignedInfo.*<\/ds:SignedInfo>/.exec(request)?.[0] ?? '';
    const value = Buffer.from(readText(request, 'SignatureValue'), 'base64');
    check(verify('sha256', Buffer.from(info), { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' }, value));
    return '';
  };
  const pem = key.export({ type: 'pkcs8', format: 'pem' });
  expect(await run('byWorkdayCertificate', pem, certificate.toString())).toBe('yes');
});

it('SDI: certificates of both sides, and MTOM', async () => {
  const [sdi, own, other] = [selfSigned(), selfSigned(), selfSigned()];
  const listening = (await page.exports.fromSdi?.({ ...sdi, ca: own.cert } as never)) as Listening;
  const address = `https://localhost:${listening.port}/billing`;
  const send = (caller: { readonly key: string; readonly cert: string }) =>
    page.exports.toSdi?.(...([address, { ...caller, ca: sdi.cert }] as never[]));
  expect(await send(own)).toBe('received');
  await expect(send(other)).rejects.toMatchObject({ code: expect.any(String) });
  await listening.close(0);
});
