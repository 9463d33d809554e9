import { createServer, request as httpRequest, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingWsdl, typesXsd } from '../../test/support/generator/billing-wsdl.ts';
import { FetchFolder } from '../../test/support/generator/fetch-run.ts';
import { FileServer } from '../../test/support/generator/file-server.ts';
import { selfSigned } from '../../test/support/runtime/certificate.ts';
import { basicGuard, digestGuard, type Guard, ntlmGuard } from '../../test/support/runtime/sign-in-server.ts';
import { LiveAccess } from './live-access.ts';
import { postMessage } from './post-message.ts';

const target = '/Billing.svc?wsdl';
const environment = { PASSWORD: 'geheim', TOKEN: 'tok.en' };
const user = { user: 'änna', password: 'geheim', domain: 'CORP' };
const { cert, key } = selfSigned();

let folder: FetchFolder;
let server: FileServer;
let other: FileServer;
/** The statuses of the server, by method and target. */
const seen: string[] = [];

/** Serves a text behind a guard. */
function guarded(guard: Guard, text: string): RequestListener {
  return (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      const refused = guard(request, body, response);
      seen.push(`${request.method} ${request.url} ${body.length} ${refused === undefined ? 200 : 401}`);
      if (refused === undefined) response.writeHead(200, { 'content-type': 'text/xml' }).end(text);
      else response.writeHead(401, [...refused.flat(), 'Content-Length', '4']).end('page');
    });
  };
}

beforeAll(async () => {
  server = await new FileServer().start();
  other = await new FileServer().start();
});
afterAll(() => Promise.all([server.stop(), other.stop()]));
beforeEach(() => {
  folder = new FetchFolder();
  seen.length = 0;
  server.files.clear();
  other.files.clear();
});
afterEach(() => folder.remove());

const wsdl = (): string => billingWsdl([other.address('/types.xsd')]);

describe('a fetch', () => {
  it.each([
    ['basic', () => basicGuard('änna', 'geheim'), ['200']],
    ['digest', () => digestGuard(user), ['401', '200']],
    ['ntlm', () => ntlmGuard(user), ['401', '200']],
  ] as const)('signs in by %s, and sends nothing to the host of an import', async (scheme, guard, statuses) => {
    server.files.set(target, guarded(guard(), wsdl()));
    other.files.set('/types.xsd', typesXsd('urn:types:0'));
    const { diagnostics } = await folder.fetch(server.address(target), {
      user: scheme === 'ntlm' ? 'CORP\\änna' : 'änna',
      passwordFrom: 'env:PASSWORD',
      auth: [scheme],
      allowHost: [other.host],
      environment,
    });
    expect(diagnostics).toEqual([]);
    expect(seen).toEqual(statuses.map((status) => `GET ${target} 0 ${status}`));
    expect(other.requests.at(-1)?.headers).not.toHaveProperty('authorization');
    expect(folder.read('wsdl/Billing/fetch-lock.json')).not.toMatch(/geheim|änna/);
  });

  it('takes the strongest of several schemes, a token, and a netrc file', async () => {
    const both: Guard = (...args) => {
      const refused = digestGuard(user)(...args);
      return refused && [['WWW-Authenticate', 'Basic realm="x"'], ...refused];
    };
    server.files.set(target, guarded(both, billingWsdl()));
    const options = { user: 'änna', passwordFrom: 'env:PASSWORD', auth: ['basic', 'digest'] as const, environment };
    // Its nonce is forgotten, so that it fails after its answer, which is one of Digest.
    await folder.fetch(server.address(target), options);
    expect(server.requests.at(-1)?.headers.authorization).toMatch(/^Digest username\*=UTF-8''%C3%A4nna/);
    const bearer: Guard = ({ headers }) =>
      headers.authorization === 'Bearer tok.en' ? undefined : [['WWW-Authenticate', 'Bearer']];
    server.files.set(target, guarded(bearer, billingWsdl()));
    const token = { auth: ['bearer'] as const, passwordFrom: 'env:TOKEN', environment };
    expect((await folder.fetch(server.address(target), token)).diagnostics).toEqual([]);
  });

  it.each([
    ['a service that offers Basic alone', ['digest'], /SW8112.* Digest is configured, and only Basic is offered\./],
    ['a wrong password', ['basic'], /SW8103.*status 401: it asks for Basic\./],
  ] as const)('of %s fails', async (_, auth, text) => {
    server.files.set(target, guarded(basicGuard('other', 'x'), billingWsdl()));
    const run = await folder.fetch(server.address(target), {
      user: 'änna',
      passwordFrom: 'env:PASSWORD',
      auth,
      environment,
    });
    expect(run.diagnostics.map(({ code, message }) => `${code} ${message}`).join()).toMatch(text);
    expect(run.text).not.toContain('geheim');
  });

  it('over http sends no credentials to another machine', async () => {
    const options = { user: 'a', passwordFrom: 'env:PASSWORD', environment };
    const { codes, text } = await folder.fetch('http://billing.example/a?wsdl', options);
    expect(codes).toEqual(['SW8112']);
    expect(text).toContain('Basic would send credentials without TLS to http://billing.example/a; none were sent.');
    expect(text).toContain('soapwright explain ClientError.insecure-address');
  });

  it('by NTLM over TLS binds to the certificate', async () => {
    const secure = await new FileServer({ cert, key }).start();
    try {
      secure.files.set(target, guarded(ntlmGuard({ ...user, certificate: cert }), billingWsdl()));
      const options = { user: 'CORP\\änna', passwordFrom: 'env:PASSWORD', auth: ['ntlm'] as const, ca: 'env:CA' };
      const run = await folder.fetch(secure.address(target), { ...options, environment: { ...environment, CA: cert } });
      expect(run.diagnostics).toEqual([]);
    } finally {
      await secure.stop();
    }
  });
});

