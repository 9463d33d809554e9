import { readFileSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Explored, explored } from '../../../test/pages/explored.ts';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { shopContract } from '../../../test/support/generator/shop-contract.ts';
import { Report } from '../../diagnostics/index.ts';
import { readExamples } from '../mock/index.ts';
import type { ReceivedRequest } from '../mock/mock-server.ts';
import { type OpenMock, openMock } from '../mock/open-mock.ts';
import { LiveService } from '../verify/live-service.ts';
import { verifyService } from '../verify/verify-service.ts';

const contract = contractOf(shopContract);

describe('the page of soapwright explore', () => {
  let mock: OpenMock;
  let page: Explored;
  const received: ReceivedRequest[] = [];

  beforeAll(async () => {
    const onRequest = (request: ReceivedRequest): void => void received.push(request);
    const opened = await openMock(contract, { seed: 'a', strict: false, onRequest }, new Report());
    if (opened === undefined) throw new Error('The mock cannot listen.');
    mock = opened;
    page = await explored(contract, mock.listening.url);
  });

  afterAll(async () => {
    await page?.close();
    await mock?.listening.close(0);
  });

  beforeEach(() => {
    received.length = 0;
  });

  const send = (query: string, entries: Readonly<Record<string, string>>): Promise<Response> =>
    page.fetch(query, new URLSearchParams(entries));

  const find = { Number: '007', 'omit:Since': '1', 'omit:Limit': '1' };

  const environments = (text: string): void => writeFileSync(join(page.folder, 'environments.yaml'), text);

  it('lists the operations and ports', async () => {
    const text = await (await page.fetch('')).text();
    for (const shown of ['?op=Find', '?op=Pay', '?op=Forget', 'SOAP 1.2']) expect(text).toContain(shown);
    expect(await (await page.fetch('?find=forget')).text()).not.toContain('?op=Pay');
    const wsdl = await page.fetch('?wsdl');
    expect(wsdl.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(await wsdl.text()).toContain('definitions');
  });

  it('sends a form, and shows the response in all its forms', async () => {
    const response = await send('?op=Find', { ...find, Limit: '3', 'send:port': 'ShopSoap12' });
    const text = await response.text();
    expect(received).toMatchObject([{ operation: 'Find', soapVersion: '1.2', request: { Number: '007' } }]);
    expect(response.url).toMatch(/\?exchange=\d+$/);
    for (const shown of ['HTTP 200', 'Done', 'Result as a tree', 'Result as JSON', 'As sent over HTTP']) {
      expect(text).toContain(shown);
    }
    for (const command of ['curl -sS', 'npx soapwright call shop.yaml Find', 'new ShopClient({', 'client.Find({']) {
      expect(text).toContain(command);
    }
  });

  it('masks sensitive values of the response, unless they are asked for', async () => {
    const masked = await (await send('?op=Find', find)).text();
    expect(masked).toContain('sensitive, not shown');
    const shown = await (await send('?op=Find', { ...find, 'show:secrets': '1' })).text();
    const [, note = ''] = /"Note": "([^"]+)"/.exec(shown.replaceAll('&quot;', '"')) ?? [];
    expect(note).not.toBe('');
    expect(masked).not.toContain(note);
  });

  it('sends data in JSON and YAML, and nothing that does not fit', async () => {
    const text = await (await send('?op=Find&as=data', { data: 'Number: "008"\nSince: 2026-01-31' })).text();
    expect(received).toMatchObject([{ request: { Number: '008' } }]);
    expect(text).toContain('Done');
    const wrong = await send('?op=Find&as=data', { data: '{"Numbr": "1"}' });
    expect(wrong.status).toBe(400);
    const shown = await wrong.text();
    expect(shown).toContain('perhaps Number is meant');
    expect(shown).toContain('&quot;Numbr&quot;');
    for (const data of ['{', '- 1', 'x: [', '{"__proto__": {"a": 1}}']) {
      expect((await send('?op=Find&as=data', { data })).status, data).toBe(400);
    }
    expect(received).toHaveLength(1);
  });

  it('begins data with an example, and form and data with the request of an exchange', async () => {
    const editor = await (await page.fetch('?op=Find&as=data')).text();
    expect(editor).toMatch(/&quot;Number&quot;: &quot;\w+&quot;/);
    const filled = await (await page.fetch('?op=Pay&example=1')).text();
    expect(filled).toMatch(/name="Card" value="\d{4}-\d{4}"/);
    const { url } = await send('?op=Find&as=data', { data: '{"Number": "a<b", "Limit": 4}' });
    const id = new URL(url).searchParams.get('exchange');
    const form = await (await page.fetch(`?op=Find&from=${id}`)).text();
    expect(form).toContain('name="Number" value="a&lt;b"');
    const other = await send('?op=Find', { ...find, Number: '009' });
    const data = await page.fetch(`?op=Find&as=data&from=${new URL(other.url).searchParams.get('exchange')}`);
    expect(await data.text()).toContain('&quot;Number&quot;: &quot;009&quot;');
  });

  it('only shows a request', async () => {
    const text = await (await send('?op=Pay', { ...pay, 'send:preview': '1' })).text();
    expect(text).toContain('Nothing was sent');
    expect(text).toContain('&lt;Amount&gt;1.50&lt;/Amount&gt;');
    expect(received).toEqual([]);
  });

  const pay = { Number: '1', Card: '1234-5678', Amount: '1.50' };

  it('sends what is unchecked, whose fault names the field', async () => {
    const strict = await openMock(contract, { seed: 'a', strict: true }, new Report());
    environments(`environments: { strict: { address: "${strict?.listening.url}" } }\n`);
    const text = await (await send('?op=Pay', { ...pay, Card: 'x', 'send:environment': 'strict' })).text();
    expect(text).toContain('ContractDeviation');
    expect(text).toContain('aria-invalid="true"');
    await strict?.listening.close(0);
  });

  it('fills in variables, and shows no secret of the process', async () => {
    environments('environments: { test: { variables: { key: { env: SHOP_NUMBER }, limit: 3 } } }\n');
    const entries = { ...find, Number: `\${key}`, Limit: `\${limit}`, 'send:environment': 'test' };
    const { url } = await send('?op=Find', { ...entries, 'omit:Since': '1' });
    expect(received).toMatchObject([{ request: { Number: 'secret-number' } }]);
    const shown = await (await page.fetch(new URL(url).search)).text();
    const request = shown.slice(shown.indexOf('Request envelope'), shown.indexOf('Response envelope'));
    expect(request).toContain('&lt;Number&gt;$'.concat('{key}&lt;/Number&gt;'));
    expect(request).not.toContain('secret-number');
    const unknown = await send('?op=Find', { ...entries, Number: `\${nothing}` });
    expect(unknown.status).toBe(400);
    expect(await unknown.text()).toContain('no variable &quot;nothing&quot;');
    expect(received).toHaveLength(1);
    const literal = await send('?op=Find', { ...entries, Number: `$\${key}`, Limit: '1' });
    expect(literal.status).toBe(200);
    expect(received.at(-1)?.request).toMatchObject({ Number: `\${key}` });
  });

  it('saves environments that can be read, and no others', async () => {
    const wrong = await send('?environments', { text: 'environments: { a: { adress: x } }' });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('Did you mean &quot;address&quot;?');
    const saved = await send('?environments', { text: 'environments:\r\n  b: { timeout: 5 }\r\n' });
    expect(await saved.text()).toContain('Saved to');
    expect(readFileSync(join(page.folder, 'environments.yaml'), 'utf8')).toBe('environments:\n  b: { timeout: 5 }\n');
    expect(await (await page.fetch('?op=Find')).text()).toContain('<option value="b"');
  });

  it('keeps a history, sends again and forgets', async () => {
    const { url } = await send('?op=Forget', { Number: '7' });
    const history = await (await page.fetch('?history')).text();
    expect(history).toContain('Accepted');
    await send(new URL(url).search, { do: 'resend' });
    expect(received.map(({ operation }) => operation)).toEqual(['Forget', 'Forget']);
    await send('?history', { do: 'clear' });
    expect(await (await page.fetch('?history')).text()).toContain('Nothing was sent yet');
    expect((await page.fetch(new URL(url).search)).status).toBe(404);
  });

  it('says why there is no response', async () => {
    environments('environments: { none: { address: "http://127.0.0.1:9/" } }\n');
    const text = await (await send('?op=Find', { ...find, 'send:environment': 'none' })).text();
    expect(text).toContain('No response');
    expect(text).toContain('role="alert"');
  });

  it('records exchanges as a mock does', async () => {
    await send('?op=Find', { ...find, Number: 'recorded' });
    const file = readFileSync(join(page.folder, 'recorded', 'Find.yaml'), 'utf8');
    expect(file).toMatch(/- when:\n {4}Number: recorded\n {2}respond:/);
  });

  it('saves assertions that verify runs', async () => {
    const { url } = await send('?op=Find', { ...find, Number: '42' });
    const own = new URL(url).search;
    const nothing = await (await send(own, { do: 'assert' })).text();
    expect(nothing).toContain('Nothing is asserted');
    const checks = { status: '1', 'equals:Number': '1', path: 'Lines/0/Count', kind: 'matches', value: '^[1-5]$' };
    expect(await (await send(own, { do: 'assert', ...checks })).text()).toContain('Saved to');
    await send(own, { do: 'assert', ...checks, path: 'Status', kind: 'equals', value: 'lost' });
    const folder = join(page.folder, 'probes');
    expect(readFileSync(join(folder, 'Find.yaml'), 'utf8')).toBe(`- when:
    Number: 42
  expect:
    - status: 200
    - path: Number
      equals: 42
    - path: Status
      equals: lost
`);
    const { service, messages } = mock;
    const to = new Report();
    const probes = readExamples(folder, messages, { seed: 'a', use: 'probe' }, to);
    expect(to.diagnostics).toEqual([]);
    const live = new LiveService({ url: mock.listening.url, timeout: 20_000 });
    const options = { contract, service, messages, live, probes: probes ?? new Map(), seed: 'a', badRequests: 0 };
    const { findings } = await verifyService(options);
    expect(findings.filter(({ code }) => code === 'SW9413').map(({ message }) => message)).toEqual([
      'Find, SOAP 1.1: the probe expects that Status equals "lost".',
      'Find, SOAP 1.2: the probe expects that Status equals "lost".',
    ]);
  });

  describe('a stranger', () => {
    /** @param entries form; without one, GET. */
    const knock = (
      target: string,
      headers: Readonly<Record<string, string>>,
      entries?: string,
    ): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        const method = entries === undefined ? 'GET' : 'POST';
        const type = entries === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
        const options = { host: '127.0.0.1', port: page.port, path: target, method, headers: { ...type, ...headers } };
        const sent = httpRequest(options, (response) => resolve(response.resume()));
        sent.once('error', reject);
        sent.end(entries);
      });
    const token = (): string => new URL(page.url).searchParams.get('token') ?? '';
    const cookie = (): string => `soapwright-explore-${page.port}=${token()}`;
    const host = (): string => `127.0.0.1:${page.port}`;
    const form = 'Number=1&omit:Since=1&omit:Limit=1';

    it('with the token gets a cookie that no script and no other site gets, and an address without it', async () => {
      const { statusCode, headers } = await knock(`/?token=${token()}`, {});
      expect(statusCode).toBe(303);
      expect(headers.location).toBe('/');
      expect(headers['set-cookie']?.[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
      expect(headers['content-security-policy'] ?? '').not.toContain(token());
    });

    it.each([
      ['without a token', '/', () => ({})],
      ['with another token', '/?token=AAAA', () => ({})],
      ['with another cookie', '/', () => ({ cookie: `soapwright-explore-${page.port}=AAAA` })],
    ])('%s sees nothing', async (_, target, headers) => {
      expect((await knock(target, headers())).statusCode).toBe(401);
      expect((await knock(target, headers(), form)).statusCode).toBeGreaterThanOrEqual(401);
      expect(received).toEqual([]);
    });

    it.each(['evil.example', 'evil.example:80', 'localhost', '127.0.0.1', '127.0.0.1.evil.example', 'localhost:1'])(
      'by the name %s (DNS rebinding) sees nothing, whatever it has',
      async (name) => {
        const headers = { host: name, cookie: cookie(), origin: `http://${name}` };
        expect((await knock('/', headers)).statusCode).toBe(421);
        expect((await knock(`/?op=Find&token=${token()}`, headers, form)).statusCode).toBe(421);
        expect(received).toEqual([]);
      },
    );

    it.each([
      ['another site', () => ({ origin: 'https://evil.example' })],
      ['another port of this machine', () => ({ origin: 'http://127.0.0.1:1' })],
      ['an opaque origin', () => ({ origin: 'null' })],
      ['no origin', () => ({})],
      ['another site by its own word', () => ({ origin: `http://${host()}`, 'sec-fetch-site': 'cross-site' })],
      ['a neighbour by its own word', () => ({ origin: `http://${host()}`, 'sec-fetch-site': 'same-site' })],
    ])('posting from %s (CSRF) sends nothing, even with the cookie', async (_, headers) => {
      const sent = await knock('/?op=Find', { cookie: cookie(), ...headers() }, form);
      expect(sent.statusCode).toBe(403);
      expect(received).toEqual([]);
    });

    it.each(['/index.html', '//evil.example/', '/../etc/passwd', '/%2e%2e/', 'http://evil.example/', '/?%00'])(
      'with the target %s gets no file',
      async (target) => {
        const { statusCode, headers } = await knock(target, { cookie: cookie() });
        expect([200, 404]).toContain(statusCode);
        if (statusCode === 200) expect(headers['content-type']).toBe('text/html; charset=utf-8');
      },
    );

    it('with other methods gets nothing', async () => {
      for (const method of ['PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
        const response = await fetch(`http://${host()}/`, { method, headers: { cookie: cookie() } }).catch(
          () => undefined,
        );
        expect(response?.status ?? 405, method).toBe(405);
      }
    });

    it('has pages with a policy that allows no other script, and no frame', async () => {
      const { headers } = await knock('/?op=Find', { cookie: cookie() });
      const policy = headers['content-security-policy'] ?? '';
      for (const rule of [
        "default-src 'none'",
        "script-src 'sha256-",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]) {
        expect(policy).toContain(rule);
      }
      expect(policy).not.toMatch(/unsafe|connect-src|https?:/);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    });
  });

  it('escapes what a caller or a service says', async () => {
    const evil = '"><script>alert(1)</script>';
    const pages = [
      await page.fetch(`?find=${encodeURIComponent(evil)}`),
      await page.fetch(`?op=${encodeURIComponent(evil)}`),
      await send('?op=Find', { ...find, Number: evil }),
      await send('?op=Find&as=data', { data: evil }),
      await send('?environments', { text: evil }),
    ];
    for (const shown of pages) expect(await shown.text()).not.toContain('<script>alert');
  });
});
