import { describe, expect, it } from 'vitest';
import { namespace, nested, operation, text, type Values } from '../../../test/support/runtime/table-codec.ts';
import { description } from '../../../test/support/runtime/test-service.ts';
import type { MtomOptions } from '../client/mtom.ts';
import { mtom as clientMtom } from '../client/mtom.ts';
import { SoapClient } from '../client/soap-client.ts';
import { implement } from '../server/handler.ts';
import { mtom } from '../server/mtom.ts';
import { createServer } from '../server/server.ts';
import type { CommonOptions } from '../server/server-options.ts';
import { soap11, soap12 } from '../soap/version.ts';
import { tag } from '../xml/tag.ts';
import { type Attachments, readAttached, readReference, writeAttached, writeReference } from './attachments.ts';

const plain = operation('Send', [text('Title')], nested('SendResult', 'SendResult', true, text('Text')));
const attached = [
  { part: 'Photo', property: 'Photo', type: 'image/png' },
  { part: 'Über', property: 'Note' },
] as const;
type Given = Values & Attachments<'Photo' | 'Note'>;

/** An operation with attachments in both directions. */
const Send: typeof plain = {
  ...plain,
  writeInput(writer, value) {
    plain.writeInput(writer, value);
    writeAttached(writer, value as Given, attached);
  },
  readInput: (reader) => readAttached(reader, plain.readInput(reader), attached),
  writeOutput(writer, value) {
    plain.writeOutput(writer, value);
    writeAttached(writer, value as Given, attached);
  },
  readOutput: (reader) => readAttached(reader, plain.readOutput(reader) as Values, attached),
};

const asText = async (blob: unknown): Promise<unknown> =>
  blob instanceof Blob ? [blob.type, await blob.text()] : blob;

/** A server that returns the attachments of the request. */
function serverOf(options: CommonOptions = { multipart: mtom() }): ReturnType<typeof createServer> {
  return createServer(description, { onError: () => undefined, ...options }, [
    implement(Send, async ({ Title, Photo, Note }) => ({ Text: Title ?? '', Photo, Note }) as never),
  ]);
}

interface Sent {
  readonly type: string;
  readonly body: string;
}

/** A client of a server, whose requests and responses are kept. */
function clientOf(options: MtomOptions | undefined, kept: Sent[], server = serverOf(), soap: '1.1' | '1.2' = '1.1') {
  return new SoapClient({
    address: `http://files.test${server.path}`,
    soap,
    ...(options && { multipart: clientMtom(options) }),
    transport: {
      async send({ url, headers, body }) {
        const pairs = headers.flatMap((value, index): [string, string][] =>
          index % 2 === 0 ? [[value, headers[index + 1] ?? '']] : [],
        );
        kept.push({
          type: pairs.find(([name]) => name === 'Content-Type')?.[1] ?? '',
          body: Buffer.from(body).toString(),
        });
        const response = await server.fetch(new Request(url, { method: 'POST', headers: pairs, body: body as never }));
        const bytes = new Uint8Array(await response.arrayBuffer());
        kept.push({ type: response.headers.get('content-type') ?? '', body: Buffer.from(bytes).toString() });
        return { status: response.status, headers: [...response.headers].flat(), body: bytes };
      },
    },
  });
}

const photo = new Blob(['png'], { type: 'image/gif' });

