import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { billingContract, DocExamples } from './support/doc-examples.ts';
import { Authority, hasOpenssl } from './support/generator/openssl.ts';
import { selfSigned } from './support/runtime/certificate.ts';
import {
  basicGuard,
  digestGuard,
  type Guard,
  ntlmGuard,
  type SignInServer,
  signInServer,
} from './support/runtime/sign-in-server.ts';
import { typeErrors } from './support/type-errors.ts';

const result = '<FindResponse xmlns="urn:billing/"><Invoice><Name>Anna</Name></Invoice></FindResponse>';
const user = { user: 'anna', password: 'geheim', domain: 'CORP' };

let page: DocExamples;
let server: SignInServer | undefined;

beforeAll(async () => {
  page = await DocExamples.load('docs/how-to/sign-in-to-a-service.md', { billing: billingContract });
});
afterEach(() => server?.close());
afterAll(() => page?.folder.remove());

async function run(name: string, guard: Guard, args: readonly unknown[], tls?: object): Promise<unknown> {
  server = await signInServer(guard, tls, result);
  return page.exports[name]?.(...([server.address, ...args] as never[]));
}

it('the examples compile', () => {
  expect(page.blocks).toHaveLength(6);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it.each<[string, Guard]>([
  ['byBasic', basicGuard('anna', 'geheim')],
  ['byDigest', digestGuard(user)],
  ['byTheStrongest', digestGuard({ ...user, algorithm: 'SHA-256' })],
  ['byTheStrongest', basicGuard('anna', 'geheim')],
])('%s', async (name, guard) => expect(await run(name, guard, ['geheim'])).toBe('Anna'));

it('byToken asks for a second token after a 401', async () => {
  const guard: Guard = ({ headers }) =>
    headers.authorization === 'Bearer second' ? undefined : [['WWW-Authenticate', 'Bearer']];
  const tokens = ['first', 'second'];
  expect(await run('byToken', guard, [async () => tokens.shift()])).toBe('Anna');
});

it('byNtlm', async () => {
  const { cert, key } = selfSigned();
  const guard = ntlmGuard({ ...user, certificate: cert });
  expect(await run('byNtlm', guard, ['geheim', cert], { cert, key })).toBe('Anna');
});

it('byKerberos names the package that it needs', async () => {
  const client = (await run('byKerberos', () => undefined, [])) as { Find(input: object): Promise<unknown> };
  await expect(client.Find({ Number: '7' })).rejects.toThrowError(
    expect.objectContaining({ code: 'invalid-options', message: expect.stringContaining('npm install kerberos') }),
  );
});

describe.skipIf(!hasOpenssl)('a certificate', () => {
  let authority: Authority;
  beforeAll(() => {
    if (hasOpenssl) authority = new Authority();
  });
  afterAll(() => authority?.remove());

  it.each([
    ['byPem', []],
    ['byPkcs12', ['geheim']],
  ])('%s', async (name, more) => {
    const tls = {
      key: authority.read('server.key'),
      cert: authority.read('server.pem'),
      ca: authority.read('ca.pem'),
      requestCert: true,
      rejectUnauthorized: true,
    };
    const folder = authority.path('ca.pem').replace(/.ca\.pem$/, '');
    expect(await run(name, () => undefined, [folder, ...more], tls)).toBe('Anna');
  });
});

describe('a proxy', () => {
  it('throughProxy and throughEnvironment', async () => {
    const lines: string[] = [];
    const guard = digestGuard(user);
    const proxy = createServer((request, response) => {
      const { 'proxy-authorization': authorization } = request.headers;
      const asked = { method: request.method, url: request.url, headers: { authorization } };
      const refused = guard(asked as never, Buffer.alloc(0), { setHeader: () => undefined } as never);
      lines.push(`${refused === undefined ? 200 : 407}`);
      if (refused !== undefined) {
        request.resume().on('end', () => {
          response.writeHead(407, ['Proxy-Authenticate', refused[0]?.[1] ?? '']).end();
        });
        return;
      }
      const { host, port, pathname } = new URL(request.url ?? '');
      const onward = connect(Number(port), '127.0.0.1', () => {
        onward.write(`POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx`);
        onward.pipe(request.socket);
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = `http://localhost:${(proxy.address() as AddressInfo).port}`;
    try {
      expect(await run('throughProxy', () => undefined, [address, 'geheim'])).toBe('Anna');
      expect(lines).toEqual(['407', '200']);
      await server?.close();
      process.env.NO_PROXY = 'localhost';
      process.env.HTTP_PROXY = address;
      expect(await run('throughEnvironment', () => undefined, [])).toBe('Anna');
      expect(lines).toHaveLength(2);
    } finally {
      delete process.env.NO_PROXY;
      delete process.env.HTTP_PROXY;
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    }
  });
});
