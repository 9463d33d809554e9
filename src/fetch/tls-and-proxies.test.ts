import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingWsdl, typesXsd } from '../../test/support/generator/billing-wsdl.ts';
import { FetchFolder } from '../../test/support/generator/fetch-run.ts';
import { FileServer } from '../../test/support/generator/file-server.ts';
import { ForwardProxy } from '../../test/support/generator/forward-proxy.ts';
import { Authority, hasOpenssl } from '../../test/support/generator/openssl.ts';
import { digestGuard, ntlmGuard } from '../../test/support/runtime/sign-in-server.ts';

const target = '/Billing.svc?wsdl';
let folder: FetchFolder;
let authority: Authority;

beforeAll(() => {
  if (hasOpenssl) authority = new Authority();
});
afterAll(() => {
  if (hasOpenssl) authority.remove();
});
beforeEach(() => {
  folder = new FetchFolder();
});
afterEach(() => folder.remove());

describe.skipIf(!hasOpenssl)('a server with TLS', () => {
  let server: FileServer;
  const start = async (options = {}): Promise<void> => {
    server = await new FileServer({
      key: authority.read('server.key'),
      cert: authority.read('server.pem'),
      ...options,
    }).start();
    server.files.set(target, billingWsdl());
  };
  afterEach(() => server.stop());

  it('is not trusted because of an unknown authority, unless that is given', async () => {
    await start();
    const { codes, text, exitCode } = await folder.fetch(server.address(target));
    expect(codes).toEqual(['SW8104']);
    expect(exitCode).toBe(3);
    expect(text).toMatch(/its authority is unknown\. .*--ca ca\.pem/);
    expect((await folder.fetch(server.address(target), { ca: authority.path('ca.pem') })).diagnostics).toEqual([]);
    const environment = { CA: String(authority.read('ca.pem')) };
    expect((await folder.fetch(server.address(target), { ca: 'env:CA', environment })).diagnostics).toEqual([]);
  });

  it('is not trusted because its certificate is for another host', async () => {
    authority.issue('other', 'other', 'subjectAltName=DNS:other.example');
    await start({ key: authority.read('other.key'), cert: authority.read('other.pem') });
    const { text } = await folder.fetch(server.address(target), { ca: authority.path('ca.pem') });
    expect(text).toContain('it is for another host');
  });

  describe('that needs a client certificate', () => {
    beforeEach(() => start({ ca: authority.read('ca.pem'), requestCert: true, rejectUnauthorized: true }));
    const fetch = (options = {}) =>
      folder.fetch(server.address(target), {
        ca: authority.path('ca.pem'),
        environment: {
          PASS: 'geheim',
          WRONG: 'wrong!',
          PFX: authority.read('client.p12').toString('base64'),
          CERT: String(authority.read('client.pem')),
        },
        ...options,
      });
    const at = (name: string): string => authority.path(name);

    it('says so', async () => {
      const { codes, text } = await fetch();
      expect(codes).toEqual(['SW8105']);
      expect(text).toMatch(/(?:certificate required|without a response).* --cert client\.pem/);
    });

    it('takes one in PEM and in PKCS #12, from files and from the environment', async () => {
      for (const options of [
        { cert: at('client.pem'), key: at('client.key') },
        { cert: 'env:CERT', key: at('client-encrypted.key'), passphrase: 'env:PASS' },
        { cert: at('client.p12'), passphrase: 'env:PASS' },
        { cert: 'env:PFX', passphrase: 'env:PASS' },
      ]) {
        const { diagnostics } = await fetch(options);
        expect(diagnostics).toEqual([]);
      }
      expect(folder.read('wsdl/Billing/fetch-lock.json')).not.toMatch(/client|geheim/);
    });

    it.each([{}, { passphrase: 'env:WRONG' }])('is not asked if the key cannot be opened: %j', async (options) => {
      for (const certificate of [
        { cert: at('client.p12') },
        { cert: at('client.pem'), key: at('client-encrypted.key') },
      ]) {
        const { codes, text } = await fetch({ ...certificate, ...options });
        expect(codes).toEqual(['SW8008']);
        expect(text).toContain('the passphrase is wrong or missing');
        expect(text).not.toContain('wrong!');
      }
    });

    it('is the only one that sees it', async () => {
      const other = await new FileServer({
        key: authority.read('server.key'),
        cert: authority.read('server.pem'),
        ca: authority.read('ca.pem'),
        requestCert: true,
        rejectUnauthorized: false,
      }).start();
      try {
        const seen: unknown[] = [];
        other.files.set('/types.xsd', (request, response) => {
          seen.push('authorized' in request.socket && request.socket.authorized);
          response.end(typesXsd('urn:types:0'));
        });
        server.files.set(target, billingWsdl([other.address('/types.xsd')]));
        const { diagnostics } = await fetch({ cert: at('client.pem'), key: at('client.key'), allowHost: [other.host] });
        expect(diagnostics).toEqual([]);
        expect(seen).toEqual([false]);
      } finally {
        await other.stop();
      }
    });
  });
});

