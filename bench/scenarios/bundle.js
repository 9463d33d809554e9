// Bytes of client bundles for browsers.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { root } from '../paths.js';
import { resolvePeer } from '../peers/npm.js';

const generated = join(root, 'generated/remote-file-service');

/** Sizes of a module with its dependencies, minified for browsers. */
async function sizes(source, alias = {}) {
  const entry = '\0entry';
  const build = await rolldown({
    input: entry,
    cwd: root,
    platform: 'browser',
    resolve: { alias, conditionNames: ['@soapwright/source', 'browser', 'import', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
  });
  const { output } = await build.generate({ codeSplitting: false, minify: true });
  await build.close();
  const { code } = output[0];
  return { minified: Buffer.byteLength(code), gzip: gzipSync(code).length };
}

const nine = `export { RemoteFileServiceClient } from '${generated}/client.ts';`;
const one = `import { SoapClient } from '${join(root, 'runtime/src/client/index.ts')}';
import { GetClientID } from '${generated}/client-operations.ts';
export const call = (address, request) => new SoapClient({ address }).call(GetClientID, request);`;

/** Reads and writes XML without checking it, and knows nothing of SOAP, types or HTTP. */
const parser = `export { XMLBuilder, XMLParser } from 'fast-xml-parser';`;

export const bundle = {
  name: 'bundle',
  title: 'client bundle, bytes',
  method:
    'The generated client of the Remote File Service (nine operations), and a call of `GetClientID` alone, bundled by rolldown for browsers and minified. fast-xml-parser is the size of its parser and builder alone, without SOAP and types.',
  columns: [
    { key: 'minified', title: 'bytes minified' },
    { key: 'gzip', title: 'bytes gzip' },
  ],
  ratios: [],
  chart: { key: 'gzip', unit: 'bytes after gzip, less is better' },
  rounds: 1,
  async open({ npm }) {
    const peer = () => sizes(parser, { 'fast-xml-parser': resolvePeer('fast-xml-parser') });
    return {
      rows: {
        'soapwright, nine operations': { run: () => sizes(nine) },
        'soapwright, one operation': { run: () => sizes(one) },
        'fast-xml-parser': npm['fast-xml-parser'] === undefined ? 'not here' : { run: peer },
      },
      close: async () => undefined,
    };
  },
};
