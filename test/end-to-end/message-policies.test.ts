import { generateKeyPairSync } from 'node:crypto';
import { ClientError, memoryTransport, type Transport } from '@soapwright/runtime/client';
import type { ServerOptions, SoapServer } from '@soapwright/runtime/server';
import { usernameTokens } from '@soapwright/security';
import { decryptionKey, signingKey, trust } from '@soapwright/security/keys';
import {
  messageKeys,
  type SecurityError,
  serverMessageKeys,
  signMessage,
  type VerifiedMessage,
} from '@soapwright/security/messages';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/index.ts';
import { GeneratedFolder, moduleIn } from '../generate-here.ts';
import { clientIn } from '../support/generator/generated-modules.ts';
import { contractOf } from '../support/generator/load-contracts.ts';
import { issueCertificate } from '../support/runtime/certificate.ts';
import { newKey, signedAssertion } from '../support/security/assertion.ts';
import {
  asymmetricBinding,
  policyContract,
  policyOf,
  securityPolicy12,
  transportBinding,
  x509Token,
} from '../support/security/policy-wsdl.ts';

const rsa = () => ({ keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
const [own, service, other] = ['own', 'service', 'other'].map((name) => {
  const { key, certificate } = issueCertificate(name, rsa());
  return {
    certificate,
    key: signingKey({ key, certificates: certificate }),
    reads: decryptionKey({ key, certificates: certificate }),
  };
}) as [Party, Party, Party];

interface Party {
  readonly certificate: ReturnType<typeof issueCertificate>['certificate'];
  readonly key: ReturnType<typeof signingKey>;
  readonly reads: ReturnType<typeof decryptionKey>;
}

const addressing = 'http://www.w3.org/2005/08/addressing';
const signed = `<sp:SignedParts><sp:Body/><sp:Header Namespace="${addressing}"/></sp:SignedParts>`;
const hidden = '<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>';
const generated = new GeneratedFolder('message-policies');
afterAll(() => generated.remove());

let reasons: SecurityError[] = [];
let wire = { request: '', response: '' };
let principals: unknown[] = [];
beforeEach(() => {
  reasons = [];
  principals = [];
});

interface Call {
  readonly credentials: unknown;
  /** Default that nothing is changed. */
  readonly forge?: (message: string) => string;
  readonly headerBlocks?: readonly string[];
}

/** Generates both sides of a contract, and returns calls of the client to the server. */
async function sides(
  contract: Contract,
  options: object,
  answer: (text: string) => unknown = (text) => text,
): Promise<(call: Call) => Promise<unknown>> {
  const { folder } = await generated.write(contract);
  const client = await clientIn(folder);
  type Create = (handlers: object, options: Partial<ServerOptions<unknown>>) => SoapServer;
  const { createPaymentServer } = await moduleIn<{ createPaymentServer: Create }>(folder, 'server');
  const handlers = {
    Pay: async ({ Amount }: { Amount: number }, context: { principal: unknown }) => {
      principals.push(context.principal);
      return answer(`paid ${Amount}`);
    },
  };
  const server = createPaymentServer(handlers, { state: undefined, ...options });
  const inner = memoryTransport(server);
  return async ({ credentials, forge = (message) => message, headerBlocks }) => {
    const transport: Transport = {
      async send(request) {
        const response = await inner.send(request);
        const text = new TextDecoder().decode(response.body);
        const { body } = request;
        wire = {
          request: typeof body === 'string' ? body : Buffer.from(body as Uint8Array).toString(),
          response: text,
        };
        return { ...response, body: new TextEncoder().encode(forge(text)) };
      },
    };
    return await client
      .create({ address: 'http://localhost/', transport, credentials })
      .Pay?.({ Amount: 7 }, { headerBlocks });
  };
}

const onRejected = (reason: SecurityError) => reasons.push(reason);
const ownKeys = { key: own.key, trust: trust({ pinned: service.certificate }) };
const serviceKeys = { key: service.key, trust: trust({ pinned: own.certificate }), onRejected };
const to = `<a:To xmlns:a="${addressing}">urn:pay</a:To>`;
const rejection = async (call: Promise<unknown>): Promise<unknown> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ClientError);
  return (error as ClientError).cause;
};

