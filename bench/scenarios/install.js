// What clients bring along: packages, bytes in node_modules, and bytes of a bundle for Node.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../paths.js';

const generated = join(root, 'generated/remote-file-service');

/** Packages of each client, and the module that a program imports from it; undefined for a generator alone. */
const clients = {
  soapwright: {
    packages: [join(root, 'runtime')],
    source: `export { RemoteFileServiceClient } from '${generated}/client.ts';`,
  },
  'node-soap': { packages: ['soap@1.13.0'], source: `export { createClientAsync } from 'soap';` },
  'strong-soap': { packages: ['strong-soap@5.0.10'] },
  'easy-soap-request': {
    packages: ['easy-soap-request@5.21.0'],
    source: `export { default } from 'easy-soap-request';`,
  },
  'soapwright, with its generator': { packages: [root, join(root, 'runtime')] },
  'wsdl-tsclient, with node-soap': { packages: ['wsdl-tsclient@1.7.1', 'soap@1.13.0'] },
};

async function measured({ packages, source }) {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-install-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    const run = (...args) =>
      execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const specifications = packages.map((one) => (one.startsWith('/') ? packed(one, folder, run) : one));
    run('install', '--no-audit', '--no-fund', '--omit=optional', ...specifications);
    const files = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' });
    const names = new Set(
      files.filter((file) => /(?:^|node_modules\/)(?:@[^/]+\/)?[^@./][^/]*\/package\.json$/.test(file)),
    );
    const bytes = files
      .map((file) => statSync(join(folder, 'node_modules', file)))
      .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
    const bundle = source === undefined ? undefined : await bundled(source, folder);
    return { packages: names.size, megabytes: bytes / 1e6, ...(bundle !== undefined && { kilobytes: bundle / 1e3 }) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The file of a package of this repository, as it would be published. */
function packed(workspace, folder, run) {
  const [{ filename }] = JSON.parse(run('pack', '--json', '--ignore-scripts', '--pack-destination', folder, workspace));
  return join(folder, filename);
}

/** Bytes of a program that imports the client, with everything in it, minified. */
async function bundled(source, folder) {
  const entry = join(folder, 'entry.js');
  writeFileSync(entry, source);
  const build = await rolldown({
    input: entry,
    cwd: folder,
    platform: 'node',
    logLevel: 'silent',
    resolve: { conditionNames: ['@soapwright/source', 'node', 'import', 'default'] },
  });
  const { output } = await build.generate({ codeSplitting: false, minify: true });
  await build.close();
  return Buffer.byteLength(output[0].code);
}

export const install = {
  name: 'install',
  title: 'what a client brings along',
  method:
    'Each client is installed by npm into an empty folder: the packages there, and the bytes of their files. The bundle is a program for Node that imports the client, made and minified by rolldown; that of soapwright holds nine operations with their types, the others read a WSDL while they run, or know nothing of it. strong-soap is not bundled: its modules are found only while it runs.',
  columns: [
    { key: 'packages', title: 'packages' },
    { key: 'megabytes', title: 'MB installed', digits: 1 },
    { key: 'kilobytes', title: 'kB bundled', digits: 0 },
  ],
  ratios: [],
  rounds: 1,
  async open() {
    const rows = Object.entries(clients).map(([name, one]) => [name, { run: () => measured(one) }]);
    return { rows: Object.fromEntries(rows), close: async () => undefined };
  },
};
