import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../runtime/src/server/node/index.ts';
import type { SoapServer } from '../runtime/src/server/soap-server.ts';
import { Report } from '../src/diagnostics/index.ts';
import { openMock } from '../src/messages/mock/open-mock.ts';
import { archiveContract, DocExamples, shownContract } from './support/doc-examples.ts';
import { picturesWsdl } from './support/generator/pictures-wsdl.ts';
import { contractOfWsdl } from './support/generator/wsdl-contract.ts';
import { typeErrors } from './support/type-errors.ts';

const path = 'docs/how-to/send-attachments.md';
let page: DocExamples;
const content = Buffer.alloc(3_000_000, 'bytes\r\n--');

const envelope = (body: string): string =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`;
const include = '<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:a%40b"/>';
const document = envelope(
  `<FetchResponse xmlns="urn:archive/"><Document><Content>${include}</Content></Document></FetchResponse>`,
);
const receipt = envelope('<StoreResponse xmlns="urn:archive/"><Receipt><Number>7</Number></Receipt></StoreResponse>');

/** The part with the value first, as some services send it. */
const download = Buffer.concat([
  Buffer.from('--part\r\nContent-Type: application/pdf; name="a.pdf"\r\nContent-ID: <a@b>\r\n\r\n'),
  content,
  Buffer.from(
    `\r\n--part\r\nContent-Type: application/xop+xml; type="text/xml"\r\nContent-ID: <r>\r\n\r\n${document}\r\n--part--`,
  ),
]);
const downloadType = 'multipart/related; boundary=part; type="application/xop+xml"; start="<r>"; start-info="text/xml"';

let received = Buffer.alloc(0);
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    received = Buffer.concat(pieces);
    const isFetch = request.headers.soapaction?.includes('Fetch');
    response.setHeader('Content-Type', isFetch ? downloadType : 'text/xml');
    response.end(isFetch ? download : receipt);
  });
});
let address = '';

beforeAll(async () => {
  page = await DocExamples.load(path, {
    archive: archiveContract,
    vault: shownContract(path, 'Vault'),
    pictures: contractOfWsdl(picturesWsdl),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  page?.folder.remove();
});

it('the examples compile', () => {
  expect(page.blocks).toHaveLength(5);
  expect(typeErrors(page.folder.path, { allowImportingTsExtensions: true })).toBe('');
});

it('a download comes as a Blob with the type of its part', async () => {
  const blob = (await page.exports.download?.(address as never)) as Blob;
  expect([blob.size, blob.type]).toEqual([content.length, 'application/pdf; name="a.pdf"']);
  expect(Buffer.from(await blob.arrayBuffer()).equals(content)).toBe(true);
});

it('an upload goes as a part of its own', async () => {
  const blob = new Blob([content], { type: 'application/pdf' });
  expect(await page.exports.upload?.(address as never, blob as never)).toBe('7');
  expect(received.includes(content)).toBe(true);
  expect(received.includes('Content-Type: application/pdf\r\n')).toBe(true);
});

it('a server takes what the client sends, and is read by it', async () => {
  const { archive } = page.exports as unknown as { archive: SoapServer };
  const listening = await listen(archive);
  try {
    const blob = new Blob([content], { type: 'application/pdf' });
    expect(await page.exports.upload?.(listening.url as never, blob as never)).toBe(String(content.length));
    const document = (await page.exports.download?.(listening.url as never)) as Blob;
    expect(document.size).toBe(10_000);
  } finally {
    await listening.close(0);
  }
});

it('a contract with mtom: required needs no option, and its server refuses requests without parts', async () => {
  const { vault, keep } = page.exports as unknown as {
    vault: SoapServer;
    keep: (address: string, content: Blob) => Promise<unknown>;
  };
  const listening = await listen(vault);
  try {
    expect(await keep(listening.url, new Blob([content]))).toEqual({ Size: content.length, Type: 'application/pdf' });
    const png = new Blob([content], { type: 'image/png' });
    expect(await keep(listening.url, png)).toEqual({ Size: content.length, Type: 'image/png' });
    // A value below the threshold stays in the envelope.
    expect(await keep(listening.url, new Blob(['a']))).toEqual({ Size: 1, Type: '' });
    const plain = envelope('<Put xmlns="urn:vault/"><Content>YQ==</Content></Put>');
    const headers = { 'Content-Type': 'text/xml' };
    const refused = await fetch(listening.url, { method: 'POST', headers, body: plain });
    expect([refused.status, await refused.text()]).toEqual([415, expect.stringContaining('demands MTOM')]);
  } finally {
    await listening.close(0);
  }
});

it('attachments of a WSDL are properties, which client and server exchange', async () => {
  const { pictures, sendPhoto } = page.exports as unknown as {
    pictures: SoapServer;
    sendPhoto: (address: string, photo: Blob) => Promise<unknown>;
  };
  const listening = await listen(pictures);
  try {
    expect(await sendPhoto(listening.url, new Blob([content]))).toEqual([
      `Sea: ${content.length} bytes of image/png`,
      100,
      'a boat',
    ]);
  } finally {
    await listening.close(0);
  }
});

it('a mock sends attachments, and takes those of the client', async () => {
  const { sendPhoto } = page.exports as unknown as {
    sendPhoto: (address: string, photo: Blob) => Promise<readonly unknown[]>;
  };
  const mock = await openMock(contractOfWsdl(picturesWsdl), { seed: 'a', strict: true }, new Report());
  try {
    const [text, size, sketch] = await sendPhoto(mock?.listening.url ?? '', new Blob([content]));
    expect([typeof text, typeof sketch]).toEqual(['string', 'string']);
    expect(size).toBeGreaterThan(0);
    expect(sketch).not.toBe('');
  } finally {
    await mock?.listening.close(0);
  }
});