describe('attachments of messages', () => {
  it.each([
    ['1.1', soap11],
    ['1.2', soap12],
  ] as const)('are parts beside the envelope, in both directions; SOAP %s', async (soap, version) => {
    const kept: Sent[] = [];
    const client = clientOf({ send: 'never' }, kept, undefined, soap);
    const result = (await client.call(Send, { Title: 'a', Photo: photo, Note: new Blob(['note']) })) as Given;
    expect([await asText(result.Photo), await asText(result.Note)]).toEqual([
      ['image/gif', 'png'],
      ['application/octet-stream', 'note'],
    ]);
    for (const { type, body } of kept) {
      expect(type).toContain(`multipart/related; type="${version.mediaType}"`);
      expect(body).toContain(`Content-Type: ${version.mediaType}; charset=UTF-8`);
      expect(body).toMatch(/Content-ID: <Photo=[^>]*>\r\n\r\npng\r\n/);
      expect(body).toMatch(/Content-ID: <%C3%9Cber=[^>]*>\r\n\r\nnote\r\n/);
      expect(body).not.toContain('Include');
    }
  });

  it('have the type of the WSDL if they have none, and may be absent', async () => {
    const kept: Sent[] = [];
    const client = clientOf({}, kept);
    const result = (await client.call(Send, { Title: 'a', Photo: new Blob(['x']) })) as Given;
    expect([await asText(result.Photo), 'Note' in result]).toEqual([['image/png', 'x'], false]);
    expect(await client.call(Send, { Title: 'b' })).toEqual({ Text: 'b' });
    expect(kept.slice(2).map(({ type }) => type)).toEqual([soap11.contentType, soap11.contentType]);
  });

  it('go with XOP where all messages do', async () => {
    const kept: Sent[] = [];
    const result = (await clientOf({ send: 'always' }, kept).call(Send, { Title: 'a', Photo: photo })) as Given;
    expect(await asText(result.Photo)).toEqual(['image/gif', 'png']);
    for (const { type } of kept) expect(type).toContain('type="application/xop+xml"');
  });

  it('are found by the order of the parts if their Content-IDs have no names', async () => {
    const envelope = `<s:Envelope xmlns:s="${soap11.namespace}"><s:Body><Send xmlns="${namespace}"/></s:Body></s:Envelope>`;
    const part = (id: string, content: string): string => `--b\r\nContent-ID: <${id}>\r\n\r\n${content}\r\n`;
    const body = `--b\r\n\r\n${envelope}\r\n${part('1', 'first')}${part('%C3%9Cber=2', 'named')}${part('3', 'third')}--b--`;
    const response = await serverOf().fetch(
      new Request(`http://files.test${serverOf().path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'multipart/related; boundary=b; type="text/xml"',
          'Content-Length': String(body.length),
          SOAPAction: `"${namespace}Send"`,
        },
        body,
      }),
    );
    const parts = (await response.text()).split('\r\n--').map((one) => one.split('\r\n\r\n')[1]);
    expect(parts.slice(1, 3)).toEqual(['first', 'named']);
  });

  it('are refused where the message has no parts, or they are not Blobs', async () => {
    const kept: Sent[] = [];
    const multipart = /needs the option multipart: mtom\(\)/;
    await expect(clientOf(undefined, kept).call(Send, { Photo: photo })).rejects.toThrow(multipart);
    const invalid = { Photo: 'text' as never };
    await expect(clientOf({}, kept).call(Send, invalid)).rejects.toThrow(/Photo.*must be a Blob/);
    expect(kept).toEqual([]);
    const errors: unknown[] = [];
    const without = createServer(description, { onError: (error) => errors.push(error) }, [
      implement(Send, async () => ({ Text: '', Photo: photo }) as never),
    ]);
    await expect(clientOf({}, [], without).call(Send, { Title: 'a' })).rejects.toThrow(/The server failed/);
    expect(errors).toEqual([expect.objectContaining({ code: 'no-parts' })]);
  });
});

describe('fields that refer to attachments', () => {
  const scanTag = tag(namespace, 'Scan');
  const scan = {
    ...text('Scan'),
    read: readReference,
    write: (writer: Parameters<typeof writeReference>[0], value: unknown) =>
      writeReference(writer, scanTag, value as Blob),
  };
  const Keep = operation('Keep', [scan], nested('KeepResult', 'KeepResult', true, scan));
  const server = createServer(description, { multipart: mtom(), onError: () => undefined }, [
    implement(Keep, async (values) => values),
  ]);

  it.each(['1.1', '1.2'] as const)('are Blobs, whose parts their texts name; SOAP %s', async (soap) => {
    for (const send of ['never', 'always'] as const) {
      const kept: Sent[] = [];
      const { Scan } = await clientOf({ send }, kept, server, soap).call(Keep, { Scan: new Blob(['scan']) });
      expect(await asText(Scan)).toEqual(['application/octet-stream', 'scan']);
      for (const { body, type } of kept) {
        const [, id] = /<Scan>cid:(.*?)<\/Scan>/.exec(body) ?? [];
        expect(body).toContain(`Content-ID: <${id}>\r\n\r\nscan\r\n`);
        expect(type).toContain(send === 'always' ? 'application/xop+xml' : 'type="');
      }
    }
  });

  it.each([
    ['another address', 'http://files.test/a', /a part of the message only/],
    ['a part that is not there', 'cid:b', /a part that the message does not have/],
    ['nothing', '', /a part of the message only/],
  ])('are refused if they name %s', async (_what, uri, reason) => {
    const envelope = `<s:Envelope xmlns:s="${soap11.namespace}"><s:Body><Keep xmlns="${namespace}"><Scan>${uri}</Scan></Keep></s:Body></s:Envelope>`;
    const send = async (type: string, body: string): Promise<string> => {
      const headers = { 'Content-Type': type, 'Content-Length': String(body.length), SOAPAction: `"${namespace}Keep"` };
      return (
        await server.fetch(new Request(`http://files.test${server.path}`, { method: 'POST', headers, body }))
      ).text();
    };
    const parts = `--b\r\n\r\n${envelope}\r\n--b\r\nContent-ID: <a>\r\n\r\nx\r\n--b--`;
    expect(await send('multipart/related; boundary=b; type="text/xml"', parts)).toMatch(reason);
    expect(await send('text/xml', envelope)).toContain('the message has no parts');
  });

  it('must be Blobs', async () => {
    const call = clientOf({}, [], server).call(Keep, { Scan: 'cid:a' });
    await expect(call).rejects.toThrow(/Scan: not a valid swaRef: it must be a Blob/);
  });
});
