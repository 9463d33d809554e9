import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as soap from 'soap';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService } from '../src/messages/dynamic/open-service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/explanation/why-not-another.md'), 'utf8');

/** A record whose fields a client may change when it reads them. */
const ticket =
  '<ticket number="9007199254740993"><title>  two spaces</title><status>open</status>' +
  '<opened>2026-03-01T08:30:00.1234567+02:00</opened><cost>12.50</cost><reply>The big one.</reply></ticket>';
const response =
  '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
  `<FindTicketResponse xmlns="urn:tickets">${ticket}</FindTicketResponse></soap:Body></soap:Envelope>`;

const folder = mkdtempSync(join(tmpdir(), 'soapwright-compare-'));
const requests: string[] = [];
let server: Server;
let nodeSoap: soap.Client & Record<string, (request: unknown) => Promise<[unknown]>>;
let service: Awaited<ReturnType<typeof openService>>;

interface Package {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Ticket {
  readonly title: string;
  readonly cost: unknown;
  readonly number?: unknown;
  readonly attributes?: unknown;
}

/** The part of package-lock.json that is read here. */
interface Lock {
  readonly packages: { readonly [path: string]: Package } & { readonly runtime?: Package };
}

beforeAll(async () => {
  server = createServer(async (request, answer) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    requests.push(text);
    answer.setHeader('Content-Type', 'text/xml; charset=utf-8').end(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const source = (file: string): string => readFileSync(join(root, 'test/interop/tickets', file), 'utf8');
  writeFileSync(join(folder, 'tickets.xsd'), source('tickets.xsd'));
  const wsdl = source('tickets.wsdl').replace('ADDRESS?xsd=tickets', 'tickets.xsd').replaceAll('ADDRESS', address);
  writeFileSync(join(folder, 'tickets.wsdl'), wsdl);
  nodeSoap = (await soap.createClientAsync(join(folder, 'tickets.wsdl'))) as typeof nodeSoap;
  service = await openService(join(folder, 'tickets.wsdl'));
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});
/** Cells of the row whose first cell is this. */
function row(first: string): readonly string[] {
  const line = page.split('\n').find((text) => text.startsWith(`| ${first} |`)) ?? '';
  return line
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
}

/** A value as a cell shows it. */
function shown(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

async function refusal(request: object): Promise<string> {
  requests.length = 0;
  const message = await service.call('FindTicket', request).then(() => 'sent', String);
  expect(requests).toEqual([]);
  return message;
}

describe('the table about node-soap', () => {
  it('has values as both clients read them', async () => {
    const [theirs] = (await nodeSoap.FindTicketAsync?.({ number: 5 })) ?? [];
    const read = (theirs as { readonly ticket: Ticket }).ticket;
    const ours = (await service.call('FindTicket', { number: 5 })) as Ticket;
    expect(row('`<cost>12.50</cost>`, an `xs:decimal`')).toEqual([shown(read.cost), shown(ours.cost)]);
    expect(row('`<title>  two spaces</title>`')).toEqual([shown(read.title), shown(ours.title)]);
    expect(row('attribute `number` of type `xs:long`')).toEqual(['`attributes.number`', '`number`']);
    expect(read.attributes).toEqual({ number: '9007199254740993' });
    expect(ours.number).toBe('9007199254740993');
  });

  it.each([
    ['request without its required field', {}, '></t:FindTicket>'],
    ['request with `nubmer` for `number`', { nubmer: 42 }, '<t:nubmer>42</t:nubmer>'],
    ["`number: 'five'`, an `xs:long`", { number: 'five' }, '<t:number>five</t:number>'],
  ])('says who sends it: %s', async (first, request, element) => {
    const [theirs, ours = ''] = row(first);
    requests.length = 0;
    await nodeSoap.FindTicketAsync?.(request);
    expect(theirs).toBe('sent');
    expect(requests.join()).toContain(element);
    const [, message = 'none'] = /^refused: `(.*)`$/.exec(ours) ?? [];
    expect(await refusal(request)).toContain(message);
  });

  it('counts the packages that are installed', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
    const names = new Set<string>();
    const add = (name: string): void => {
      if (names.has(name)) return;
      names.add(name);
      for (const other of Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {})) add(other);
    };
    add('soap');
    expect(packages['node_modules/soap']?.version).toBe('1.13.0');
    expect(packages.runtime?.dependencies).toBeUndefined();
    expect(row('packages in production')).toEqual([String(names.size), '1']);
  });

  it('has figures of the bench', () => {
    const results = readFileSync(join(root, 'bench/RESULTS.md'), 'utf8');
    const measured = (target: string): string => {
      const [, figure = ''] = new RegExp(`^\\| ${target} \\| ([\\d.]+)x`, 'm').exec(results) ?? [];
      return figure;
    };
    const server = measured('small operation, CPU against node-soap');
    const client = measured('client, CPU a call against node-soap');
    expect(row('CPU of a small operation on the server')).toEqual([`${server} times`, '1']);
    expect(row('CPU of a call of a client')).toEqual([`${client} times`, '1']);
    const start = readFileSync(join(root, 'site/pages/index.md'), 'utf8');
    expect(start).toContain(`### ${Number(server).toFixed(1)} times less CPU than node-soap`);
    expect(start).toContain(`takes ${client} times less.`);
  });
});

describe('the table about wsdl-tsclient', () => {
  const guide = readFileSync(join(root, 'docs/how-to/move-from-wsdl-tsclient.md'), 'utf8');

  it.each([
    ['`FindTicket({})`, without the required field', 'client.FindTicketAsync({})'],
    ['an attribute', '`(ticket as any).attributes.number` | `ticket.number`'],
    ['the detail of a fault', '(error as any).root.Envelope.'],
    ['start of the program', 'the program starts without fetching it'],
    [
      'packages for development',
      'Soapwright is 10.5 MB in two packages with its runtime, wsdl-tsclient 22.3 MB in 101',
    ],
  ])('says what the guide shows: %s', (first, text) => {
    expect(row(first)).toHaveLength(2);
    expect(guide).toContain(text);
  });
});
