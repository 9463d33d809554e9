import { ClientError, SoapClient, SoapFault, type SoapVersion } from '@soapwright/runtime/client';
import { createServer, type HeaderBlock, implement } from '@soapwright/runtime/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryTransport } from '../../runtime/src/client/memory-transport.ts';
import { nested, operation, text } from '../../test/support/runtime/table-codec.ts';
import { description } from '../../test/support/runtime/test-service.ts';
import {
  type ClientSecurityOptions,
  memoryReplayStore,
  passwordDigest,
  security,
  type UsernameTokenOptions,
  usernameTokens,
} from './index.ts';
import { securityHeader, wsse, wsu } from './names.ts';

const Whoami = operation('Whoami', [text('Name')], nested('WhoamiResult', 'WhoamiResult', true, text('Name')));

const passwords = new Map([['Zoë & <co>', 'pa"ss\r\n&']]);
const token = { user: 'Zoë & <co>', password: 'pa"ss\r\n&', type: 'digest' } as const;

let seen: readonly HeaderBlock[] = [];

function serverOf(options: Partial<UsernameTokenOptions<string>> = {}) {
  const authentication = usernameTokens<string>({
    authenticate: async (received) =>
      (await received.verify(passwords.get(received.user))) ? received.user : undefined,
    ...options,
  });
  return createServer(description, { authentication }, [
    implement(Whoami, (_, context) => {
      seen = context.headerBlocks;
      return { Name: authentication.principal(context) };
    }),
  ]);
}

/** The name of the caller, or the fault that it gets. */
async function call(
  options: ClientSecurityOptions | undefined,
  server = serverOf(),
  soap: SoapVersion = '1.1',
  headerBlocks: readonly string[] = [],
): Promise<string> {
  const client = new SoapClient({
    address: description.address,
    transport: memoryTransport(server),
    soap,
    headerBlocks,
    interceptors: options === undefined ? [] : [security(options)],
  });
  try {
    const { Name } = (await client.call(Whoami, { Name: '' })) as { Name: string };
    return Name;
  } catch (error) {
    if (!(error instanceof SoapFault)) throw error;
    return error.subcode?.namespace === wsse ? error.subcode.local : error.reason;
  }
}

const block = (content: string): string =>
  `<wsse:Security xmlns:wsse="${wsse}" xmlns:wsu="${wsu}">${content}</wsse:Security>`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T10:00:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the digest of a password', () => {
  it('is that of the example in the ONVIF programmer’s guide', async () => {
    const nonce = new Uint8Array(Buffer.from('LKqI6G/AikKCQrN0zqZFlg==', 'base64'));
    const digest = await passwordDigest('userpassword', { nonce, created: '2010-09-16T07:50:45Z' });
    expect(digest).toBe('tuOSpGlFlIXsozq4HFNeeGeFLEI=');
  });

  it('is the same by the Web’s functions', async () => {
    vi.resetModules();
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never);
    const web = await import('./password.ts');
    vi.restoreAllMocks();
    const parts = { nonce: new Uint8Array([1, 2, 3]), created: '2026-11-28T10:00:00.000Z' };
    for (const isHashed of [false, true]) {
      expect(await web.passwordDigest('ü', parts, isHashed)).toBe(await passwordDigest('ü', parts, isHashed));
    }
  });
});

describe.each(['1.1', '1.2'] as const)('a UsernameToken in SOAP %s', (soap) => {
  it.each([
    ['a digest', token],
    ['a text', { ...token, type: 'text' }],
    ['a text with a nonce', { ...token, type: 'text', nonce: true }],
    ['a password that is asked for', { ...token, password: async () => token.password }],
  ] as const)('with %s names the caller', async (_, usernameToken) => {
    expect(await call({ usernameToken, timestamp: true, allowHttp: true }, serverOf(), soap)).toBe(token.user);
    expect(seen).toEqual([expect.objectContaining({ ...securityHeader, mustUnderstand: true })]);
  });

  it.each([
    ['no token', undefined],
    ['a wrong password', { ...token, password: 'wrong' }],
    ['an unknown user', { ...token, user: 'max' }],
    ['a wrong text', { ...token, password: 'wrong', type: 'text' }],
    ['a hashed password where none is expected', { ...token, isHashed: true }],
  ] as const)('hardening: %s gets one fault', async (_, usernameToken) => {
    const options = usernameToken && { usernameToken, allowHttp: true };
    expect(await call(options, serverOf(), soap)).toBe('FailedAuthentication');
  });
});

