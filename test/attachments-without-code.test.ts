import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Listening, listen } from '../runtime/src/server/node/index.ts';
import type { SoapServer } from '../runtime/src/server/soap-server.ts';
import { Findings, Report } from '../src/diagnostics/index.ts';
import { emit, serviceFor } from '../src/emit/index.ts';
import { ExampleReader } from '../src/messages/mock/example-file.ts';
import { openMock } from '../src/messages/mock/open-mock.ts';
import { compareRecorded } from '../src/messages/samples/compare-recorded.ts';
import { readHttpText } from '../src/messages/samples/http-text.ts';
import { makeSamples } from '../src/messages/samples/make-samples.ts';
import { ServiceMessages } from '../src/messages/values/service-messages.ts';
import { LiveService } from '../src/messages/verify/live-service.ts';
import { verifyService } from '../src/messages/verify/verify-service.ts';
import { GeneratedFolder } from './generate-here.ts';
import { picturesWsdl } from './support/generator/pictures-wsdl.ts';
import { contractOfWsdl } from './support/generator/wsdl-contract.ts';

/** A request cannot do without its sketch. */
const contract = contractOfWsdl(picturesWsdl.replaceAll('ref:swaRef" minOccurs="0"', 'ref:swaRef"'));
const service = serviceFor(contract);
const [send] = service.operations;

interface Picture {
  readonly Title: string;
  readonly Sketch: Blob;
  readonly Photo?: Blob;
  readonly Note?: Blob;
}

let folder: GeneratedFolder;
let listening: Listening;
let received: readonly unknown[] = [];