describe('a proxy', () => {
  let server: FileServer;
  let proxy: ForwardProxy;
  beforeEach(async () => {
    server = await new FileServer().start();
    server.files.set(target, billingWsdl(['types.xsd']));
    server.files.set('/types.xsd', typesXsd('urn:types:0'));
  });
  afterEach(async () => {
    await Promise.all([server.stop(), proxy.stop()]);
  });

  it('gets requests for http as they are', async () => {
    proxy = await new ForwardProxy().start();
    const environment = { HTTP_PROXY: `http://localhost:${proxy.port}` };
    expect((await folder.fetch(server.address(target), { environment })).diagnostics).toEqual([]);
    expect(proxy.requests).toEqual([`GET ${server.address(target)}`, `GET ${server.address('/types.xsd')}`]);
  });

  it('gets no requests for hosts of NO_PROXY', async () => {
    proxy = await new ForwardProxy().start();
    const environment = { HTTP_PROXY: `localhost:${proxy.port}`, NO_PROXY: `.example.com,localhost:${server.port}` };
    expect((await folder.fetch(server.address(target), { environment })).diagnostics).toEqual([]);
    expect(proxy.requests).toEqual([]);
  });

  it('gets its own credentials, and nobody else does', async () => {
    proxy = await new ForwardProxy('me:geheim').start();
    const address = server.address(target);
    const refused = await folder.fetch(address, { environment: { http_proxy: `http://localhost:${proxy.port}` } });
    expect(refused.codes).toEqual(['SW8106']);
    expect(refused.text).toContain('it asks for a user name and a password');
    const environment = { http_proxy: `http://me:geheim@localhost:${proxy.port}` };
    expect((await folder.fetch(address, { environment })).diagnostics).toEqual([]);
    expect(server.requests.every(({ headers }) => headers['proxy-authorization'] === undefined)).toBe(true);
  });

  it('that does not exist is reported without its credentials', async () => {
    proxy = await new ForwardProxy().start();
    const environment = { HTTP_PROXY: 'http://me:geheim@localhost:1' };
    const { codes, text } = await folder.fetch(server.address(target), { environment });
    expect(codes).toEqual(['SW8106']);
    expect(text).toMatch(/The proxy localhost:1 did not connect to .*: nothing listens there/);
    expect(text).not.toContain('geheim');
  });

  it.skipIf(!hasOpenssl).each([
    ['digest', () => digestGuard({ user: 'me', password: 'geheim' }), 2],
    ['ntlm', () => ntlmGuard({ user: 'me', password: 'geheim', domain: '' }), 2],
    ['digest,ntlm', () => digestGuard({ user: 'me', password: 'geheim' }), 2],
  ] as const)('that demands %s of tunnels gets it by --proxy-auth', async (names, guard, connects) => {
    proxy = await new ForwardProxy(undefined, guard()).start();
    const secure = await new FileServer({
      key: authority.read('server.key'),
      cert: authority.read('server.pem'),
    }).start();
    try {
      secure.files.set(target, billingWsdl());
      const ca = authority.path('ca.pem');
      const proxyAuth = names.split(',') as ('digest' | 'ntlm')[];
      const through = (password: string) => ({ HTTPS_PROXY: `http://me:${password}@localhost:${proxy.port}` });
      const address = secure.address(target);
      const good = await folder.fetch(address, { ca, proxyAuth, environment: through('geheim') });
      expect(good.diagnostics).toEqual([]);
      expect(proxy.requests).toEqual(Array(connects).fill(`CONNECT ${secure.host}`));
      const wrong = await folder.fetch(address, { ca, proxyAuth, environment: through('falsch') });
      expect(wrong.text).toContain('wants other credentials');
      expect(wrong.text).not.toContain('falsch');
      expect(wrong.exitCode).toBe(3);
      const direct = { ...through('falsch'), NO_PROXY: 'localhost' };
      expect((await folder.fetch(address, { ca, proxyAuth, environment: direct })).diagnostics).toEqual([]);
    } finally {
      await secure.stop();
    }
  });

  it.skipIf(!hasOpenssl)('is a tunnel for https', async () => {
    proxy = await new ForwardProxy('me:geheim').start();
    const secure = await new FileServer({
      key: authority.read('server.key'),
      cert: authority.read('server.pem'),
      ca: authority.read('ca.pem'),
      requestCert: true,
    }).start();
    try {
      secure.files.set(target, billingWsdl());
      const access = {
        ca: authority.path('ca.pem'),
        cert: authority.path('client.pem'),
        key: authority.path('client.key'),
      };
      const address = secure.address(target);
      // A proxy for http does not serve https.
      const http = { HTTP_PROXY: `http://localhost:${proxy.port}` };
      expect((await folder.fetch(address, { ...access, environment: http })).diagnostics).toEqual([]);
      expect(proxy.requests).toEqual([]);
      const environment = { HTTPS_PROXY: `http://me:geheim@localhost:${proxy.port}` };
      expect((await folder.fetch(address, { ...access, environment })).diagnostics).toEqual([]);
      expect(proxy.requests).toEqual([`CONNECT ${secure.host}`]);
      const refused = await folder.fetch(address, {
        ...access,
        environment: { HTTPS_PROXY: `localhost:${proxy.port}` },
      });
      expect(refused.codes).toEqual(['SW8106']);
      expect(refused.text).toContain('it asks for a user name and a password');
    } finally {
      await secure.stop();
    }
  });
});
