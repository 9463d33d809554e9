import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { type DigestSpace, digestAnswer, digestKey } from './digest-answer.ts';
import { md5 } from './md5.ts';
import { md4 } from './node/md4.ts';
import { sha512256 } from './sha512-256.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('md5', () => {
  it('is that of node:crypto for all lengths around its blocks', () => {
    for (let length = 0; length < 200; length++) {
      const bytes = Buffer.alloc(length, 'päßword');
      expect(hex(md5(bytes))).toBe(createHash('md5').update(bytes).digest('hex'));
    }
  });
});

describe('sha512256', () => {
  it('is that of node:crypto for all lengths around its blocks', () => {
    for (let length = 0; length < 260; length++) {
      const bytes = Buffer.alloc(length, 'päßword');
      expect(hex(sha512256(bytes))).toBe(createHash('sha512-256').update(bytes).digest('hex'));
    }
  });
});

describe('md4', () => {
  it.each([
    ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
    ['a', 'bde52cb31de33e46245e05fbdbd6fb24'],
    ['message digest', 'd9130a8164549fe818874806e1c7014b'],
    [
      '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
      'e33b4ddc9c38f2199c3e7b164fcc0536',
    ],
  ])('of %j is that of RFC 1320, A.5', (text, expected) => expect(hex(md4(Buffer.from(text)))).toBe(expected));
});

/** The example of RFC 7616, 3.9.1. */
const example: DigestSpace = {
  realm: 'http-auth@example.org',
  nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
  opaque: 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS',
  algorithm: 'MD5',
  hash: 'MD5',
  isSession: false,
  qop: 'auth',
  userhash: false,
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};
const mufasa = { user: 'Mufasa', password: 'Circle of Life' };
const request = { method: 'GET', target: '/dir/index.html', count: 1, body: undefined };
const answered = async (changed: Partial<DigestSpace>, user = mufasa, of: object = {}): Promise<string> => {
  const space = { ...example, ...changed };
  return (await digestAnswer(space, user.user, await digestKey(space, user), { ...request, ...of })).header;
};
const responseOf = (header: string): string | undefined => / response="(\w+)"/.exec(header)?.[1];

describe('an answer of Digest', () => {
  it('is that of RFC 7616, 3.9.1, with MD5', async () => {
    expect(await answered({})).toBe(
      'Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=MD5, ' +
        'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, ' +
        'cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, ' +
        'response="8ca523f5e9506fed4657c9700eebdbec", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    );
  });

  it('is that of RFC 7616, 3.9.1, with SHA-256', async () => {
    const header = await answered({ algorithm: 'SHA-256', hash: 'SHA-256' });
    expect(responseOf(header)).toBe('753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1');
  });

  it('has the hash of the user of RFC 7616, 3.9.2, with SHA-512-256', async () => {
    const space = { ...example, realm: 'api@example.org', algorithm: 'SHA-512-256', hash: 'SHA-512-256' } as const;
    const h = (text: string): string => createHash('sha512-256').update(text).digest('hex');
    const header = await answered({ ...space, userhash: true }, { user: 'Jäsøn Doe', password: 'Secret, or not?' });
    expect(header).toContain('username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b"');
    const secret = h('Jäsøn Doe:api@example.org:Secret, or not?');
    const counted = `${space.nonce}:00000001:${space.cnonce}:auth`;
    expect(responseOf(header)).toBe(h(`${secret}:${counted}:${h('GET:/dir/index.html')}`));
  });

  it('is that of RFC 2617, 3.5, and of RFC 2069 without qop', async () => {
    const space = {
      realm: 'testrealm@host.com',
      nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
      cnonce: '0a4f113b',
      opaque: undefined,
      algorithm: undefined,
    };
    const user = { user: 'Mufasa', password: 'Circle Of Life' };
    expect(responseOf(await answered(space, user))).toBe('6629fae49393a05397450978507c4ef1');
    const old = await answered({ ...space, qop: undefined }, user);
    expect(responseOf(old)).toBe('670fd8c2df070c60b045671b8b24ff02');
    expect(old).not.toMatch(/nc=|cnonce=|qop=|algorithm=|opaque=/);
  });

  /** Computed by another hash function, as RFC 7616, 3.4 has it. */
  const h = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
  const sha = { algorithm: 'SHA-256', hash: 'SHA-256' } as const;
  const jason = { user: 'Jäsøn Doe', password: 'Secret, or not?' };
  const { nonce, cnonce, realm } = example;

  it('hashes a user beyond ASCII as UTF-8, or sends it as RFC 8187 has it', async () => {
    const a1 = h(`Jäsøn Doe:${realm}:Secret, or not?`);
    const response = h(`${a1}:${nonce}:00000001:${cnonce}:auth:${h('GET:/dir/index.html')}`);
    const hashed = await answered({ ...sha, userhash: true }, jason);
    expect(hashed).toContain(`username="${h(`Jäsøn Doe:${realm}`)}"`);
    expect(hashed).toMatch(/, userhash=true$/);
    expect(responseOf(hashed)).toBe(response);
    const named = await answered(sha, jason);
    expect(named).toContain("username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, ");
    expect(responseOf(named)).toBe(response);
  });

  it('of a session, with auth-int and a count, covers nonces and body', async () => {
    const body = Buffer.from('<a>ü</a>');
    const a1 = h(`${h(`Mufasa:${realm}:Circle of Life`)}:${nonce}:${cnonce}`);
    const a2 = h(`POST:/soap?a=1:${h(body)}`);
    const header = await answered(
      { algorithm: 'SHA-256-sess', hash: 'SHA-256', isSession: true, qop: 'auth-int' },
      mufasa,
      { method: 'POST', target: '/soap?a=1', count: 0x1a, body },
    );
    expect(responseOf(header)).toBe(h(`${a1}:${nonce}:0000001a:${cnonce}:auth-int:${a2}`));
    expect(header).toContain('nc=0000001a');
  });

  it('with SHA-256 names the platform that it needs', async () => {
    vi.stubGlobal('crypto', {});
    try {
      await expect(answered(sha)).rejects.toMatchObject({ code: 'invalid-options' });
      expect(responseOf(await answered({}))).toBe('8ca523f5e9506fed4657c9700eebdbec');
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('quotes user and realm, and reads a realm in UTF-8 that came as Latin-1', async () => {
    const raw = Buffer.from('Köln "Süd"').toString('latin1');
    const header = await answered({ ...sha, realm: raw }, { user: 'a"b\\c', password: 'p' });
    expect(header).toContain('username="a\\"b\\\\c"');
    expect(header).toContain(`realm="${raw.replaceAll('"', '\\"')}"`);
    const a1 = h('a"b\\c:Köln "Süd":p');
    expect(responseOf(header)).toBe(h(`${a1}:${nonce}:00000001:${cnonce}:auth:${h('GET:/dir/index.html')}`));
  });
});