describe('a WSDL with an AsymmetricBinding', () => {
  it('gives a client and a server that sign what the policies of the messages name', async () => {
    const contract = policyContract({ binding: asymmetricBinding(), input: signed, output: signed });
    const call = await sides(contract, { keys: serverMessageKeys(serviceKeys) });
    const credentials = { keys: messageKeys(ownKeys) };
    expect(await call({ credentials, headerBlocks: [to] })).toBe('paid 7');
    expect(principals).toMatchObject([{ certificate: { subject: 'CN=own' } }]);
    const { covered } = principals[0] as { covered: readonly { local: string }[] };
    expect(covered.map(({ local }) => local).sort()).toEqual(['Body', 'Timestamp', 'To']);
    expect(wire.response).toMatch(/<wsse:BinarySecurityToken .*<ds:Signature /s);
    // A header block that comes by itself must be signed where the policy says so.
    const added = wire.response.replace('<wsse:Security', `${to}<wsse:Security`);
    expect(added).not.toBe(wire.response);
    expect(
      await rejection(call({ credentials, forge: (text) => text.replace('<wsse:Security', `${to}<wsse:Security`) })),
    ).toMatchObject({ code: 'policy' });
    expect(await rejection(call({ credentials, forge: (text) => text.replace('paid 7', 'paid 9') }))).toMatchObject({
      code: 'signature',
    });
    expect(
      await rejection(call({ credentials, forge: (text) => text.replace(/<ds:Signature .*<\/ds:Signature>/s, '') })),
    ).toMatchObject({ code: 'policy' });
  });

  it('gives a server that refuses whoever does not sign what it names, or is not trusted', async () => {
    const contract = policyContract({ binding: asymmetricBinding(), input: signed, output: signed });
    const call = await sides(contract, { keys: serverMessageKeys(serviceKeys) });
    await rejection(call({ credentials: { keys: messageKeys({ ...ownKeys, key: other.key }) } }));
    await expect(call({ credentials: 'none' })).rejects.toMatchObject({ subcode: { local: 'InvalidSecurity' } });
    expect(reasons.map(({ code }) => code)).toEqual(['key', 'policy']);
    expect(principals).toEqual([]);
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>${to}</s:Header><s:Body><Pay xmlns="urn:pay"><Amount>1</Amount></Pay></s:Body></s:Envelope>`;
    const { folder } = await generated.write(contract);
    type Create = (handlers: object, options: object) => SoapServer;
    const { createPaymentServer } = await moduleIn<{ createPaymentServer: Create }>(folder, 'server');
    const server = createPaymentServer({ Pay: () => '' }, { keys: serverMessageKeys(serviceKeys) });
    const body = await signMessage(Buffer.from(envelope), { key: own.key, parts: ['Body', 'Timestamp'] });
    const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '"urn:pay/Pay"' };
    const response = await server.fetch(new Request('http://localhost/', { method: 'POST', headers, body }));
    expect(response.status).toBe(500);
    expect(reasons.at(-1)?.message).toContain('header block');
    const block = { namespace: addressing, local: 'To' };
    const right = await signMessage(Buffer.from(envelope), { key: own.key, parts: ['Body', 'Timestamp', block] });
    const post = () => server.fetch(new Request('http://localhost/', { method: 'POST', headers, body: right }));
    expect((await post()).status).toBe(200);
    expect((await post()).status).toBe(500);
    expect(reasons.at(-1)?.code).toBe('replay');
  });

  it('encrypts with AES-GCM, the signature and a UsernameToken too', async () => {
    const token = `<sp:SignedEncryptedSupportingTokens>${policyOf('<sp:UsernameToken/>')}</sp:SignedEncryptedSupportingTokens>`;
    const more = '<sp:IncludeTimestamp/><sp:EncryptSignature/><sp:ProtectTokens/>';
    const binding = `${asymmetricBinding({ suite: '<cxf:Basic256GCMSha256MgfSha256/>', more })}${token}<sp:Wss11>${policyOf('<sp:RequireSignatureConfirmation/>')}</sp:Wss11>`;
    const contract = policyContract({ binding: `${binding}${signed}${hidden}` });
    const authentication = usernameTokens<string>({
      authenticate: async (given) => ((await given.verify('secret')) ? given.user : undefined),
    });
    const keys = serverMessageKeys({ ...serviceKeys, decryptionKeys: [service.reads] });
    const call = await sides(contract, { keys, authentication });
    const all = { ...ownKeys, receiver: service.certificate, decryptionKeys: [own.reads] };
    const credentials = { keys: messageKeys(all), usernameToken: { user: 'ada', password: 'secret' } };
    expect(await call({ credentials })).toBe('paid 7');
    expect(principals).toEqual(['ada']);
    expect(wire.request).not.toMatch(/Amount|UsernameToken|SignatureValue/);
    expect(wire.request).toContain('xmlenc11#rsa-oaep');
    expect(wire.response).not.toMatch(/paid|SignatureValue|SignatureConfirmation Value/);
    const lacking = { keys: messageKeys(ownKeys), usernameToken: credentials.usernameToken };
    await expect(call({ credentials: lacking })).rejects.toThrow(
      'demands other keys: key, trust, receiver, decryptionKeys',
    );
  });

  it('takes consent to SHA-1 and to AES-CBC, which is under the signature', async () => {
    const more = '<sp:EncryptBeforeSigning/>';
    const never = x509Token('Never', '<sp:RequireThumbprintReference/>');
    const contract = policyContract({
      binding: `${asymmetricBinding({ suite: '<sp:Basic128/>', more, initiator: never, recipient: never })}${hidden}<sp:SignedParts><sp:Body/></sp:SignedParts>`,
    });
    const weak = { allowSha1: true, allowCbc: true } as const;
    const known = trust({ pinned: own.certificate });
    const call = await sides(contract, {
      keys: serverMessageKeys({ ...serviceKeys, trust: known, decryptionKeys: [service.reads], ...weak }),
    });
    const all = { ...ownKeys, receiver: service.certificate, decryptionKeys: [own.reads] };
    expect(await call({ credentials: { keys: messageKeys({ ...all, ...weak }) } })).toBe('paid 7');
    expect(wire.request).toMatch(/rsa-sha1.*ThumbprintSHA1|ThumbprintSHA1.*rsa-sha1/s);
    expect(wire.request).toContain('aes128-cbc');
    await expect(call({ credentials: { keys: messageKeys(all) } })).rejects.toThrow('allowSha1, allowCbc');
  });
});

describe('a WSDL with a TransportBinding', () => {
  it('has an endorsing certificate sign the Timestamp, and what its policy names', async () => {
    const parts = `<sp:SignedParts><sp:Header Name="To" Namespace="${addressing}"/></sp:SignedParts>`;
    const endorsing = `<sp:EndorsingSupportingTokens>${policyOf(x509Token('AlwaysToRecipient'), parts)}</sp:EndorsingSupportingTokens>`;
    const contract = policyContract({ binding: `${transportBinding()}${endorsing}` });
    const call = await sides(contract, { keys: serverMessageKeys({ trust: serviceKeys.trust }) });
    const credentials = { keys: messageKeys({ key: own.key }) };
    expect(await call({ credentials, headerBlocks: [to] })).toBe('paid 7');
    const { covered } = principals[0] as { covered: readonly { local: string }[] };
    expect(covered.map(({ local }) => local).sort()).toEqual(['Timestamp', 'To']);
    expect(wire.response).not.toContain('Signature');
  });

  it('has alternatives: whoever gives keys signs, and others give a password', async () => {
    const endorsing = `<sp:EndorsingSupportingTokens>${policyOf(x509Token('AlwaysToRecipient'))}</sp:EndorsingSupportingTokens>`;
    const named = `<sp:SignedSupportingTokens>${policyOf('<sp:UsernameToken/>')}</sp:SignedSupportingTokens>`;
    const either = `<wsp:ExactlyOne><wsp:All>${endorsing}</wsp:All><wsp:All>${named}</wsp:All></wsp:ExactlyOne>`;
    const contract = policyContract({ binding: `${transportBinding()}${either}` });
    const bySigner = await sides(contract, { keys: serverMessageKeys({ trust: serviceKeys.trust }) });
    expect(await bySigner({ credentials: { keys: messageKeys({ key: own.key }) } })).toBe('paid 7');
    const authentication = usernameTokens<string>({ requireTimestamp: true, authenticate: ({ user }) => user });
    const byName = await sides(contract, { authentication });
    expect(await byName({ credentials: { usernameToken: { user: 'ada', password: 'x' } } })).toBe('paid 7');
    expect(principals.at(-1)).toBe('ada');
  });
});

it('a contract that demands MTOM has the cipher text in parts of its own', async () => {
  const contract = contractOf(`
soapwright: 1
service: Payment
namespace: urn:pay/
address: https://pay.example/
soap: ["1.1"]
mtom: required
security: { timestamp: true, signature: {}, encryption: { signature: true } }
operations: { Pay: { request: { Amount: int }, response: { Receipt: string, Scan: base64Binary } } }
`);
  const keys = serverMessageKeys({ ...serviceKeys, decryptionKeys: [service.reads] });
  const call = await sides(contract, { keys }, (Receipt) => ({ Receipt, Scan: Buffer.from('scan') }));
  const all = { ...ownKeys, receiver: service.certificate, decryptionKeys: [own.reads] };
  expect(await call({ credentials: { keys: messageKeys(all) } })).toMatchObject({ Receipt: 'paid 7' });
  expect(wire.request).toMatch(/^--.*application\/xop\+xml/s);
  expect(reasons).toEqual([]);
});

describe('a policy with a SamlToken', () => {
  const sts = newKey('sts');
  const token = `<sp:SamlToken sp:IncludeToken="${securityPolicy12}/IncludeToken/AlwaysToRecipient">${policyOf('<sp:WssSamlV20Token11/>')}</sp:SamlToken>`;
  const assertions = {
    issuers: { 'https://sts.example': trust({ pinned: sts.certificates }) },
    audiences: ['urn:orders'],
  };
  const authenticate = ({ assertion }: VerifiedMessage) => `${assertion?.subject.name} by ${assertion?.method}`;
  const body = '<sp:SignedParts><sp:Body/></sp:SignedParts>';

  it('of an initiator takes the holder of its key', async () => {
    const call = await sides(policyContract({ binding: `${asymmetricBinding({ initiator: token })}${body}` }), {
      keys: serverMessageKeys({ key: service.key, assertions, authenticate, onRejected }),
    });
    const assertion = await signedAssertion(sts, { method: 'holder-of-key', holder: own.key });
    expect(await call({ credentials: { keys: messageKeys(ownKeys), assertion } })).toBe('paid 7');
    expect(principals).toEqual(['anna by holder-of-key']);
    const stolen = { keys: messageKeys({ ...ownKeys, key: other.key }), assertion };
    await rejection(call({ credentials: stolen }));
    const bearer = await signedAssertion(sts);
    await rejection(call({ credentials: { keys: messageKeys(ownKeys), assertion: bearer } }));
    expect(reasons).toHaveLength(2);
    expect(principals).toHaveLength(1);
  });

  it('that is signed takes the subject whom a trusted signer vouches for', async () => {
    const binding = `${asymmetricBinding()}${body}<sp:SignedSupportingTokens>${policyOf(token)}</sp:SignedSupportingTokens>`;
    const call = await sides(policyContract({ binding }), {
      keys: serverMessageKeys({ ...serviceKeys, assertions, authenticate }),
    });
    const assertion = () => signedAssertion(sts, { method: 'sender-vouches', name: 'bert' });
    expect(await call({ credentials: { keys: messageKeys(ownKeys), assertion } })).toBe('paid 7');
    expect(principals).toEqual(['bert by sender-vouches']);
    await rejection(call({ credentials: { keys: messageKeys({ ...ownKeys, key: other.key }), assertion } }));
    expect(reasons.map(({ code }) => code)).toEqual(['key']);
  });
});
