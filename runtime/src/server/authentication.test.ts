import { X509Certificate } from 'node:crypto';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { selfSigned } from '../../../test/support/runtime/certificate.ts';
import { blob, namespace, nested, operation, text } from '../../../test/support/runtime/table-codec.ts';
import { description } from '../../../test/support/runtime/test-service.ts';
import { soap11 } from '../soap/version.ts';
import { memorySpool } from '../spool/memory-spool.ts';
import type { Spool } from '../spool/spool.ts';
import {
  equalSecrets,
  httpAuthentication,
  oneOf,
  type PrincipalAuthentication,
  unauthorized,
} from './authentication.ts';
import { type HandlerContext, implement } from './handler.ts';
import { type Listening, listen, nodeListener } from './node/index.ts';
import { createServer as createSoapServer } from './server.ts';
import type { ServerEvent } from './server-events.ts';
import type { CommonOptions } from './server-options.ts';

const Store = operation(
  'Store',
  [text('Name'), blob('Data')],
  nested('StoreResult', 'StoreResult', true, text('Name')),
);

interface User {
  readonly name: string;
}

const users = httpAuthentication<User>({
  realm: 'the "store"',
  basic: async (user, password) => (user === 'Zoë' && equalSecrets(password, 'pa:ss €') ? { name: user } : undefined),
  bearer: (token) => (token === 'good' ? { name: 'token' } : undefined),
});

const events: ServerEvent[] = [];
afterEach(() => {
  events.length = 0;
});

function serverOf(
  authentication: PrincipalAuthentication<User> | CommonOptions['authentication'] = users,
  more: CommonOptions = {},
) {
  return createSoapServer(description, { authentication, log: (event) => events.push(event), ...more }, [
    implement(Store, (_, context) => ({ Name: (context.principal as User | undefined)?.name ?? 'nobody' })),
  ]);
}

const envelope = (data = ''): string =>
  `<s:Envelope xmlns:s="${soap11.namespace}"><s:Body><Store xmlns="${namespace}"><Name>x</Name>${data}</Store></s:Body></s:Envelope>`;

async function post(authorization: string | undefined, server = serverOf(), body = envelope()) {
  const headers = new Headers({
    'Content-Type': 'text/xml; charset=utf-8',
    SOAPAction: `"${namespace}Store"`,
    'Content-Length': String(Buffer.byteLength(body)),
  });
  if (authorization !== undefined) headers.set('Authorization', authorization);
  const response = await server.fetch(new Request(description.address, { method: 'POST', headers, body }));
  const challenge = response.headers.get('www-authenticate');
  return { status: response.status, challenge, body: await response.text() };
}

