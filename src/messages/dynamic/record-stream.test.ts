import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService } from './open-service.ts';
import { RecordSplitter } from './record-splitter.ts';
import type { ServiceClient } from './service-client.ts';

const contract = `soapwright: 1
service: Directory
namespace: urn:directory/
address: http://localhost/directory
operations:
  List:
    request: { Site: string }
    response: { Total: int, Page: Page, Next: string? }
  Count: { request: { Site: string }, response: { Number: int } }
records:
  Phone: { Name: string, Lines: "string[]", Active: boolean }
  Page: { Phones: "Phone[]" }
`;

const folder = mkdtempSync(join(tmpdir(), 'soapwright-records-'));

const start = `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:d="urn:directory/">
<s:Body><d:ListResponse><d:Total>3</d:Total><d:Page>`;
const end = '</d:Page><d:Next>x</d:Next></d:ListResponse></s:Body></s:Envelope>';
const phone = (index: number): string =>
  `\n<d:Phones><d:Name>p${index} &amp; <![CDATA[</d:Phones>]]></d:Name><!-- > --><d:Lines>1</d:Lines>` +
  `<d:Lines>2</d:Lines><d:Active>true</d:Active></d:Phones>`;
const read = (index: number): object => ({ Name: `p${index} & </d:Phones>`, Lines: ['1', '2'], Active: true });

describe('the records of a response', () => {
  let server: Server;
  let client: ServiceClient;
  let respond: (response: ServerResponse) => void = () => undefined;

  beforeAll(async () => {
    writeFileSync(join(folder, 'directory.yaml'), contract);
    server = createServer((request, response) => {
      request.resume();
      response.setHeader('Content-Type', 'text/xml; charset=utf-8');
      respond(response);
    });
    server.keepAliveTimeout = 60_000;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    client = await openService(join(folder, 'directory.yaml'), { address });
  });

  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function records(): Promise<unknown[]> {
    const all: unknown[] = [];
    for await (const record of client.records('List', { Site: 'a' })) all.push(record);
    return all;
  }

  it('are those of a call, wherever the response is divided', async () => {
    const text = start + [0, 1, 2].map(phone).join('') + end;
    for (const size of [1, 7, 100, text.length]) {
      respond = (response) => {
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
        response.end();
      };
      expect(await records()).toEqual([0, 1, 2].map(read));
    }
    const whole = (await client.call('List', { Site: 'a' })) as { readonly Page: object };
    expect(whole.Page).toEqual({ Phones: [0, 1, 2].map(read) });
  });

  it('come as they arrive, and many need little memory', async () => {
    const count = 2_000;
    let sent = 0;
    let isHalted = true;
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    respond = async (response) => {
      response.write(start);
      for (; sent < count; sent++) {
        if (!response.write(phone(sent))) await new Promise((resolve) => response.once('drain', resolve));
        if (sent === count / 2) await gate;
      }
      response.end(end);
    };
    globalThis.gc?.();
    const before = process.memoryUsage();
    let most = 0;
    let received = 0;
    for await (const record of client.records('List', { Site: 'a' })) {
      if (received === 0) {
        expect(record).toEqual(read(0));
        expect(sent).toBeLessThan(count);
        isHalted = false;
        go();
      }
      if (received % 200 === 0) {
        const { external, arrayBuffers } = process.memoryUsage();
        most = Math.max(most, external + arrayBuffers - before.external - before.arrayBuffers);
      }
      received++;
    }
    expect([received, isHalted]).toEqual([count, false]);
    // What a transport holds back is most of it.
    expect(most).toBeLessThan(12e6);
  });

  it('end with the error of the response, after those that were valid', async () => {
    respond = (response) => response.end(start + phone(0) + end.replace('<d:Next>', '<d:Other>'));
    await expect(records()).rejects.toMatchObject({ code: 'bad-answer' });
    respond = (response) => response.end(start + phone(0) + phone(1).replace('true', 'maybe') + end);
    await expect(records()).rejects.toThrow('contract. ListResponse/Page/Phones[1]/Active: it must be true, false');
    respond = (response) => {
      response.write(start + phone(0));
      setTimeout(() => response.destroy(), 20);
    };
    await expect(records()).rejects.toMatchObject({ code: 'truncated' });
    respond = (response) => {
      response.statusCode = 500;
      const fault = '<s:Fault><faultcode>s:Client</faultcode><faultstring>No.</faultstring></s:Fault>';
      response.end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${fault}</s:Body></s:Envelope>`,
      );
    };
    await expect(records()).rejects.toMatchObject({ reason: 'No.' });
  });

  it('of a message in another encoding are read as a whole', async () => {
    respond = (response) => {
      response.setHeader('Content-Type', 'text/xml; charset=iso-8859-1');
      response.end(Buffer.from(start + phone(0).replace('p0', 'é') + end, 'latin1'));
    };
    expect(await records()).toEqual([{ ...read(0), Name: 'é & </d:Phones>' }]);
  });

  it('end the call when the caller wants no more', async () => {
    let closed = false;
    respond = (response) => {
      response.once('close', () => {
        closed = true;
      });
      response.write(start + phone(0));
    };
    for await (const record of client.records('List', { Site: 'a' })) {
      expect(record).toEqual(read(0));
      break;
    }
    await expect.poll(() => closed).toBe(true);
    await expect(client.records('Count', { Site: 'a' }).next()).rejects.toThrow('has no list');
    await expect(client.records('List', { Sit: 'a' }).next()).rejects.toThrow('perhaps Site is meant');
  });

  it('are bounded by the bytes of one of them, and of the rest', async () => {
    const options = { path: ['a', 'b'], kept: 0, most: 100, onRecords: () => undefined };
    const splitter = new RecordSplitter(options);
    const add = (text: string): Promise<void> | undefined => splitter.add(new TextEncoder().encode(text));
    await add('<a>');
    for (let index = 0; index < 100; index++) await add('<b>0123456789</b>');
    expect(splitter.count).toBe(100);
    await add('<b>');
    await expect(async () => {
      for (let index = 0; index < 20; index++) await add('0123456789');
    }).rejects.toThrow();
  });
});