beforeAll(async () => {
  folder = new GeneratedFolder('attachments-without-code');
  for (const { path, text } of await emit(contract, { source: 'pictures.wsdl', importExtension: 'ts' })) {
    const file = join(folder.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const load = async (name: string): Promise<Record<string, never>> =>
    await import(pathToFileURL(join(folder.path, name)).href);
  const { createPicturesServer } = (await load('server.ts')) as unknown as {
    createPicturesServer: (handlers: unknown, options: unknown) => SoapServer;
  };
  const { pages } = await load('pages.ts');
  const handlers = {
    async Send({ Title, Sketch, Photo, Note }: Picture) {
      received = [Title, await Sketch.text(), Sketch.type, Photo?.type, Photo?.size, await Note?.text()];
      return { Text: Title, Sketch, Thumb: Photo };
    },
  };
  listening = await listen(createPicturesServer(handlers, { pages }));
});

afterAll(async () => {
  await listening?.close(0);
  folder?.remove();
});

it('a form has files for attachments, and posts them without a script', async () => {
  const url = `${listening.url}?op=Send`;
  const page = await (await fetch(url)).text();
  expect(page).toContain('enctype="multipart/form-data"');
  expect(page.match(/<input type="file"[^>]* name="([^"]*)"/g)).toHaveLength(3);
  const form = new FormData();
  form.append('Title', 'Sea');
  form.append('Sketch', new File(['a boat'], 'boat.txt', { type: 'text/plain' }));
  form.append('$attachments/Photo', new File([Buffer.alloc(100_000, 'a\r\n--')], 'photo'));
  // A browser sends a file that was not chosen as an empty one.
  form.append('$attachments/Note', new File([], ''));
  const response = await fetch(url, { method: 'POST', body: form, headers: { Origin: new URL(url).origin } });
  const text = (await response.text()).replaceAll('<wbr />', '');
  expect(received).toEqual(['Sea', 'a boat', 'text/plain', 'image/png', 100_000, undefined]);
  expect(response.status).toBe(200);
  expect(text).toContain('<code>Text</code></th><td>Sea</td>');
  expect(text).toMatch(/Attachments of the request: <code>1@soapwright<\/code>, text\/plain, 6 bytes; <code>Photo=2@/);
  expect(text).toMatch(/Attachments of the response: <code>[^<]*<\/code>, text\/plain, 6 bytes; <code>Thumb=/);
});

it('a posted text is the content of an attachment', async () => {
  const form = new URLSearchParams({ Title: 'Sea', Sketch: 'as text' });
  const headers = { Origin: new URL(listening.url).origin };
  const response = await fetch(`${listening.url}?op=Send`, { method: 'POST', body: form, headers });
  expect([response.status, received.slice(0, 3)]).toEqual([200, ['Sea', 'as text', 'text/plain; charset=utf-8']]);
});

it('verify sends attachments, and compares those of responses', async () => {
  if (send === undefined) throw new Error('The contract has no operation.');
  const messages = new ServiceMessages(contract, service);
  const verified = async (sketch: string): Promise<readonly string[]> => {
    const text = `- { when: { Title: Sea, Sketch: a boat }, respond: { Text: Sea, Sketch: ${sketch} } }\n`;
    const findings = new Findings({ file: 'Send.yaml', text });
    const examples = new ExampleReader(findings, messages, send, { seed: 'a', use: 'probe' }).read();
    expect(findings.diagnostics).toEqual([]);
    const live = new LiveService({ url: listening.url, timeout: 20_000 });
    const probes = new Map([['Send', examples]]);
    const all = { contract, service, messages, live, probes, seed: 'a', badRequests: 2 };
    return (await verifyService(all)).findings.map(({ message }) => message);
  };
  expect(await verified('a boat')).toEqual([]);
  expect(received).toEqual([
    'Sea',
    'a boat',
    'text/plain; charset=utf-8',
    'image/png',
    expect.any(Number),
    expect.any(String),
  ]);
  expect(await verified('a house')).toEqual([expect.stringContaining('differs from the expected one')]);
});

it('a sample can be sent as it is printed', async () => {
  const [request, response] = makeSamples(contract, service, service.operations);
  expect(response?.body).toContain('Content-ID: <Thumb=2@soapwright>');
  const fields = (request?.head ?? '')
    .split('\n')
    .slice(2)
    .map((line) => line.split(/: (.*)/s).slice(0, 2));
  const headers = Object.fromEntries(fields.filter(([name]) => name !== 'Content-Length'));
  const body = (request?.body ?? '').replaceAll('\n', '\r\n');
  const stated = Number(fields.find(([name]) => name === 'Content-Length')?.[1]);
  // The lines of the envelope end in LF.
  const lines = (request?.envelope ?? '').split('\n').length - 1;
  expect(stated).toBe(Buffer.byteLength(body) + '\r\n'.length - lines);
  const answer = await fetch(listening.url, { method: 'POST', headers, body });
  expect([answer.status, received]).toEqual([
    200,
    ['string', 'Content of Sketch.', 'text/plain; charset=utf-8', 'image/png', 17, 'Content of Note.'],
  ]);
});

it('mock --record takes the texts of attachments from responses', async () => {
  const examples = join(folder.path, 'examples');
  const pictures = contractOfWsdl(picturesWsdl);
  const real = await openMock(pictures, { seed: 'b', strict: true }, new Report());
  const options = { seed: 'a', strict: true, examples, record: real?.listening.url ?? '' };
  const mock = await openMock(pictures, options, new Report());
  const post = async (sketch: string): Promise<string> => {
    const content = `<Send xmlns="urn:pictures"><Title>Sea</Title>${sketch}</Send>`;
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`;
    const message = `--b\r\nContent-Type: text/xml\r\nContent-ID: <r>\r\n\r\n${body}\r\n--b\r\nContent-ID: <c>\r\n\r\na boat\r\n--b--\r\n`;
    const headers = {
      'Content-Type': 'multipart/related; type="text/xml"; boundary=b; start="<r>"',
      SOAPAction: '"urn:pictures/Send"',
    };
    return await (await fetch(mock?.listening.url ?? '', { method: 'POST', headers, body: message })).text();
  };
  try {
    expect(await post('<Sketch>cid:c</Sketch>')).toContain('The request has values in parts of their own');
    const answer = await post('');
    const [, sketch = ''] = /^ {4}Sketch: (.*)$/m.exec(readFileSync(join(examples, 'Send.yaml'), 'utf8')) ?? [];
    expect(sketch).toMatch(/^(?!cid:)\w/);
    expect(answer).toContain(`\r\n\r\n${sketch}\r\n--`);
  } finally {
    await mock?.listening.close(0);
    await real?.listening.close(0);
  }
});

it('samples --from reads the parts of recorded messages', () => {
  const [request] = makeSamples(contract, service, service.operations);
  const recorded = `${request?.head}\n\n${request?.body}\n`.replaceAll('\n', '\r\n');
  const compared = (text: string): readonly string[] => {
    const recording = { ...readHttpText('a.http', Buffer.from(text)), diagnostics: [] };
    return compareRecorded(recording, contract, service).findings.map(({ message }) => message);
  };
  expect(compared(recorded)).toEqual([]);
  expect(compared(recorded.replace('cid:1@', 'cid:9@'))).toEqual([
    expect.stringContaining('it refers to a part that the message does not have'),
  ]);
});

it('a page shows a request with attachments as curl sends it', async () => {
  const page = await (await fetch(`${listening.url}?op=Send`)).text();
  const shown = /curl<\/figcaption>\n<pre[^>]*>([\s\S]*?)<\/pre>/.exec(page)?.[1] ?? '';
  const entities: Readonly<Record<string, string>> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  };
  const command = shown.replace(/&[^;]*;/g, (entity) => entities[entity] ?? entity);
  for (const name of ['Sketch', 'Photo', 'Note']) writeFileSync(join(folder.path, name), `the file ${name}`);
  const address = new URL(listening.url);
  const there = command.replace(/'http:[^']*'/, `'${address.href}'`);
  expect(page.replaceAll('&#39;', "'")).toContain("Photo: new Blob([readFileSync('Photo')], { type: 'image/png' })");
  const answer = await promisify(execFile)('sh', ['-c', there], { cwd: folder.path });
  expect(answer.stdout).toContain('<Text>string</Text>');
  expect(received).toEqual([
    'string',
    'the file Sketch',
    'text/plain; charset=utf-8',
    'image/png',
    14,
    'the file Note',
  ]);
});
