// Bytes of client bundles for browsers.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { root } from '../paths.js';
import { resolvePeer } from '../peers/npm.js';
import { largeProject } from './builds.js';

/** The most bytes that tests allow. */
const budgets = JSON.parse(readFileSync(join(root, 'test/end-to-end/bundle-budgets.json'), 'utf8'));

const generated = join(root, 'generated/remote-file-service');

/** Sizes of a module with its dependencies, minified for browsers. */
async function sizes(source, alias = {}) {
  const entry = '\0entry';
  const build = await rolldown({
    input: entry,
    cwd: root,
    platform: 'browser',
    // As bundlers of applications do: what the entry and a later file share stays in the entry.
    preserveEntrySignatures: 'allow-extension',
    resolve: { alias, conditionNames: ['@soapwright/source', 'browser', 'import', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
  });
  const [{ code }] = (await build.generate({ minify: true })).output;
  const [whole] = (await build.generate({ codeSplitting: false, minify: true })).output;
  await build.close();
  const gzip = (text) => gzipSync(text).length;
  return { minified: Buffer.byteLength(code), gzip: gzip(code), oneFile: gzip(whole.code) };
}

const nine = `export { RemoteFileServiceClient } from '${generated}/client.ts';`;
const one = `import { SoapClient } from '${join(root, 'runtime/src/client/index.ts')}';
import { GetClientID } from '${generated}/client-operations.ts';
export const call = (address, request) => new SoapClient({ address }).call(GetClientID, request);`;

/** Reads and writes XML without checking it, and knows nothing of SOAP, types or HTTP. */
const parser = `export { XMLBuilder, XMLParser } from 'fast-xml-parser';`;

/** A bundle with the budget that a test checks. */
const withBudget = async (name, source) => ({ ...(await sizes(source)), budget: budgets[name] });

export const bundles = {
  name: 'bundles',
  title: 'client bundle, bytes',
  method:
    'The generated client of the Remote File Service (nine operations), a call of `GetClientID` alone, and the client of a contract of 1,000 operations, bundled by rolldown for browsers and minified: the file that is loaded at the start, without what the client loads when a response is unusual; and all of it as one file. fast-xml-parser is the size of its parser and builder alone, without SOAP and types.',
  columns: [
    { key: 'minified', title: 'bytes minified' },
    { key: 'gzip', title: 'bytes gzip' },
    { key: 'budget', title: 'budget, gzip' },
    { key: 'oneFile', title: 'as one file, gzip' },
  ],
  ratios: [],
  chart: { key: 'gzip', unit: 'bytes after gzip, less is better' },
  rounds: 1,
  async open({ npm }) {
    const peer = () => sizes(parser, { 'fast-xml-parser': resolvePeer('fast-xml-parser') });
    const folder = largeProject();
    const thousand = `export { BenchServiceClient } from '${folder}/generated/client.ts';`;
    return {
      rows: {
        'soapwright, nine operations': { run: () => withBudget('browser client, nine operations', nine) },
        'soapwright, one operation': { run: () => withBudget('browser client, one operation', one) },
        'soapwright, a thousand operations': {
          run: () => withBudget('browser client, a thousand operations', thousand),
        },
        'fast-xml-parser': npm['fast-xml-parser'] === undefined ? 'not here' : { run: peer },
      },
      close: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};
