import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:net';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { billingWsdl, typesXsd } from '../../test/support/generator/billing-wsdl.ts';
import { FetchFolder } from '../../test/support/generator/fetch-run.ts';
import { FileServer, type Served } from '../../test/support/generator/file-server.ts';

let server: FileServer;
let folder: FetchFolder;
const target = '/Billing.svc?wsdl';

beforeEach(async () => {
  server = await new FileServer().start();
  folder = new FetchFolder();
});

afterEach(async () => {
  folder.remove();
  await server.stop();
});

/** Fetches the WSDL that the server sends. Nothing may be written unless it succeeds. */
async function fetch(served: Served, options = {}) {
  server.files.set(target, served);
  const run = await folder.fetch(server.address(target), options);
  if (run.exitCode > 0) expect(folder.names()).toEqual([]);
  return run;
}

/** Sends a response with a header and a body. */
function sends(body: string | Uint8Array, headers: Record<string, string> = {}, status = 200): RequestListener {
  return (_request, response) => response.writeHead(status, headers).end(body);
}

describe('a response other than a WSDL', () => {
  it.each<[string, RequestListener, string, RegExp]>([
    [
      'a page for signing in',
      sends('<!DOCTYPE html>\n<html><title>Sign in</title>', { 'content-type': 'text/html; charset=utf-8' }),
      'SW8201',
      /a page of HTML, of the type text\/html; charset=utf-8\. It begins: <!DOCTYPE html> <html><title>Sign in/,
    ],
    ['a page without a type', sends('<html>'), 'SW8201', /a page of HTML without a content type/],
    [
      'JSON',
      sends('{"error":1}', { 'content-type': 'application/json' }),
      'SW8201',
      /not XML, of the type application\/json. It begins: {"error":1}/,
    ],
    ['nothing', sends(''), 'SW8201', /an empty response .* It begins: \(nothing\)/],
    ['control characters', sends('\u001B[31mred\u0007'), 'SW8201', /\\u\{1B\}\[31mred\\u\{7\}/],
    ['bytes', sends(Buffer.from([0x50, 0x4b, 3, 4, 0xff])), 'SW8201', /not XML/],
    ['XHTML', sends('<?xml version="1.0"?><!-- a --><html xmlns="http://www.w3.org/1999/xhtml"/>'), 'SW8201', /HTML/],
    [
      'WSDL 2.0',
      sends('<description xmlns="http://www.w3.org/ns/wsdl"/>'),
      'SW8202',
      /root element is description of the namespace "http:\/\/www.w3.org\/ns\/wsdl"/,
    ],
    ['a SOAP fault', sends('<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"/>'), 'SW8202', /Envelope/],
    ['a schema', sends(typesXsd('urn:a')), 'SW8203', /is an XML Schema, not a WSDL/],
    ['XML that is not well-formed', sends('<a>'), 'SW6002', /not well-formed/],
    [
      'a document type',
      sends('<!DOCTYPE definitions [<!ENTITY a "aaaa">]><definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>'),
      'SW6003',
      /document type/,
    ],
    ['not in its encoding', sends(Buffer.from('<?xml version="1.0"?><a>\u00ff</a>', 'latin1')), 'SW6001', /encoding/],
    ['404', sends('', {}, 404), 'SW8102', /status 404/],
    ['500 with a page', sends('<html>', {}, 500), 'SW8102', /status 500/],
    ['204', sends('', {}, 204), 'SW8102', /status 204/],
    ['a redirect without a location', sends('', {}, 302), 'SW8102', /status 302/],
    [
      '401',
      sends('', { 'www-authenticate': 'AWS4-HMAC-SHA256' }, 401),
      'SW8103',
      /401: it asks for AWS4-HMAC-SHA256, which soapwright does not know\. .*--user/,
    ],
    [
      '401 with a choice',
      sends('', { 'www-authenticate': 'Basic realm="a, Digest b"' }, 401),
      'SW8103',
      /401: it asks for Basic\. /,
    ],
    ['403', sends('', {}, 403), 'SW8103', /403/],
    ['an unknown compression', sends('a', { 'content-encoding': 'zstd' }), 'SW8110', /Content-Encoding is "zstd"/],
    ['damaged compression', sends('a', { 'content-encoding': 'gzip' }), 'SW8110', /damaged/],
  ])('%s', async (_, listener, code, message) => {
    const { codes, text } = await fetch(listener);
    expect(codes).toEqual([code]);
    expect(text).toMatch(message);
  });

  it('leads to the address with ?wsdl', async () => {
    server.files.set('/Billing.asmx', '<html>');
    const { text } = await folder.fetch(server.address('/Billing.asmx'));
    expect(text).toContain(`Try ${server.address('/Billing.asmx')}?wsdl`);
  });

  it('does not show credentials that the server repeats', async () => {
    const listener: RequestListener = (request, response) => {
      const { authorization = '' } = request.headers;
      response.setHeader('content-type', `text/html; ${authorization}`);
      response.end(`<html>${authorization} ${Buffer.from(authorization.slice(6), 'base64')}`);
    };
    const options = { user: 'me', passwordFrom: 'env:PASSWORD', environment: { PASSWORD: 'geheim' } };
    const { codes, text } = await fetch(listener, options);
    expect(codes).toEqual(['SW8201']);
    expect(text).not.toMatch(/geheim|bWU6Z2VoZWlt/);
  });
});

describe('a document type', () => {
  const declared = (entities: string, location: string): string =>
    billingWsdl([location]).replace(
      '<wsdl:definitions',
      `<!DOCTYPE wsdl:definitions [${entities}]>\n<wsdl:definitions`,
    );

  it('is read on demand, and stays in the file', async () => {
    server.files.set('/types.xsd', typesXsd('urn:types:0'));
    const served = declared('<!ENTITY folder "types">', '/&folder;.xsd');
    expect((await fetch(served)).codes).toEqual(['SW6003']);
    const { diagnostics } = await fetch(served, { internalEntities: true });
    expect(diagnostics).toEqual([]);
    expect(folder.read('wsdl/Billing/Billing.wsdl')).toBe(served.replace('/&folder;.xsd', 'types.xsd'));
    expect((await folder.check({ internalEntities: true })).found).toEqual([]);
  });

  it.each([
    ['<!ENTITY file SYSTEM "file:///etc/passwd">', '&file;.xsd'],
    ['<!ENTITY % file SYSTEM "file:///etc/passwd"> %file;', 'a.xsd'],
    [
      Array.from({ length: 30 }, (_, index) => `<!ENTITY e${index + 1} "&e${index};&e${index};">`)
        .join('')
        .replace('<!ENTITY', '<!ENTITY e0 "a"><!ENTITY'),
      '&e30;.xsd',
    ],
  ])('opens and expands nothing else: %s', async (entities, location) => {
    const { exitCode } = await fetch(declared(entities, location), { internalEntities: true });
    expect(exitCode).toBe(2);
    expect(server.requests).toHaveLength(1);
  });
});

describe('compression', () => {
  it.each([
    ['gzip', gzipSync(billingWsdl())],
    ['x-gzip', gzipSync(billingWsdl())],
    ['deflate', deflateSync(billingWsdl())],
    // As some servers send it.
    ['deflate', deflateRawSync(billingWsdl())],
    ['identity', Buffer.from(billingWsdl())],
  ])('%s is read', async (coding, body) => {
    const { diagnostics } = await fetch(sends(body, { 'content-encoding': coding }));
    expect(diagnostics).toEqual([]);
    expect(folder.read('wsdl/Billing/Billing.wsdl')).toBe(billingWsdl());
  });
});

describe('a server without end', () => {
  const endless: RequestListener = (_request, response) => {
    const chunk = Buffer.alloc(64 * 1024, ' ');
    const send = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', send);
    };
    send();
  };

  it('is limited in the size of a file', async () => {
    const { codes, text } = await fetch(endless, { limit: ['file-size=1MiB'] });
    expect(codes).toEqual(['SW8109']);
    expect(text).toContain('beyond the limit file-size: the file has more than 1 MiB');
    expect(text).toContain('--limit file-size=2MiB');
  });

  it('is limited in the expanded size of a compressed file', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20, ' '));
    expect(bomb.length).toBeLessThan(2 ** 17);
    const { codes, text } = await fetch(sends(bomb, { 'content-encoding': 'gzip' }), { limit: ['file-size=1MiB'] });
    expect(codes).toEqual(['SW8109']);
    expect(text).toContain('file-size');
  });

  it('is limited in the size of all files', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}.xsd`);
    for (const name of names) server.files.set(`/${name}`, typesXsd('urn:a', `<!-- ${' '.repeat(100_000)} -->`));
    const { codes, text } = await fetch(billingWsdl(names), { limit: ['total-size=1MiB'] });
    expect(codes).toEqual(['SW8109']);
    expect(text).toContain('total-size');
  });

  it('is limited in the number of files, before they are requested', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `${index}.xsd`);
    const { codes, text } = await fetch(billingWsdl(names));
    expect(codes).toEqual(['SW8109']);
    expect(text).toContain('the service has more than 2000 files');
    expect(server.requests).toHaveLength(1);
  });

  it('is limited in depth', async () => {
    server.files.set(target, billingWsdl(['0.xsd']));
    for (let index = 0; index < 10; index++) {
      const next = `<xs:include schemaLocation="${index + 1}.xsd"/>`;
      server.files.set(`/${index}.xsd`, typesXsd('urn:a', next));
    }
    const { codes, text } = await folder.fetch(server.address(target), { limit: ['depth=3'] });
    expect(codes).toEqual(['SW8109']);
    expect(text).toContain('it is more than 3 references away from the WSDL');
  });

  it('is limited in silence', async () => {
    const { codes, text } = await fetch(() => {}, { limit: ['idle-time=1'] });
    expect(codes).toEqual(['SW8109']);
    expect(text).toContain('the server sent nothing for 1 s');
  });

  it('is limited in time, however slowly it sends', async () => {
    const slow: RequestListener = (_request, response) => {
      const timer = setInterval(() => response.write(' '), 100);
      response.on('close', () => clearInterval(timer));
    };
    const began = performance.now();
    const { codes, text } = await fetch(slow, { limit: ['time=1'] });
    expect(codes).toEqual(['SW8109']);
    expect(text).toContain('the whole service is not fetched after 1 s');
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it('is reported once if it is one of many', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `${index}.xsd`);
    for (const name of names) server.files.set(`/${name}`, () => {});
    const { codes } = await fetch(billingWsdl(names), { limit: ['time=1'] });
    expect(codes).toEqual(['SW8109']);
  });
});

describe('references of a hostile server', () => {
  it('are reported once for each host', async () => {
    const hosts = ['http://169.254.169.254/', 'http://10.0.0.1/', 'http://[::1]:1/', 'http://localhost:1/'];
    const addresses = hosts.flatMap((host) => [`${host}a.xsd`, `${host}b.xsd`]);
    const { codes, text, exitCode } = await fetch(billingWsdl(addresses));
    expect(codes).toEqual(Array.from({ length: 4 }, () => 'SW8108'));
    expect(exitCode).toBe(2);
    expect(text).toContain('--allow-host 169.254.169.254.');
    expect(text).toContain('--allow-host localhost:1.');
  });

  it.each([
    ['file:///etc/passwd', 'SW8107'],
    ['C:\\\\types.xsd', 'SW8107'],
    ['data:text/xml,&lt;a/>', 'SW8107'],
    ['http://user:pass@localhost/a.xsd', 'SW8002'],
    ['http://:80:80/', 'SW8111'],
  ])('such as %s are refused', async (location, code) => {
    const { codes, text } = await fetch(billingWsdl([location]));
    expect(codes).toEqual([code]);
    expect(text).not.toContain('user:pass');
  });

  it('are reported up to a number that can be read', async () => {
    const addresses = Array.from({ length: 1500 }, (_, index) => `http://host${index}.example/a.xsd`);
    const { codes } = await fetch(billingWsdl(addresses));
    expect(codes).toHaveLength(50);
  });

  it('and texts that are made to cost time cost none', async () => {
    const began = performance.now();
    const long = '.'.repeat(900_000);
    expect((await fetch(billingWsdl([`${long}a`]))).codes).toEqual(['SW8111']);
    expect((await fetch(sends(`${'<!-- --> '.repeat(10_000)}<a/>`))).codes).toEqual(['SW8202']);
    const key = `<xs:element name="K"><xs:key name="k"><xs:selector xpath="${'a'.repeat(900_000)}"/></xs:key></xs:element>`;
    const wsdl = billingWsdl().replace('<xs:complexType', `${key}<xs:complexType`);
    expect((await fetch(wsdl)).exitCode).toBe(0);
    server.files.set(target, wsdl.replace('aaa"', 'aab"'));
    expect((await folder.check()).found).toEqual(['changed element K (urn:billing) (k)']);
    expect(performance.now() - began).toBeLessThan(60_000);
  });

  it('do not lead out of the folder', async () => {
    server.files.set('/..%2f..%2f..%2fetc%2fpasswd', typesXsd('urn:a'));
    server.files.set('/x?xsd=../../../../passwd.xsd', typesXsd('urn:a'));
    const { exitCode } = await fetch(billingWsdl(['..%2f..%2f..%2fetc%2fpasswd', 'x?xsd=../../../../passwd.xsd']));
    expect(exitCode).toBe(0);
    expect(folder.names()).toEqual(
      ['Billing.wsdl', 'etc-passwd.xsd', 'fetch-lock.json', 'passwd.xsd'].map((name) => `wsdl/Billing/${name}`),
    );
  });
});

