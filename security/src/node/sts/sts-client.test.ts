import { ClientError, SoapClient, SoapFault } from '@soapwright/runtime/client';
import { createServer, implement } from '@soapwright/runtime/server';
import { describe, expect, it } from 'vitest';
import { memoryTransport } from '../../../../runtime/src/client/memory-transport.ts';
import { nested, operation, text } from '../../../../test/support/runtime/table-codec.ts';
import { description } from '../../../../test/support/runtime/test-service.ts';
import { newKey } from '../../../../test/support/security/assertion.ts';
import { SmallSts, type SmallStsOptions } from '../../../../test/support/security/sts.ts';
import { security, usernameTokens } from '../../index.ts';
import { signingKey, trust } from '../keys/index.ts';
import { messageSecurity, serverMessageSecurity } from '../messages/index.ts';
import { assertionTokens } from '../saml/index.ts';
import { type StsClientOptions, stsClient } from './index.ts';

const Whoami = operation('Whoami', [text('Name')], nested('WhoamiResult', 'WhoamiResult', true, text('Name')));

const issuer = newKey('sts');
const holder = newKey('holder');
const issuers = { 'https://sts.example': trust({ pinned: issuer.certificates }) };
const minutes = (count: number) => count * 60_000;

function connect(sts: SmallSts, options: Partial<StsClientOptions> = {}) {
  const client = { address: description.address, transport: sts.transport, ...options.client };
  return stsClient({ appliesTo: 'urn:orders', ...options, client });
}

const make = (options: Partial<SmallStsOptions> = {}) => new SmallSts({ key: issuer, ...options });