describe('a posted message', () => {
  const post = async (url: string, options: object, more: Record<string, string> = {}) => {
    const surroundings = { current: folder.path, environment: { ...environment, ...more } };
    const { access, diagnostics } = LiveAccess.open(url, options, surroundings);
    expect(diagnostics).toEqual([]);
    try {
      const headers = [['Content-Type', 'text/xml']] as const;
      return await postMessage({ url, headers, body: '<a/>', timeout: 20_000, access });
    } finally {
      await access?.close();
    }
  };

  it.each([
    ['digest', () => digestGuard(user), ['4 401', '4 200']],
    ['ntlm', () => ntlmGuard(user), ['0 401', '4 200']],
  ] as const)('is signed in by %s', async (scheme, guard, statuses) => {
    server.files.set('/soap', guarded(guard(), '<b/>'));
    const signIn = { user: scheme === 'ntlm' ? 'CORP\\änna' : 'änna', passwordFrom: 'env:PASSWORD', auth: [scheme] };
    const response = await post(server.address('/soap'), signIn);
    expect(response).toMatchObject({ status: 200, contentType: 'text/xml' });
    expect(seen).toEqual(statuses.map((status) => `POST /soap ${status}`));
  });

  it('that is refused is a text with the reason', async () => {
    server.files.set('/soap', guarded(basicGuard('x', 'y'), '<b/>'));
    const signIn = { user: 'a', passwordFrom: 'env:PASSWORD', auth: ['digest'] };
    expect(await post(server.address('/soap'), signIn)).toMatch(/was not signed in: Digest is configured/);
    expect(await post('http://localhost:1/soap', {})).toBe('ECONNREFUSED');
  });

  it('goes through the proxy of the environment', async () => {
    const proxied: string[] = [];
    const proxy = createServer((request, response) => {
      proxied.push(`${request.method} ${request.url}`);
      const onward = httpRequest(request.url ?? '', { method: 'POST', headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
    });
    await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve));
    server.files.set(
      '/soap',
      guarded(() => undefined, '<b/>'),
    );
    try {
      const HTTP_PROXY = `http://localhost:${(proxy.address() as AddressInfo).port}`;
      expect(await post(server.address('/soap'), {}, { HTTP_PROXY })).toMatchObject({ status: 200 });
      expect(proxied).toEqual([`POST ${server.address('/soap')}`]);
    } finally {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    }
  });
});
