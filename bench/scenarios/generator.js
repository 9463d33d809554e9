// Cold processes of the generators.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractOf } from '../contract.js';
import { root } from '../paths.js';
import { gsoapGenerator, gsoapVersion } from '../peers/gsoap.js';
import { peerFile } from '../peers/npm.js';
import { wholeProcess } from '../processes.js';
import { timedCommands } from '../timed-command.js';

const soapwright = join(root, 'bin/soapwright.js');

/** A project with a build cache in node_modules/.cache, as users have it. */
function project(operations) {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-bench-'));
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'contract.yaml'), contractOf(operations));
  const paths = ['--schema', 'contract.yaml', '--out', 'generated', '--quiet'];
  const run = (...args) => wholeProcess([soapwright, ...args, ...paths], { cwd: folder });
  const clean = () => rmSync(join(folder, 'generated'), { recursive: true, force: true });
  return { folder, run, clean };
}

const scenario = (operations) => ({
  name: `generate-${operations}`,
  group: 'generator',
  title: `generators, ${operations.toLocaleString('en')} operations, cold processes`,
  method: `Whole processes, from their start to their end, on a contract of ${operations.toLocaleString('en')} operations with two records of 5 to 8 fields each (\`node bench/contract.js ${operations}\`); the peers read the WSDL that soapwright generates from it. "Nothing to do" is a second run with all files up to date.`,
  columns: [
    { key: 'wall', title: 'ms' },
    { key: 'cpu', title: 'CPU ms' },
    { key: 'peak', title: 'peak MB' },
  ],
  ratios: [],
  chart: { key: 'wall', unit: 'ms, less is better' },
  rounds: { 9: undefined, 1000: 3, 10000: 2 }[operations],
  async open({ npm, quick }) {
    const { folder, run, clean } = project(operations);
    await run('generate');
    const wsdl = join(folder, 'generated/bench-service.wsdl');
    const kept = join(folder, 'kept.wsdl');
    spawnSync('cp', [wsdl, kept]);
    const peersToo = operations <= (quick ? 9 : 1000);
    const rows = {
      'generate from nothing': {
        run: () => {
          clean();
          return run('generate', '--no-cache');
        },
      },
      // The preceding run has not filled the cache.
      'generate, nothing to do': { warm: () => run('generate'), run: () => run('generate') },
      check: { run: () => run('check') },
    };
    const c = join(folder, 'c');
    mkdirSync(c);
    if (peersToo) {
      const tsclient = [peerFile('wsdl-tsclient', 'dist/src/cli.js'), kept, '-o', join(folder, 'peer')];
      rows['wsdl-tsclient'] = npm['wsdl-tsclient'] ? { run: () => wholeProcess(tsclient) } : 'not installed';
      rows['wsdl2h + soapcpp2'] = gsoapVersion()
        ? { run: async () => timedCommands(gsoapGenerator(kept), { cwd: c }) }
        : 'not installed';
    }
    if (operations === 9) rows['node, an empty script'] = { run: () => wholeProcess(['-e', '0']) };
    return { rows, close: async () => rmSync(folder, { recursive: true }) };
  },
});

export const generators = [scenario(9), scenario(1000), scenario(10_000)];
