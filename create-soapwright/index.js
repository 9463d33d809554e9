#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const usage = `Usage: npm init soapwright <folder> [-- --wsdl <file or address>] [-- --no-install]

Creates a project with a service of one operation, its client and a test; with --wsdl a client of that service.
`;

const own = dirname(fileURLToPath(import.meta.url));
const generator = createRequire(import.meta.url).resolve('soapwright/package.json');
const { version } = JSON.parse(readFileSync(generator, 'utf8'));

process.exitCode = create(process.argv.slice(2));

/** @param {readonly string[]} args @returns {number} the exit code. */
function create(args) {
  const options = readOptions(args);
  if (options === undefined) return 2;
  const { folder, wsdl, install } = options;
  if (existsSync(folder) && readdirSync(folder).length > 0)
    return fail(`${folder} has files already. Name a new folder.`);
  const isFile = wsdl !== undefined && !/^https?:/i.test(wsdl);
  if (isFile && !existsSync(wsdl)) return fail(`There is no file ${wsdl}.`);
  copyTemplate(folder, wsdl === undefined ? 'service' : 'client');
  mkdirSync(join(folder, 'src'), { recursive: true });
  const soapwright = [process.execPath, join(dirname(generator), 'bin/soapwright.js')];
  const first = firstStep(folder, wsdl, isFile);
  const steps = [
    ...(first === undefined ? [] : [[...soapwright, ...first, '--quiet']]),
    [...soapwright, 'generate', '--quiet'],
    ...(install ? [['npm', 'install', '--no-audit', '--no-fund']] : []),
  ];
  for (const [command = '', ...rest] of steps) {
    const shell = command === 'npm' && process.platform === 'win32';
    const { status } = spawnSync(command, rest, { cwd: folder, stdio: 'inherit', shell });
    if (status !== 0) return status ?? 3;
  }
  if (wsdl !== undefined) writeClient(folder);
  const next = [...(install ? [] : ['npm install']), ...(wsdl === undefined ? ['npm test', 'npm start'] : [])];
  const lines = [`cd ${relative('.', folder) || '.'}`, ...next].map((line) => `  ${line}\n`);
  process.stdout.write(`\nCreated ${folder}. Next:\n${lines.join('')}\nREADME.md there says where what is.\n`);
  return 0;
}

/** @param {readonly string[]} args */
function readOptions(args) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { wsdl: { type: 'string' }, 'no-install': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    const [folder, ...more] = positionals;
    if (values.help !== true && folder !== undefined && more.length === 0)
      return { folder: resolve(folder), wsdl: values.wsdl, install: values['no-install'] !== true };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  }
  process.stderr.write(usage);
  return undefined;
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  return 2;
}

/** @param {string} folder @param {'service' | 'client'} kind */
function copyTemplate(folder, kind) {
  mkdirSync(folder, { recursive: true });
  cpSync(join(own, kind), folder, { recursive: true });
  // npm leaves files of that name out of packages.
  renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
  const file = join(folder, 'package.json');
  const text = readFileSync(file, 'utf8').replaceAll('VERSION', version).replace('NAME', nameOf(folder));
  writeFileSync(file, text);
}

/** A file that names the generated client. @param {string} folder */
function writeClient(folder) {
  const lines = readdirSync(join(folder, 'generated'))
    .filter((name) => existsSync(join(folder, 'generated', name, 'client.ts')))
    .flatMap((name) => {
      const text = readFileSync(join(folder, 'generated', name, 'client.ts'), 'utf8');
      const [, client] = /^export class (\w+)/m.exec(text) ?? [];
      if (client === undefined) return [];
      return [
        `// Create one, and its methods are the operations.\nexport { ${client} } from '../generated/${name}/client.js';\n`,
      ];
    });
  if (lines.length > 0) writeFileSync(join(folder, 'src/client.ts'), lines[0] ?? '');
}

/** A valid name of a package. @param {string} folder */
function nameOf(folder) {
  return (
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[._-]+/, '') || 'soap-project'
  );
}

/**
 * The arguments of `soapwright` that make a configuration.
 *
 * @param {string} folder @param {string | undefined} wsdl @param {boolean} isFile
 */
function firstStep(folder, wsdl, isFile) {
  if (wsdl === undefined) return undefined;
  if (!isFile) return ['fetch', wsdl];
  // A WSDL names its schemas by relative paths.
  cpSync(dirname(resolve(wsdl)), join(folder, 'wsdl'), {
    recursive: true,
    filter: (path) =>
      lstatSync(path).isDirectory()
        ? !/[\\/](?:node_modules|\.[^\\/]+)$/.test(path) && resolve(path) !== folder
        : resolve(path) === resolve(wsdl) || /\.(?:wsdl|xsd)$/i.test(path),
  });
  return ['init', '--schema', `wsdl/${basename(wsdl)}`];
}
