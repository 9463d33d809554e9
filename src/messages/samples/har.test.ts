import { describe, expect, it } from 'vitest';
import { readHar } from './har.ts';

const read = (value: unknown) => readHar('a.har', new TextEncoder().encode(JSON.stringify(value)));
const text = (bytes: Uint8Array | undefined): string | undefined => bytes && new TextDecoder().decode(bytes);

describe('an HTTP Archive', () => {
  it('has requests and responses, as text or as base64', () => {
    const headers = [{ name: 'SoapAction', value: '"urn:find"' }];
    const base64 = Buffer.from('<b/>').toString('base64');
    const recording = read({
      log: {
        entries: [
          {
            request: { headers, postData: { text: '<a/>' } },
            response: { content: { text: base64, encoding: 'base64' } },
          },
          { request: { postData: { mimeType: 'application/soap+xml; action="urn:x"', text: '<c/>' } } },
        ],
      },
    });
    const [first, second] = recording?.exchanges ?? [];
    expect([text(first?.request?.body), first?.request?.action, first?.request?.part]).toEqual([
      '<a/>',
      'urn:find',
      'entry 1, request',
    ]);
    expect([text(first?.response?.body), first?.response?.part]).toEqual(['<b/>', 'entry 1, response']);
    expect([second?.request?.action, second?.response]).toEqual(['urn:x', undefined]);
  });

  it('counts entries that are not XML', () => {
    const page = { response: { content: { mimeType: 'text/html', text: '<html></html>' } } };
    const entries = [page, { response: { content: { text: '{}' } } }, {}, { request: { postData: {} } }];
    expect(read({ log: { entries } })).toEqual({ exchanges: [], others: 4, problems: [] });
  });

  it('names bodies that it cannot decode', () => {
    const headers = [{ name: 'Content-Encoding', value: 'zstd' }];
    const entries = [{ response: { headers, content: { text: 'x' } } }];
    expect(read({ log: { entries } })?.problems).toEqual([
      { file: 'a.har', part: 'entry 1, response', reason: 'its Content-Encoding is not known' },
    ]);
  });

  it.each([[{}], [{ log: {} }], [{ log: { entries: 7 } }], [null], ['text'], [[]]])('is not %j', (value) => {
    expect(read(value)).toBeUndefined();
  });

  it('is JSON', () => {
    expect(readHar('a.har', new TextEncoder().encode('{'))).toBeUndefined();
  });
});
