import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readWholeMessage, writeWholeMessage } from '@soapwright/runtime/pages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Explored, explored } from '../../../test/pages/explored.ts';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { picturesWsdl } from '../../../test/support/generator/pictures-wsdl.ts';
import { contractOfWsdl } from '../../../test/support/generator/wsdl-contract.ts';
import { Report } from '../../diagnostics/index.ts';
import type { ReceivedRequest } from '../mock/mock-server.ts';
import { openMock } from '../mock/open-mock.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0x0d, 0x0a]);

describe('attachments on the page of soapwright explore', () => {
  let server: Server;
  let page: Explored;
  const received: ReturnType<typeof readWholeMessage>[] = [];

  beforeAll(async () => {
    server = createServer(async (incoming, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of incoming) pieces.push(piece as Buffer);
      received.push(readWholeMessage(incoming.headers['content-type'] ?? '', Buffer.concat(pieces)));
      const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><SendResponse xmlns="urn:pictures"><Text>got it</Text><Sketch>cid:s@x</Sketch></SendResponse></s:Body></s:Envelope>`;
      const parts = [
        { id: 's@x', contentType: 'text/plain', content: Buffer.from('a sketch') },
        { id: 'Thumb=1@../x', contentType: 'image/png', content: png },
      ];
      const frame = { boundary: 'b', start: 'root', isXop: false, action: undefined };
      const { contentType, body } = writeWholeMessage('1.1', Buffer.from(envelope), parts, frame);
      response.writeHead(200, { 'Content-Type': contentType });
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    page = await explored(contractOfWsdl(picturesWsdl), `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });

  afterAll(async () => {
    await page?.close();
    server?.close();
  });

  it('are files of the form, and parts to download', async () => {
    const shown = await (await page.fetch('?op=Send')).text();
    expect(shown).toContain('enctype="multipart/form-data"');
    const form = new FormData();
    form.set('Title', 'A picture');
    form.set('Sketch', new Blob(['drawn'], { type: 'text/plain' }), 'sketch.txt');
    form.set('$attachments/Photo', new Blob([png], { type: 'image/png' }), 'photo.png');
    form.set('$attachments/Note', 'note');
    const answer = await page.fetch('?op=Send', form);
    const text = await answer.text();
    const [sent] = received;
    const parts = sent?.parts ?? [];
    expect(parts.map(({ contentType }) => contentType)).toEqual([
      'text/plain',
      'image/png',
      'text/plain; charset=utf-8',
    ]);
    expect(Buffer.from(parts[0]?.content ?? []).toString()).toBe('drawn');
    expect(Buffer.from(parts[1]?.content ?? [])).toEqual(png);
    expect(Buffer.from(sent?.envelope ?? []).toString()).toContain(`cid:${parts[0]?.id}`);
    expect(text).toContain('got it');
    const { search } = new URL(answer.url);
    for (const [index, part] of ['a sketch', png].entries()) {
      const file = await page.fetch(`${search}&part=${index}`);
      expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(part));
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.@-]+"$/);
      expect(file.headers.get('content-security-policy')).toContain('sandbox');
    }
    expect((await page.fetch(`${search}&part=7`)).status).toBe(404);
    const raw = await page.fetch(`${search}&raw=response`);
    expect(raw.headers.get('content-type')).toContain('multipart/related');
    expect(await raw.text()).toContain('--b');
  });

  it('of a request are sent again as they are', async () => {
    received.length = 0;
    const form = new FormData();
    form.set('Title', 'Again');
    form.set('$attachments/Photo', new Blob([png], { type: 'image/png' }), 'photo.png');
    const { url } = await page.fetch('?op=Send', form);
    await page.fetch(new URL(url).search, new URLSearchParams({ do: 'resend' }));
    expect(received.map((one) => one?.parts.map(({ content }) => content.length))).toEqual([
      [png.length],
      [png.length],
    ]);
  });

  it('beyond 64 MiB are refused, and nothing is sent', async () => {
    received.length = 0;
    const { port, cookie } = page;
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        cookie,
        origin: `http://127.0.0.1:${port}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 65 * 2 ** 20,
      };
      const options = { host: '127.0.0.1', port, path: '/?op=Send', method: 'POST', headers };
      const sent = request(options, (response) => {
        resolve(response.statusCode);
        sent.destroy();
      });
      sent.once('error', reject);
      sent.write('--x');
    });
    expect(status).toBe(413);
    expect(received).toEqual([]);
  });
});

it('a file of a form is a part of its own where the contract has MTOM', async () => {
  const vault = contractOf(`
soapwright: 1
service: Vault
namespace: urn:vault/
address: http://localhost/vault
mtom: required
operations:
  Put: { request: { Name: string, Content: base64Binary }, response: { Size: int } }
`);
  const received: ReceivedRequest[] = [];
  const onRequest = (request: ReceivedRequest): void => void received.push(request);
  const mock = await openMock(vault, { seed: 'a', strict: true, onRequest }, new Report());
  const page = await explored(vault, mock?.listening.url ?? '');
  try {
    const form = new FormData();
    form.set('Name', 'a');
    const content = new Uint8Array(100_000).fill(7);
    form.set('Content', new Blob([content]), 'a.png');
    const text = await (await page.fetch('?op=Put', form)).text();
    expect(text).toContain('Done');
    expect(text).toMatch(/\[part [^\]]+, 100000 bytes\]/);
    expect(received).toMatchObject([{ deviations: [], request: { Name: 'a' } }]);
  } finally {
    await page.close();
    await mock?.listening.close(0);
  }
});