const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`;

describe('authentication by HTTP', () => {
  it('finds the caller by Basic and by a bearer token', async () => {
    expect((await post(basic('Zoë:pa:ss €'))).body).toContain('<Name>Zoë</Name>');
    expect((await post('bearer  good')).body).toContain('<Name>token</Name>');
  });

  it.each([
    ['nothing', undefined],
    ['a wrong password', basic('Zoë:wrong')],
    ['an unknown user', basic('Max:pa:ss €')],
    ['no colon', basic('Zoë')],
    ['a control character', basic('Zoë:pa\u0000')],
    ['bytes that are not UTF-8', `Basic ${Buffer.from('Zoë:pa:ss', 'latin1').toString('base64')}`],
    ['malformed base64', 'Basic a'],
    ['two headers', `${basic('Zoë:pa:ss €')}, Bearer good`],
    ['another scheme', 'Digest abc'],
  ])('T7: answers %s with 401 and both challenges', async (_, authorization) => {
    expect(await post(authorization)).toEqual({
      status: 401,
      challenge: 'Bearer realm="the \\"store\\"", Basic realm="the \\"store\\"", charset="UTF-8"',
      body: 'Sign in with valid credentials.\n',
    });
    expect(events).toEqual([expect.objectContaining({ event: 'refused', status: 401 })]);
  });

  it('says that a token is invalid (RFC 6750, 3.1)', async () => {
    expect(await post('Bearer bad')).toMatchObject({
      status: 401,
      challenge: expect.stringMatching(/^Bearer realm="[^,]*", error="invalid_token", Basic /),
    });
  });

  it('does not concern the WSDL', async () => {
    const wsdl = await serverOf().fetch(new Request(`${description.address}?wsdl`));
    expect(wsdl.status).toBe(200);
  });

  it('hardening: nothing of a streamed field is stored for a caller without credentials', async () => {
    const spool = memorySpool();
    let writers = 0;
    const counted: Spool = {
      begin: () => {
        writers += 1;
        return spool.begin();
      },
    };
    const data = `<Data>${Buffer.alloc(300_000, 7).toString('base64')}</Data>`;
    const denied = await post(basic('Zoë:wrong'), serverOf(users, { spool: counted }), envelope(data));
    expect([denied.status, writers]).toEqual([401, 0]);
    const allowed = await post('Bearer good', serverOf(users, { spool: counted }), envelope(data));
    expect([allowed.status, writers]).toEqual([200, 1]);
  });

  it('errors of a check are those of the server; faults are answered', async () => {
    const errors: unknown[] = [];
    const broken = httpAuthentication<User>({ realm: '', bearer: () => Promise.reject(new Error('database')) });
    const response = await post('Bearer x', serverOf(broken, { onError: (error) => errors.push(error) }));
    expect(response).toMatchObject({ status: 500, body: expect.not.stringContaining('database') });
    expect(errors).toEqual([new Error('database')]);
  });

  it('needs a check, and a realm that a header can hold', () => {
    expect(() => httpAuthentication({ realm: '' })).toThrow('httpAuthentication needs basic, bearer or certificate.');
    expect(() => httpAuthentication({ realm: 'ü', bearer: () => 1 })).toThrow('The realm must be printable ASCII.');
    expect(() => users.principal({})).toThrow(TypeError);
  });
});

describe('oneOf', () => {
  const token = {
    isPresent: (context: HandlerContext<unknown>) => context.httpHeader('X-Token') !== undefined,
    authenticate: () => {
      throw unauthorized(['Token']);
    },
    understood: [{ namespace: 'urn:token', local: 'Token' }],
  };

  it('takes the first kind whose credentials are present, else answers as the first does', async () => {
    const server = serverOf(oneOf(users, token));
    expect((await post('Bearer good', server)).status).toBe(200);
    expect((await post(undefined, server)).challenge).toContain('Basic');
    expect((await post(undefined, serverOf(oneOf(token, users)))).challenge).toBe('Token');
    expect((await post('Bearer good', serverOf(oneOf(token, users)))).status).toBe(200);
  });

  it('D5: the header blocks of its kinds count as understood', async () => {
    const block = '<t:Token xmlns:t="urn:token" s:mustUnderstand="1"/>';
    const body = envelope().replace('<s:Body>', `<s:Header>${block}</s:Header><s:Body>`);
    expect((await post('Bearer good', serverOf(), body)).body).toContain('MustUnderstand');
    expect((await post('Bearer good', serverOf(oneOf(users, token)), body)).status).toBe(200);
  });
});

describe('client certificates', () => {
  const own = selfSigned();
  const caller = selfSigned();
  let listening: Listening | undefined;
  afterEach(async () => {
    await listening?.close(0);
  });
  const certificates = httpAuthentication<User>({
    realm: 'certificates',
    certificate: (der) => ({ name: new X509Certificate(der).subject }),
  });

  const call = async (pair: object, required: boolean): Promise<{ status: number; body: string }> => {
    listening = await listen(serverOf(certificates), { tls: own, clientCertificates: { ca: caller.cert, required } });
    return await send(listening.port, pair);
  };

  const send = async (port: number, pair: object): Promise<{ status: number; body: string }> => {
    const headers = {
      'Content-Type': 'text/xml',
      SOAPAction: `"${namespace}Store"`,
      'Content-Length': envelope().length,
    };
    return await new Promise((resolve, reject) => {
      const path = new URL(description.address).pathname;
      request(
        { port, path, method: 'POST', headers, ca: own.cert, servername: 'localhost', host: '127.0.0.1', ...pair },
        (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            body += part;
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
        },
      )
        .on('error', reject)
        .end(envelope());
    });
  };

  it('name the caller on an HTTPS server of the program, as frameworks have', async () => {
    const options = { ...own, ca: caller.cert, requestCert: true, rejectUnauthorized: true };
    const https = createServer(options, nodeListener(serverOf(certificates)));
    await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
    try {
      const body = await send((https.address() as AddressInfo).port, caller);
      expect(body).toEqual({ status: 200, body: expect.stringContaining('<Name>CN=localhost</Name>') });
    } finally {
      https.close();
      https.closeAllConnections();
    }
  });

  it('name the caller', async () => {
    expect(await call(caller, true)).toEqual({
      status: 200,
      body: expect.stringContaining('<Name>CN=localhost</Name>'),
    });
  });

  it('refuse others: 403, or no connection', async () => {
    expect((await call({}, false)).status).toBe(403);
    await listening?.close(0);
    expect((await call(selfSigned(), false)).status).toBe(403);
    await listening?.close(0);
    await expect(call({}, true)).rejects.toThrow();
  });
});