describe('an STS client', () => {
  it('gets a bearer token, with which it calls a service', async () => {
    const authentication = usernameTokens({
      authenticate: async (token) => ((await token.verify('secret')) ? token.user : undefined),
    });
    const sts = make({ server: { authentication }, fields: () => ({ name: 'anna' }) });
    const usernameToken = { user: 'anna', password: 'secret', type: 'text' } as const;
    const { address } = description;
    const { assertion } = connect(sts, { client: { address, interceptors: [security({ usernameToken })] } });
    const tokens = assertionTokens({ issuers, audiences: ['urn:orders'] });
    const server = createServer(description, { authentication: tokens }, [
      implement(Whoami, (_, context) => ({ Name: tokens.principal(context).subject.name })),
    ]);
    const client = new SoapClient({
      address: description.address,
      transport: memoryTransport(server),
      interceptors: [security({ assertion, timestamp: true })],
    });
    expect(await client.call(Whoami, { Name: '' })).toEqual({ Name: 'anna' });
    expect(await client.call(Whoami, { Name: '' })).toEqual({ Name: 'anna' });
    expect(sts.requests).toMatchObject([
      {
        type: 'http://docs.oasis-open.org/ws-sx/ws-trust/200512/Issue',
        appliesTo: 'urn:orders',
        keyType: 'http://docs.oasis-open.org/ws-sx/ws-trust/200512/Bearer',
      },
    ]);
  });

  it.each(['x509-data', 'key-value'] as const)(
    'gets a token for its key by %s, with which it signs',
    async (useKey) => {
      const messages = serverMessageSecurity({ verify: { trust: trust({ pinned: holder.certificates }) } });
      const sts = make({ server: { messageSecurity: messages } });
      const { assertion } = connect(sts, {
        key: holder,
        useKey,
        client: { address: description.address, ...messageSecurity({ sign: { key: holder } }) },
      });
      const verify = { assertions: { issuers, audiences: ['urn:orders'] } };
      const server = createServer(
        description,
        {
          messageSecurity: serverMessageSecurity({ verify, authenticate: ({ assertion }) => assertion?.method }),
        },
        [implement(Whoami, (_, { principal }) => ({ Name: String(principal) }))],
      );
      const client = new SoapClient({
        address: description.address,
        transport: memoryTransport(server),
        ...messageSecurity({ sign: { key: holder, assertion } }),
      });
      expect(await client.call(Whoami, { Name: '' })).toEqual({ Name: 'holder-of-key' });
      expect(sts.requests[0]?.keyType).toMatch(/\/PublicKey$/);
    },
  );

  it('shares a token until shortly before its end, and a request', async () => {
    let time = Date.now();
    const now = () => time;
    const sts = make({ fields: () => ({ now: time, lifetime: minutes(10) }) });
    const { assertion, forget } = connect(sts, { now });
    const first = await Promise.all([assertion(), assertion(), assertion()]);
    expect(new Set(first).size).toBe(1);
    time += minutes(8.9);
    expect(await assertion()).toBe(first[0]);
    expect(sts.requests).toHaveLength(1);
    time += minutes(0.2);
    const second = await Promise.all([assertion(), assertion()]);
    expect(second[0]).not.toBe(first[0]);
    expect(new Set(second).size).toBe(1);
    expect(sts.requests).toHaveLength(2);
    forget();
    expect(await assertion()).not.toBe(second[0]);
    expect(sts.requests).toHaveLength(3);
  });

  it('uses half of a token that lives for a short time', async () => {
    let time = Date.now();
    const sts = make({ fields: () => ({ now: time, lifetime: 40_000 }) });
    const { assertion } = connect(sts, { now: () => time });
    await assertion();
    time += 19_000;
    await assertion();
    expect(sts.requests).toHaveLength(1);
    time += 2_000;
    await assertion();
    expect(sts.requests).toHaveLength(2);
  });

  it('renews a token, and asks for another one if the STS does not', async () => {
    let time = Date.now();
    let isRefused = false;
    const sts = make({
      fields: () => ({ now: time }),
      refuses: ({ type }) => isRefused && type.endsWith('/Renew'),
    });
    const { assertion } = connect(sts, { now: () => time, renew: true });
    const types = () => sts.requests.map(({ type }) => type.replace(/.*\//, ''));
    const first = await assertion();
    time += minutes(4.5);
    await assertion();
    expect(types()).toEqual(['Issue', 'Renew']);
    expect(sts.requests[1]?.xml).toContain(first.slice(first.indexOf('<ds:SignatureValue>')));
    isRefused = true;
    time += minutes(4.5);
    await assertion();
    expect(types()).toEqual(['Issue', 'Renew', 'Renew', 'Issue']);
    // One that has expired cannot be renewed.
    time += minutes(6);
    await assertion();
    expect(types()).toEqual(['Issue', 'Renew', 'Renew', 'Issue', 'Issue']);
  });

  it('asks again after a refusal', async () => {
    let isRefused = true;
    const sts = make({ refuses: () => isRefused });
    const { assertion } = connect(sts);
    await expect(Promise.all([assertion(), assertion()])).rejects.toThrow(SoapFault);
    expect(sts.requests).toHaveLength(1);
    isRefused = false;
    expect(await assertion()).toContain('Assertion');
  });

  it('says for whom, for how long and with which claims', async () => {
    const sts = make();
    await connect(sts, {
      onBehalfOf: '<u xmlns="urn:u">anna</u>',
      actAs: '<u xmlns="urn:u">bert</u>',
      lifetime: 600,
      elements: ['<c xmlns="urn:claims"/>'],
      now: () => 0,
    }).assertion();
    const [request] = sts.requests;
    for (const part of [
      'OnBehalfOf',
      '200802"><u xmlns="urn:u">bert</u>',
      '1970-01-01T00:10:00.000Z',
      '<c xmlns="urn:claims"/>',
    ]) {
      expect(request?.xml).toContain(part);
    }
  });

  it.each<[string, (response: string) => string, string]>([
    ['no token', () => '<wst:x xmlns:wst="http://docs.oasis-open.org/ws-sx/ws-trust/200512"/>', 'has no token'],
    ['another token', (xml) => xml.replaceAll('saml:Assertion', 'saml:Other'), 'not an assertion of SAML 2.0'],
    ['another confirmation', (xml) => xml.replace('cm:bearer', 'cm:holder-of-key'), 'not by bearer'],
  ])('rejects a response with %s', async (_, change, reason) => {
    const error: unknown = await connect(make({ change }))
      .assertion()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ClientError);
    expect(String(error)).toContain(reason);
  });

  it('needs a public key and a time', () => {
    expect(() => connect(make(), { key: signingKey({ secret: Buffer.alloc(32) }) })).toThrow('for a public key');
    expect(() => connect(make(), { renewBefore: -1 })).toThrow('not negative');
  });
});
