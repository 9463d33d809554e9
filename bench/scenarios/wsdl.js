// Cold processes of generators that read a WSDL.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inheritanceWsdl } from '../contracts/inheritance.js';
import { bench, root } from '../paths.js';
import { gsoapGenerator, gsoapVersion } from '../peers/gsoap.js';
import { peerFile } from '../peers/npm.js';
import { wsimportGenerator, wsimportVersion } from '../peers/wsimport.js';
import { wholeProcess } from '../processes.js';
import { timedCommands } from '../timed-command.js';

const soapwright = join(root, 'bin/soapwright.js');
const corpus = resolve(root, process.env.SOAPWRIGHT_CORPUS ?? '../shared/corpus');
/** A peer that needs longer has failed. */
const timeout = 120_000;

/** A new folder for the output of one run, so that no run finds the files of an earlier one. */
function freshFolder(folder, name) {
  const output = join(folder, name);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output);
  return output;
}

function ownRows(folder, wsdl) {
  mkdirSync(join(folder, 'node_modules'));
  const paths = ['--schema', wsdl, '--out', 'generated', '--quiet'];
  const run = (...args) => wholeProcess([soapwright, ...args, ...paths], { cwd: folder });
  return {
    'generate from nothing': {
      run: () => {
        rmSync(join(folder, 'generated'), { recursive: true, force: true });
        return run('generate', '--no-cache');
      },
    },
    // The preceding run has not filled the cache.
    'generate, nothing to do': { warm: () => run('generate'), run: () => run('generate') },
    check: { run: () => run('check') },
  };
}

function peerRows(folder, wsdl, npm) {
  const commands = (name, list) => ({
    run: async () => timedCommands(list, { cwd: freshFolder(folder, name), timeout }),
  });
  const tsclient = () => [peerFile('wsdl-tsclient', 'dist/src/cli.js'), wsdl, '-o', freshFolder(folder, 'tsclient')];
  return {
    'wsdl2h + soapcpp2': gsoapVersion() ? commands('gsoap', gsoapGenerator(wsdl)) : 'not installed',
    wsimport: wsimportVersion() ? commands('java', [wsimportGenerator(wsdl)]) : 'not installed',
    'wsdl-tsclient': npm['wsdl-tsclient']
      ? { run: () => wholeProcess(tsclient(), { cwd: folder, timeout }) }
      : 'not installed',
    'node-soap, reads only': {
      run: () => wholeProcess([join(bench, 'peers/read-wsdl.cjs'), wsdl], { cwd: folder, timeout }),
    },
  };
}

const inCorpus = (path) => () => {
  const file = join(corpus, path);
  return existsSync(file) ? file : undefined;
};

const scenario = ({ name, title, about, wsdl }) => ({
  name,
  group: 'wsdl',
  title: `WSDL of ${title}, cold processes`,
  method: `Whole processes, from their start to their end, that read ${about}. wsdl2h and soapcpp2 write C, wsimport writes Java and does not compile it; node-soap makes a client and writes nothing. "Nothing to do" is a second run with all files up to date.`,
  columns: [
    { key: 'cpu', title: 'CPU ms' },
    { key: 'wall', title: 'ms' },
    { key: 'peak', title: 'peak MB' },
  ],
  ratios: [],
  chart: { key: 'cpu', unit: 'ms of CPU time, less is better' },
  rounds: 3,
  async open({ npm }) {
    const folder = mkdtempSync(join(tmpdir(), 'soapwright-bench-'));
    const close = async () => rmSync(folder, { recursive: true });
    const file = wsdl(folder);
    if (file === undefined) return { rows: { 'generate from nothing': 'the corpus is not here' }, close };
    return { rows: { ...ownRows(folder, file), ...peerRows(folder, file, npm) }, close };
  },
});

export const wsdls = [
  {
    name: 'wsdl-9',
    title: '9 operations',
    about: 'the WSDL of the Remote File Service',
    wsdl: () => join(root, 'generated/remote-file-service/remote-file-service.wsdl'),
  },
  {
    name: 'wsdl-docusign',
    title: '60 operations and 240 types',
    about: "DocuSign's service, one file of 0.2 MB",
    wsdl: inCorpus('docusign+docusign-soap-sdk/PHP/CodeSnippets/api/APIService.wsdl'),
  },
  {
    name: 'wsdl-axl',
    title: '1,068 operations and 4,129 types',
    about: "AXL, Cisco's administration interface, two files of 4.6 MB",
    wsdl: inCorpus('CiscoDevNet+axl-python-zeep-samples/schema/AXLAPI.wsdl'),
  },
  {
    name: 'wsdl-inheritance',
    title: '700 operations and 2,500 types in hierarchies',
    about:
      'a synthetic WSDL of 1.7 MB of the shape of large management interfaces (`node bench/contracts/inheritance.js 700 2500`): hierarchies five levels deep and a list type for each type',
    wsdl: (folder) => {
      const file = join(folder, 'inheritance.wsdl');
      writeFileSync(file, inheritanceWsdl(700, 2500));
      return file;
    },
  },
].map(scenario);
