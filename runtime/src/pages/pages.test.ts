import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { field, pageOf, recordField, serviceOf } from '../../../test/support/runtime/page-descriptions.ts';
import { description, testListening, testServer } from '../../../test/support/runtime/test-service.ts';
import { ask } from '../../../test/support/runtime/wire.ts';
import type { CommonOptions } from '../server/server-options.ts';
import { soap12 } from '../soap/version.ts';
import { XmlBytesReader } from '../xml/bytes-reader.ts';
import { style, styleHash } from './page-style.ts';
import type { PagesDescription } from './pages-description.ts';
import { sampleRequest } from './samples.ts';

interface Page {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

const address = 'http://files.test/v2/fileservice.asmx';

async function get(query = '', options: CommonOptions = {}, headers: Record<string, string> = {}): Promise<Page> {
  const response = await testServer({}, options).fetch(new Request(address + query, { headers }));
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** Omits false properties, like generated descriptions. */
function terse(whole: PagesDescription): PagesDescription {
  const text = JSON.stringify(whole, (key, value) =>
    value === false || (key === 'doc' && value === '') ? undefined : value,
  );
  return JSON.parse(text);
}

describe('a description', () => {
  it('P1, P3: may omit false and empty properties', () => {
    for (const query of ['', ...description.operations.map(({ name }) => `op=${name}`)]) {
      expect(pageOf(terse(description), query)).toEqual(pageOf(description, query));
    }
    expect(JSON.stringify(terse(description))).not.toContain('false');
  });
});

describe('the list of operations', () => {
  it('P1: names every operation with its summary and links to it and to the WSDL', async () => {
    const { status, text, headers } = await get();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<a href="?wsdl">');
    const plain = text.replaceAll('<wbr />', '');
    for (const { name } of description.operations) expect(plain).toContain(`<a href="?op=${name}">${name}</a>`);
    expect(text).toContain('Returns the client identifier for a company code.');
  });

  it('P1: every value is escaped, and a strict policy applies as well', async () => {
    const pages = [await get(), await get('?op=SSOLoginURL'), await get('?op=GetClientID'), await get('?op=<b>"x')];
    for (const { text, headers } of pages) {
      expect(text).not.toContain('<script');
      expect(text).not.toContain('<b>');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect(pages[0]?.text).toContain('Stores &lt;files&gt; &amp; &quot;folders&quot;.');
    expect(pages[2]?.text).toContain('A key, &quot;quoted&quot; &amp; &lt;b&gt;bold&lt;/b&gt;.');
  });

  it('P5: nothing of a page is loaded, framed or posted elsewhere, and the page of an operation is not cached', async () => {
    const here = { peerAddress: '127.0.0.1' };
    const local = 'http://localhost/v2/fileservice.asmx';
    const response = await testServer().fetch(new Request(`${local}?op=GetClientID`), here);
    const { headers } = response;
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(await response.text()).not.toMatch(
      /<script|<iframe|<link|<img| on[a-z]+=| style=|https?:\/\/(?!localhost|files|schemas|www\.w3)/,
    );
    const elsewhere = await get('?op=GetClientID');
    expect(elsewhere.headers.get('content-security-policy')).toContain("form-action 'none'");
  });

  it('P1: the policy allows the style sheet', () => {
    expect(styleHash).toBe(`sha256-${createHash('sha256').update(style).digest('base64')}`);
  });

  it('P1: the markup is balanced, so that no element extends into the next', async () => {
    for (const query of ['', '?op=GetClientID', '?op=SSOLoginURL', '?op=Nothing']) {
      const local = new Request(`http://localhost/v2/fileservice.asmx${query}`);
      const text = await (await testServer().fetch(local, { peerAddress: '::1' })).text();
      const balanced = text
        .replace('<!doctype html>', '')
        .replace(/<(meta|link) ([^>]*)>/g, '<$1 $2/>')
        .trim();
      const reader = new XmlBytesReader(new TextEncoder().encode(balanced));
      reader.openRoot();
      reader.skip();
      reader.finish();
    }
  });
});

describe('the page of an operation', () => {
  it('P1: shows fields, the fields of records, and samples in both versions', async () => {
    const { status, text } = await get('?op=GetClientID');
    expect(status).toBe(200);
    expect(text).toContain('<caption><code>Get<wbr />Client<wbr />ID<wbr />Parameters</code></caption>');
    expect(text).toContain('optional, sensitive');
    expect(text).toContain('SOAPAction: &quot;https://files.example/v2/GetClientID&quot;');
    expect(text).toContain('Host: files.test');
    expect(text).toContain('&lt;CompanyCode&gt;string&lt;/CompanyCode&gt;');
    expect(text).toContain('&lt;soap12:Envelope');
  });

  it('P1: a sample can be sent unchanged', async () => {
    const { text } = await get('?op=GetClientID');
    const plain = (html: string): string =>
      html.replace(
        /&(lt|gt|quot|amp|#39);/g,
        (_, name: string) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name] ?? "'",
      );
    const samples = [...text.matchAll(/request"?>(POST [\s\S]*?)<\/pre>/g)].map(([, sample]) => plain(sample ?? ''));
    expect(samples).toHaveLength(2);
    for (const sample of samples) {
      const [head = '', body = ''] = sample.split('\n\n');
      const headers = head
        .split('\n')
        .slice(1)
        .map((line) => line.split(': ') as [string, string]);
      const length = headers.find(([name]) => name === 'Content-Length')?.[1];
      expect(length).toBe(String(Buffer.byteLength(body)));
      const response = await testServer().fetch(new Request(address, { method: 'POST', headers, body }));
      expect(await response.text()).toContain('<ClientID>6</ClientID>');
    }
  });

  it('P1: a sample of mutually recursive records stays small', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
    const records = Object.fromEntries(
      names.map((record) => [
        record,
        [field('Text', 'string'), ...names.map((name) => recordField(name, name, { optional: true }))],
      ]),
    );
    const service = serviceOf([recordField('A', 'A')], records);
    const [operation] = service.operations;
    if (operation === undefined) throw new Error('There is no operation.');
    const lines = sampleRequest(service, operation, soap12, service.address).envelope.split('\n');
    expect(lines.length).toBeLessThan(500);
    expect(lines).toContain('        <Text>string</Text>');
  });

  it('P1: an unknown operation is a 404 page', async () => {
    const { status, text } = await get('?op=Nothing');
    expect(status).toBe(404);
    expect(text).toContain('Nothing');
  });
});

describe('the discovery document', () => {
  it.each(['?disco', '?DISCO'])(
    'P2: has one reference to the WSDL, at the address of the request, for %s',
    async (query) => {
      const { status, text, headers } = await get(query);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/xml; charset=utf-8');
      const references = text.match(/<contractRef [^>]*>/g);
      expect(references).toEqual([
        `<contractRef ref="${address}?wsdl" docRef="${address}" xmlns="http://schemas.xmlsoap.org/disco/scl/"/>`,
      ]);
      const reader = new XmlBytesReader(new TextEncoder().encode(text));
      reader.openRoot();
      expect([reader.local, reader.namespace]).toEqual(['discovery', 'http://schemas.xmlsoap.org/disco/']);
      reader.skip();
      reader.finish();
    },
  );

  it('P2: uses the public address, escaped', async () => {
    const { text } = await get('?disco', { publicUrl: 'https://files.example/v2/x.asmx?a=1&b=2' });
    expect(text).toContain('ref="https://files.example/v2/x.asmx?a=1&amp;b=2&amp;wsdl"');
  });

  it('P1: is linked only from the list of operations', async () => {
    const link = '<link rel="alternate" type="text/xml" href="?disco">';
    expect((await get()).text).toContain(link);
    expect((await get('?op=GetClientID')).text).not.toContain('<link');
  });
});

describe('a server without pages', () => {
  it('P1, P2: still serves its WSDL and reports its location', async () => {
    const plain = { pages: undefined };
    expect((await get('?wsdl', plain)).text).toContain(`location="${address}"`);
    expect((await get('?disco', plain)).text).toContain('contractRef');
    for (const query of ['', '?op=GetClientID']) {
      const { status, text, headers } = await get(query, plain);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(text).toBe('FileService is a SOAP service; ?wsdl describes it.\n');
    }
  });

  it('P3: rejects a form like any other media type', async () => {
    const form = new URLSearchParams({ APIKey: 'k' });
    const request = new Request(`http://localhost/v2/fileservice.asmx?op=SSOLoginURL`, { method: 'POST', body: form });
    const response = await testServer({}, { pages: undefined }).fetch(request, { peerAddress: '127.0.0.1' });
    expect(response.status).toBe(415);
  });
});

describe('the WSDL', () => {
  it.each(['?wsdl', '?WSDL', '?WsDl', '?wsdl='])('P2: is served for %s with the requested address', async (query) => {
    const { status, text, headers } = await get(query);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(text.split(`location="${address}"`)).toHaveLength(3);
  });

  it('P2: contains the configured public address, escaped', async () => {
    const { text } = await get('?wsdl', { publicUrl: 'https://files.example/v2/x.asmx?a=1&b=2' });
    expect(text).toContain('location="https://files.example/v2/x.asmx?a=1&amp;b=2"');
  });

  it('P2: the host of an absolute URL takes precedence over Host (RFC 9112, 3.2.2)', async () => {
    const server = await testListening();
    try {
      const get = async (target: string): Promise<string> =>
        (await ask(server.port, `GET ${target} HTTP/1.1\r\nHost: other.example\r\n\r\n`)).body;
      expect(await get('http://files.example:81/v2/fileservice.asmx?wsdl')).toContain(
        'location="http://files.example:81/v2/fileservice.asmx"',
      );
      expect(await get('HTTPS://files.example/v2/fileservice.asmx?wsdl')).toContain(
        'location="https://files.example/v2/fileservice.asmx"',
      );
      expect(await get('http://files.example:81/v2/fileservice.asmx?disco')).toContain(
        'docRef="http://files.example:81/v2/fileservice.asmx"',
      );
      expect(await get('http://files.example:81/v2/fileservice.asmx?op=GetClientID')).toContain(
        'Host: files.example:81',
      );
      expect(await get('http://files.example:81/v2/fileservice.asmx')).toContain('<h1>File<wbr />Service</h1>');
      expect(await get('http://user@files.example/v2/fileservice.asmx?wsdl')).toBe('There is nothing here.\n');
    } finally {
      await server.close(0);
    }
  });

  it('P2: trusts a proxy only if configured', async () => {
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'public.example, inner' };
    expect((await get('?wsdl', {}, headers)).text).toContain(`location="${address}"`);
    const trusted = await get('?wsdl', { trustProxy: true }, headers);
    expect(trusted.text).toContain('location="https://public.example/v2/fileservice.asmx"');
    const forged = await get('?wsdl', { trustProxy: true }, { 'X-Forwarded-Host': 'a"b', 'X-Forwarded-Proto': 'ftp' });
    expect(forged.text).toContain(`location="${address}"`);
  });
});