describe('freshness', () => {
  it('a Timestamp and a digest are valid for their lifetime, by the clock that the client is given', async () => {
    const options = { usernameToken: token, timestamp: { lifetime: 10 } };
    const late = (seconds: number) => ({ ...options, now: () => Date.now() - seconds * 1000 });
    expect(await call(late(9))).toBe(token.user);
    expect(await call(late(11))).toBe('MessageExpired');
    expect(await call(late(-59))).toBe(token.user);
    expect(await call(late(-61))).toBe('MessageExpired');
    expect(await call({ usernameToken: token, now: () => Date.now() - 301_000 })).toBe('FailedAuthentication');
    expect(await call({ usernameToken: token, now: () => Date.now() + 61_000 })).toBe('FailedAuthentication');
  });

  it('hardening: nothing is taken twice, by any of the servers that share a store', async () => {
    const replay = memoryReplayStore();
    const servers = [serverOf({ replay }), serverOf({ replay })];
    expect(await call({ usernameToken: token }, servers[0])).toBe(token.user);
    const again = seen.map(({ xml }) => xml);
    for (const server of servers) expect(await call(undefined, server, '1.1', again)).toBe('FailedAuthentication');
    expect(await call(undefined, serverOf(), '1.1', again)).toBe(token.user);
  });

  it('hardening: a full store rejects until nonces are old; wrong tokens do not fill it', async () => {
    const server = serverOf({ replay: memoryReplayStore(1) });
    expect(await call({ usernameToken: { ...token, password: 'wrong' } }, server)).toBe('FailedAuthentication');
    expect(await call({ usernameToken: token }, server)).toBe(token.user);
    expect(await call({ usernameToken: token }, server)).toBe('FailedAuthentication');
    vi.setSystemTime(Date.now() + 301_000);
    expect(await call({ usernameToken: token }, server)).toBe(token.user);
  });

  it('a Timestamp may be required; one without Expires counts from Created', async () => {
    expect(await call({ usernameToken: token }, serverOf({ requireTimestamp: true }))).toBe('InvalidSecurity');
    const stamped = (created: string) =>
      block(
        `<wsu:Timestamp><wsu:Created>${created}</wsu:Created></wsu:Timestamp><wsse:UsernameToken><wsse:Username>a</wsse:Username><wsse:Password>b</wsse:Password></wsse:UsernameToken>`,
      );
    const server = serverOf({ authenticate: ({ user, password }) => `${user}:${password}`, requireTimestamp: true });
    // 9:58 in UTC, in other forms.
    for (const time of ['2026-11-28T09:58:00', '2026-11-28T10:58:00.1234567+01:00']) {
      expect(await call(undefined, server, '1.1', [stamped(time)])).toBe('a:b');
    }
    expect(await call(undefined, server, '1.1', [stamped('2026-11-28T09:50:00Z')])).toBe('MessageExpired');
  });
});

