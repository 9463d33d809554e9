import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wsdlText } from '../../../src/emit/wsdl.ts';
import { freePort } from '../../support/free-ports.js';
import { picturesWsdl } from '../../support/generator/pictures-wsdl.ts';
import { contractOfWsdl } from '../../support/generator/wsdl-contract.ts';
import { compileJava } from '../java/java.ts';
import { type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { generateProject, type Project } from '../support/project.ts';
import { jaxwsClasspath } from './client.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

let folder: string;
let wsdl: string;
let project: Project;
let server: RunningProgram | undefined;
const gallery = (): readonly string[] => ['-cp', [folder, ...jaxwsClasspath].join(':'), 'attachments.Gallery'];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'soapwright-attachments-'));
  wsdl = join(folder, 'pictures.wsdl');
  const text = wsdlText(contractOfWsdl(picturesWsdl), { source: 'pictures.wsdl' });
  writeFileSync(wsdl, text);
  const bindings = join(folder, 'bindings.xml');
  writeFileSync(
    bindings,
    `<jaxws:bindings wsdlLocation="${wsdl}" xmlns:jaxws="http://java.sun.com/xml/ns/jaxws"><jaxws:enableMIMEContent>true</jaxws:enableMIMEContent></jaxws:bindings>`,
  );
  await runProgram('wsimport', ['-quiet', '-extension', '-b', bindings, '-p', 'pictures', '-d', folder, wsdl]);
  await compileJava([at('mtom'), at('attachments')], [...jaxwsClasspath, folder], folder);
  project = await generateProject(text);
});

afterAll(async () => {
  project?.remove();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const sizes = [100, 1_000_000];

it('our client exchanges attachments with an endpoint of JAX-WS', async () => {
  const port = await freePort();
  server = await startProgram('java', [...gallery(), 'serve', wsdl, String(port)], /^ready$/m);
  const client = project.client.create({ address: `http://127.0.0.1:${port}/pictures` });
  for (const size of sizes) {
    const photo = new Uint8Array(size).fill(7);
    const sent = { Title: 'Sea', Sketch: new Blob(['a boat']), Photo: new Blob([photo]), Note: new Blob(['a note']) };
    const response = (await client.Send?.(sent)) as { Text: string; Sketch: Blob; Thumb: Blob };
    expect([response.Text, await response.Sketch.text(), response.Thumb.type]).toEqual([
      'image/png a note',
      'a boat',
      'image/gif',
    ]);
    expect(Buffer.compare(new Uint8Array(await response.Thumb.arrayBuffer()), photo)).toBe(0);
  }
});

it('a client of wsimport exchanges attachments with our server', async () => {
  const handlers = {
    Send: async ({ Photo, Note, Sketch }: { Photo: Blob; Note: Blob; Sketch: Blob }) => ({
      Text: `${Photo.type} ${await Note.text()}`,
      Sketch,
      Thumb: Photo,
    }),
  };
  const listening = await listen(project.server.create(handlers as never, { requireContentLength: false } as never));
  try {
    const output = await runProgram('java', [...gallery(), 'call', `${listening.url}?wsdl`, ...sizes.map(String)]);
    const lines = output.split('\n').filter((line) => line !== '');
    expect(lines).toEqual(sizes.map((size) => `${size} same image/png a note, a boat`));
  } finally {
    await listening.close(0);
  }
});