describe('a connection that fails', () => {
  const raw = async (
    listen: (server: Server) => void,
  ): Promise<{ readonly port: number; readonly stop: () => void }> => {
    const tcp = createServer();
    listen(tcp);
    await new Promise<void>((resolve) => tcp.listen(0, 'localhost', resolve));
    const address = tcp.address();
    return { port: typeof address === 'object' && address !== null ? address.port : 0, stop: () => tcp.close() };
  };

  it('is tried again once, since the server may have closed one that was kept open', async () => {
    let count = 0;
    const { diagnostics } = await fetch((request, response) => {
      if (count++ === 0) request.socket.destroy();
      else response.end(billingWsdl());
    });
    expect(diagnostics).toEqual([]);
  });

  it('in the middle of the response is reported', async () => {
    const { codes, text } = await fetch((request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('<a>');
      setTimeout(() => request.socket.destroy(), 20);
    });
    expect(codes).toEqual(['SW8101']);
    expect(text).toContain('closed the connection before the response was complete');
  });

  it('because nothing listens, because there is no host, or because it is not HTTP is reported', async () => {
    const { port, stop } = await raw((tcp) => tcp.on('connection', (socket) => socket.end('220 mail\r\n')));
    try {
      const texts = [
        await folder.fetch(`http://localhost:${port}/a?wsdl`),
        await folder.fetch('http://localhost:1/a?wsdl'),
        await folder.fetch('http://host.invalid/a?wsdl'),
        await folder.fetch(`https://localhost:${server.port}/a?wsdl`),
      ].map(({ codes, text }) => `${codes} ${text}`);
      expect(texts[0]).toMatch(/SW8101 .* the response is not HTTP/);
      expect(texts[1]).toMatch(/SW8101 .* nothing listens there/);
      expect(texts[2]).toMatch(/SW8101 .* (?:no host of this name|cannot be looked up)/);
      expect(texts[3]).toMatch(/SW8101 .* the response is not TLS/);
    } finally {
      stop();
    }
  });
});
