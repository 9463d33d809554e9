import { describe, expect, it } from 'vitest';
import { everythingServer } from './everything-service.ts';

async function post(
  operation: string,
  values: Readonly<Record<string, string>>,
): Promise<{ status: number; text: string }> {
  const request = new Request(`http://localhost:8080/everything?op=${operation}`, {
    method: 'POST',
    body: new URLSearchParams(values),
  });
  const response = await everythingServer([]).fetch(request, { peerAddress: '127.0.0.1' });
  return { status: response.status, text: await response.text() };
}

/** Names of the inputs that are marked, and the messages beside them. */
function marked(text: string): readonly string[] {
  return [...text.matchAll(/name="([^"]*)" aria-invalid="true" aria-describedby="(field-[^" ]*)-problem/g)].map(
    ([, name = '', id = '']) => {
      const message = new RegExp(`<p class="hint" id="${id}-problem"><span[^>]*>invalid</span> ([^<]*)</p>`).exec(text);
      return `${name}: ${message?.[1]}`;
    },
  );
}

describe('a form with an invalid value', () => {
  it.each(['1.1', '1.2'])(
    'P3: a number field with text is a page 400 with a message beside it, over SOAP %s',
    async (soap) => {
      const { status, text } = await post('Echo', {
        'soap:version': soap,
        'Values/int': 'abc',
        'Values/string': 'kept',
      });
      expect(status).toBe(400);
      expect(marked(text)).toEqual(['Values/int: Not a valid int: it must be digits with an optional sign']);
      expect(text).toContain('value="kept"');
      expect(text).toContain('value="abc"');
      expect(text).toContain('<h3>SOAP fault</h3>');
    },
  );

  it('P3: a required field without a value gets its message too', async () => {
    const { status, text } = await post('EchoContent', {});
    expect(status).toBe(400);
    expect(marked(text)).toEqual(['Payment/amount: This required element is missing']);
  });

  it('P3: a valid field has no message', async () => {
    const { status, text } = await post('Ping', { $text: 'hello' });
    expect(status).toBe(200);
    expect(marked(text)).toEqual([]);
    expect(text).not.toContain('aria-invalid');
  });
});