describe('malformed tokens', () => {
  const name = '<wsse:Username>a</wsse:Username>';
  const password = (type = '', value = 'b') => `<wsse:Password${type && ` Type="${type}"`}>${value}</wsse:Password>`;
  const whole = (content: string) => `<wsse:UsernameToken>${content}</wsse:UsernameToken>`;
  const digest = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest';

  it.each([
    ['two blocks', [block(whole(name + password())), block('')], 'InvalidSecurity'],
    ['two tokens', [block(whole(name + password()) + whole(name + password()))], 'InvalidSecurity'],
    ['two users', [block(whole(name + name + password()))], 'InvalidSecurity'],
    ['an element in the user', [block(whole(`<wsse:Username><b/></wsse:Username>${password()}`))], 'InvalidSecurity'],
    ['no password', [block(whole(name))], 'InvalidSecurityToken'],
    ['another type of password', [block(whole(name + password('urn:other')))], 'InvalidSecurityToken'],
    ['a digest without nonce and time', [block(whole(name + password(digest)))], 'FailedAuthentication'],
    [
      'a digest without time',
      [block(whole(`${name}${password(digest)}<wsse:Nonce>AAAA</wsse:Nonce>`))],
      'FailedAuthentication',
    ],
    [
      'a nonce that is no base64',
      [block(whole(`${name}${password()}<wsse:Nonce>?</wsse:Nonce>`))],
      'InvalidSecurityToken',
    ],
    [
      'a nonce of 300 bytes',
      [block(whole(`${name}${password()}<wsse:Nonce>${'A'.repeat(400)}</wsse:Nonce>`))],
      'InvalidSecurityToken',
    ],
    [
      'a time that no calendar has',
      [block(whole(`${name}${password()}<wsu:Created>now</wsu:Created>`))],
      'InvalidSecurity',
    ],
    ['64 KiB', [block(whole(name + password('', 'b'.repeat(70_000))))], 'InvalidSecurity'],
  ] as const)('hardening: %s', async (_, blocks, fault) => {
    expect(await call(undefined, serverOf(), '1.1', blocks)).toBe(fault);
  });

  it('a block for another role is not read', async () => {
    const usernameToken = { ...token, password: 'wrong' };
    const other = { usernameToken, role: 'urn:"another"', mustUnderstand: false };
    expect(await call(other)).toBe('FailedAuthentication');
    expect(await call({ ...other, role: undefined }, serverOf({ types: ['text'] }))).toBe('FailedAuthentication');
  });
});

describe('options', () => {
  it('a text is not sent over http to another machine', async () => {
    const client = new SoapClient({
      address: 'http://soap.example/',
      transport: { send: () => Promise.reject(new Error('sent')) },
      interceptors: [security({ usernameToken: { ...token, type: 'text' } })],
    });
    const error: unknown = await client.call(Whoami, { Name: '' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({ code: 'insecure-address', message: expect.stringContaining('allowHttp: true') });
  });

  it('must say something, with a lifetime', () => {
    expect(() => security({})).toThrow('security needs a usernameToken, an assertion or a timestamp.');
    expect(() => security({ timestamp: { lifetime: 0 } })).toThrow('more than 0; 0 is not');
    expect(() => usernameTokens({ authenticate: () => 1, lifetime: 0 })).toThrow('numbers of seconds');
  });

  it('characters that XML does not allow are refused', async () => {
    for (const user of ['\u0000', '\ud800', '\uffff']) {
      await expect(call({ usernameToken: { ...token, user } })).rejects.toThrow('that XML does not allow');
    }
  });

  it('a Timestamp alone is sent', async () => {
    let sent = '';
    const client = new SoapClient({
      address: description.address,
      transport: {
        async send({ body }) {
          sent = typeof body === 'string' ? body : new TextDecoder().decode(body);
          throw new Error('enough');
        },
      },
      interceptors: [security({ timestamp: { lifetime: 60 }, mustUnderstand: false })],
    });
    await expect(client.call(Whoami, { Name: '' })).rejects.toThrow();
    expect(/<wsse:Security.*<\/wsse:Security>/.exec(sent)?.[0]).toBe(
      `<wsse:Security xmlns:wsse="${wsse}" xmlns:wsu="${wsu}"><wsu:Timestamp><wsu:Created>2026-11-28T10:00:00.000Z</wsu:Created><wsu:Expires>2026-11-28T10:01:00.000Z</wsu:Expires></wsu:Timestamp></wsse:Security>`,
    );
  });
});
