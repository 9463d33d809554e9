import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSigned } from '../../test/support/runtime/certificate.ts';
import { type AccessOptions, readAccess, redact } from './access.ts';
import { AllowedHosts, readHosts } from './allowed-hosts.ts';
import { defaultLimits, readLimits } from './fetch-limits.ts';
import { readProxies } from './proxy-connections.ts';
import { shownAddress } from './shown-address.ts';

let folder: string;
const { cert, key } = selfSigned();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-access-'));
  writeFileSync(join(folder, 'password'), 'from a file\n');
  writeFileSync(join(folder, 'spaces'), 'a b');
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  writeFileSync(join(folder, 'both.pem'), cert + key);
  writeFileSync(join(folder, 'broken.pem'), 'nothing of the sort');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = { PASSWORD: 'geheim', TOKEN: 'Bearer abcdef', CERT: cert, KEY: key, EMPTY: '' };

function access(options: AccessOptions) {
  const result = readAccess(options, { current: folder, environment });
  return { ...result.access, messages: result.diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

describe('credentials', () => {
  it('are a user name and a password from the environment or from a file', () => {
    const signed = (options: AccessOptions): readonly string[] => {
      const { secrets, authentication } = access({ user: 'me', ...options });
      return [...(authentication?.schemes.map(({ name }) => name) ?? []), secrets[0] ?? ''];
    };
    expect(signed({ passwordFrom: 'env:PASSWORD' })).toEqual(['Basic', 'geheim']);
    expect(signed({ passwordFrom: 'file:password', auth: ['digest'] })).toEqual(['Digest', 'from a file']);
    expect(signed({ passwordFrom: 'prompt', prompted: 'typed', auth: ['ntlm', 'basic'] })).toEqual([
      'NTLM',
      'Basic',
      'typed',
    ]);
    expect(signed({ auth: ['bearer'], passwordFrom: 'env:PASSWORD' })).toEqual(['Bearer', 'geheim']);
    expect(signed({ auth: ['negotiate'] })).toEqual(['Negotiate', '']);
  });

  it('are headers, with values from the environment', () => {
    expect(access({ header: ['X-Key:  a: b '], headerEnv: ['Authorization=TOKEN'] }).headers).toEqual({
      'x-key': 'a: b',
      authorization: 'Bearer abcdef',
    });
  });

  it.each<[AccessOptions, string]>([
    [{ user: 'me' }, 'SW8007 --user is given without --password-from.'],
    [{ passwordFrom: 'env:PASSWORD' }, 'SW8007 --password-from is given without --user.'],
    [
      { user: 'me', passwordFrom: 'geheim' },
      'SW8006 --password-from takes the place of a secret, not the secret itself.',
    ],
    [
      { user: 'me', passwordFrom: 'env:MISSING' },
      'SW8005 --password-from names the environment variable MISSING, which is not set.',
    ],
    [
      { user: 'me', passwordFrom: 'env:EMPTY' },
      'SW8005 --password-from names the environment variable EMPTY, which is not set.',
    ],
    [{ user: 'me', passwordFrom: 'file:none' }, 'SW3001 Cannot read none: there is no such file (--password-from).'],
    [
      { user: 'a:b', passwordFrom: 'env:PASSWORD' },
      'SW8014 The options do not suffice to sign in: The user of Basic has a colon (RFC 7617).',
    ],
    [
      { user: 'me', passwordFrom: 'prompt' },
      'SW8014 The options do not suffice to sign in: there is no terminal to ask for the password.',
    ],
    [{ auth: ['digest'] }, 'SW8007 --auth digest is given without --password-from.'],
    [
      { auth: ['bearer'], passwordFrom: 'file:spaces' },
      'SW8014 The options do not suffice to sign in: The token of Bearer is empty, or has characters that RFC 6750 does not allow.',
    ],
    [{ header: ['X-Key'] }, 'SW8004 --header has no valid header: it has no name and value.'],
    [{ header: ['X Key: a'] }, 'SW8004 --header has no valid header: "X Key" is not a name of a header.'],
    [{ header: ['Host: a'] }, 'SW8004 --header has no valid header: "Host" belongs to the connection.'],
    [
      { header: ['X-Key: geheim\r\nX-Other: 1'] },
      'SW8004 --header has no valid header: the value of "X-Key" has characters that a header cannot have.',
    ],
    [{ headerEnv: ['X-Key=MISSING'] }, 'SW8005 --header-env names the environment variable MISSING, which is not set.'],
    [{ key: 'key.pem' }, 'SW8007 --key is given without --cert.'],
    [{ passphrase: 'env:PASSWORD' }, 'SW8007 --passphrase is given without --cert.'],
    [{ ca: 'none.pem' }, 'SW3001 Cannot read none.pem: there is no such file (--ca).'],
    [{ ca: 'broken.pem' }, 'SW8008 The certificates or keys of --ca cannot be used: it is not in PEM.'],
  ])('%j: %s', (options, message) => expect(access(options).messages).toEqual([message]));

  it('are those of a netrc file', () => {
    writeFileSync(
      join(folder, 'netrc'),
      '# mine\nmachine a.example login anna password "p \\"w"\nmachine a.example\n  login bert\n  password pw # b\n' +
        'macdef init\nmachine b.example login x password y\n\nmachine b.example account z password b login "b b"\n' +
        'default login any password thing\n',
    );
    const netrc = (host: string, user?: string): string => {
      const options = { user, passwordFrom: 'netrc' };
      const surroundings = { current: folder, environment: { NETRC: join(folder, 'netrc') } };
      const { access: read, diagnostics } = readAccess(options, surroundings, `https://${host}/a`);
      return diagnostics[0]?.message ?? Buffer.from(read.secrets[1] ?? '', 'base64').toString();
    };
    expect(netrc('a.example')).toBe('anna:p "w');
    expect(netrc('a.example', 'bert')).toBe('bert:pw');
    expect(netrc('b.example')).toBe('b b:b');
    expect(netrc('c.example')).toBe('any:thing');
    expect(netrc('c.example', 'me')).toMatch(/^The options do not suffice .* has no login and password for c\.example/);
  });

  it('are certificates in PEM, from files or from the environment', () => {
    for (const options of [
      { cert: 'cert.pem', key: 'key.pem' },
      { cert: 'file:both.pem' },
      { cert: 'env:CERT', key: 'env:KEY' },
    ]) {
      const { client, messages } = access(options);
      expect(messages).toEqual([]);
      expect(String(client.cert)).toContain('BEGIN CERTIFICATE');
    }
  });

  it('are refused if OpenSSL cannot use them', () => {
    expect(access({ cert: 'cert.pem' }).messages.join()).toMatch(/SW8008 .* of --cert cannot be used/);
    expect(access({ cert: 'broken.pem' }).messages.join()).toMatch(/SW8008 .* of --cert cannot be used/);
  });

  it('appear in no text', () => {
    const { secrets, ...rest } = access({ user: 'me', passwordFrom: 'env:PASSWORD', headerEnv: ['X-Token=TOKEN'] });
    const encoded = Buffer.from('me:geheim').toString('base64');
    const text = redact(`geheim, Bearer abcdef, abcdef, ${encoded}`, { secrets, ...rest });
    expect(text).toBe('***, ***, ***, ***');
  });
});

describe('limits', () => {
  it('are numbers with units', () => {
    const { limits, diagnostics } = readLimits(['file-size=2MiB', 'files=7', 'redirects=0']);
    expect(diagnostics).toEqual([]);
    expect(limits).toEqual({ ...defaultLimits, 'file-size': 2 ** 21, files: 7, redirects: 0 });
  });

  it.each([
    ['filesize=1', 'there is no limit "filesize"'],
    ['files=many', '"many" is not a whole number'],
    ['files', '"" is not a whole number'],
    ['files=3MiB', 'it has no unit'],
    ['file-size=3MB', '"MB" is not KiB, MiB or GiB'],
    ['file-size=0', 'it must be from 1 to'],
    ['time=99999999', 'it must be from 1 to 2000000'],
  ])('%s is refused', (text, reason) => {
    const [diagnostic] = readLimits([text]).diagnostics;
    expect(diagnostic?.code).toBe('SW8009');
    expect(diagnostic?.message).toContain(reason);
  });

  it('are suggested by name', () => {
    expect(readLimits(['filesize=1']).diagnostics[0]?.suggestion).toBe('file-size');
  });
});

describe('hosts', () => {
  const own = new AllowedHosts(
    new URL('https://example.com/a?wsdl'),
    readHosts(['Schemas.example.com', 'other:8081']).hosts,
  );
  it.each([
    ['https://example.com/b', true, true],
    ['http://example.com/b', true, false],
    ['https://EXAMPLE.com:443/b', true, true],
    ['https://example.com:8443/b', false, false],
    ['https://example.com.evil.example/b', false, false],
    ['https://schemas.example.com/b', true, false],
    ['http://schemas.example.com:99/b', true, false],
    ['http://other:8081/b', true, false],
    ['http://other/b', false, false],
    ['http://169.254.169.254/latest/meta-data', false, false],
  ])('%s is allowed: %s, gets credentials: %s', (address, permitted, trusted) => {
    expect(own.permits(new URL(address))).toBe(permitted);
    expect(own.isTrusted(new URL(address))).toBe(trusted);
  });

  it('of an address without encryption get credentials with encryption too', () => {
    const plain = new AllowedHosts(new URL('http://example.com/a?wsdl'), []);
    expect(plain.isTrusted(new URL('https://example.com/b'))).toBe(true);
    expect(plain.isTrusted(new URL('http://example.com/b'))).toBe(true);
  });

  it.each(['', 'https://a/b', '*.example.com', 'a b', 'me@host'])('"%s" is not a host', (host) => {
    expect(readHosts([host]).diagnostics.map(({ code }) => code)).toEqual(['SW8013']);
  });
});

describe('addresses in messages', () => {
  it.each([
    ['https://me:geheim@example.com/a?wsdl', 'https://example.com/a?wsdl'],
    ['https://example.com/a?wsdl&access_token=geheim&x=1', 'https://example.com/a?wsdl&access_token=***&x=1'],
    ['https://example.com/a?Key=geheim', 'https://example.com/a?Key=***'],
    ['https://example.com/a?keyword=b&key=', 'https://example.com/a?keyword=b&key='],
  ])('%s is shown as %s', (address, shown) => expect(shownAddress(new URL(address))).toBe(shown));
});

describe('proxies', () => {
  it('are the usual variables, in capitals or not', () => {
    const { proxies, diagnostics } = readProxies({
      HTTP_PROXY: 'proxy:3128',
      https_proxy: 'http://secure:3129',
      HTTPS_PROXY: 'http://ignored:1',
      NO_PROXY: 'localhost',
    });
    expect(diagnostics).toEqual([]);
    expect(proxies['http:']?.href).toBe('http://proxy:3128/');
    expect(proxies['https:']?.href).toBe('http://secure:3129/');
    expect(proxies.except).toBe('localhost');
  });

  it('are refused without their value, which may contain a password', () => {
    const { diagnostics } = readProxies({ HTTPS_PROXY: 'socks5://me:geheim@proxy:1080', HTTP_PROXY: 'http://[' });
    expect(diagnostics.map(({ code }) => code)).toEqual(['SW8012', 'SW8012']);
    expect(JSON.stringify(diagnostics)).not.toContain('geheim');
  });
});
