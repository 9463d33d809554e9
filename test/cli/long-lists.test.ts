import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Readable as NodeReadable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Project, type Running } from './cli.ts';

const contract = `soapwright: 1
service: Directory
namespace: urn:directory/
address: http://localhost/directory
operations: { List: { request: { Site: string }, response: { Phones: "Phone[]" } } }
records: { Phone: { Name: string, Lines: "string[]", Active: boolean, Note: string } }
`;

const start = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ListResponse xmlns="urn:directory/">`;
const end = '</ListResponse></s:Body></s:Envelope>';
const note = 'x'.repeat(200);

function phone(index: number): string {
  return `<Phones><Name>SEP${index}</Name><Lines>1</Lines><Lines>2</Lines><Active>true</Active><Note>${note}</Note></Phones>`;
}

describe.runIf(process.platform === 'linux')('a list of 100,000 records', () => {
  const project = new Project();
  let service: Server;
  let gateway: Running;
  let address: string;
  let sent = 0;
  let count = 0;

  async function respond(response: ServerResponse): Promise<void> {
    response.setHeader('Content-Type', 'text/xml; charset=utf-8');
    response.write(start);
    for (sent = 0; sent < count; sent++) {
      if (!response.write(phone(sent))) await once(response, 'drain');
    }
    response.end(end);
  }

  beforeAll(async () => {
    project.write({ 'directory.yaml': contract });
    service = createServer((request, response) => {
      request.resume();
      void respond(response);
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
    gateway = project.launch(['gateway', 'directory.yaml', '--port', '0', '--address', url, '--timeout', '280']);
    while (!gateway.texts.stderr.includes('openapi.json')) await once(gateway.child.stderr as Readable, 'data');
    address = /at (http\S+),/.exec(gateway.texts.stderr)?.[1] ?? '';
  });

  afterAll(() => {
    gateway.child.kill('SIGKILL');
    service.close();
    service.closeAllConnections();
    project.remove();
  });

  /** The most bytes of memory that the process of the gateway has had. */
  function peak(): number {
    const status = readFileSync(`/proc/${gateway.child.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024;
  }

  async function lines(onLine: (line: string) => void): Promise<number> {
    const headers = { 'Content-Type': 'application/json', Accept: 'application/x-ndjson' };
    const response = await fetch(`${address}List`, { method: 'POST', headers, body: '{"Site":"a"}' });
    const input = NodeReadable.fromWeb(response.body as NodeStream);
    let all = 0;
    for await (const line of createInterface({ input })) {
      onLine(line);
      all++;
    }
    return all;
  }

  it('passes the gateway record by record, the first before the last is sent, in little memory', async () => {
    count = 5_000;
    expect(await lines(() => undefined)).toBe(count);
    const before = peak();
    count = 100_000;
    let sentAtFirst: number | undefined;
    let last = '';
    const received = await lines((line) => {
      sentAtFirst ??= sent;
      last = line;
    });
    expect(received).toBe(count);
    expect(JSON.parse(last)).toEqual({ Name: 'SEP99999', Lines: ['1', '2'], Active: true, Note: note });
    expect(sentAtFirst).toBeLessThan(count / 2);
    const more = peak() - before;
    console.info(
      `${Math.round((peak() - before) / 1e6)} MB more for a response of ${(phone(0).length * count) / 1e6} MB`,
    );
    expect(more).toBeLessThan(60e6);
  });
});
