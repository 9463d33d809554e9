import { describe, expect, it } from 'vitest';
import { memoryTransport } from './memory-transport.ts';
import type { BufferedRequest } from './transport.ts';

const request: BufferedRequest = {
  url: 'http://files.example/v2/fileservice.asmx',
  headers: ['Content-Type', 'text/xml; charset=utf-8', 'Content-Length', '5', 'SOAPAction', '"urn:a"'],
  body: '<ä/>',
  maxResponseBytes: 10,
  signal: new AbortController().signal,
};

describe('memoryTransport', () => {
  it('C4: passes a Web request with its length to a server', async () => {
    const seen: Request[] = [];
    const transport = memoryTransport({
      fetch: async (each) => {
        seen.push(each.clone());
        return new Response('<b/>', { status: 500, headers: { 'Content-Type': 'text/xml' } });
      },
    });
    const response = await transport.send(request);
    expect(response.status).toBe(500);
    expect(response.headers).toEqual(['content-type', 'text/xml']);
    expect(Buffer.from(response.body).toString()).toBe('<b/>');
    expect(seen[0]?.url).toBe(request.url);
    expect(seen[0]?.method).toBe('POST');
    expect(seen[0]?.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(seen[0]?.headers.get('content-length')).toBe('5');
    expect(await seen[0]?.text()).toBe('<ä/>');
  });

  it('passes the request itself to a function', async () => {
    const transport = memoryTransport((each) => ({ status: 200, headers: [], body: Buffer.from(each.body) }));
    expect(Buffer.from((await transport.send(request)).body).toString()).toBe('<ä/>');
  });

  it('enforces the limit on responses', async () => {
    const large = memoryTransport(() => ({ status: 200, headers: [], body: new Uint8Array(11) }));
    await expect(large.send(request)).rejects.toMatchObject({ code: 'too-large', httpStatus: 200 });
    const web = memoryTransport({ fetch: () => new Response('x'.repeat(11)) });
    await expect(web.send(request)).rejects.toMatchObject({ code: 'too-large' });
  });
});
