#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const usage = `Usage: npm init soapwright <folder> [-- --wsdl <file or address>] [-- --no-install]

Creates a project with a service of one operation, its client and a test; with --wsdl a client of that service.
The folder is new or empty. pnpm, Yarn and Bun take the same arguments, without the separate --.
`;

const own = dirname(fileURLToPath(import.meta.url));
const generator = createRequire(import.meta.url).resolve('soapwright/package.json');
const soapwright = join(dirname(generator), 'bin/soapwright.js');
const { version } = JSON.parse(readFileSync(generator, 'utf8'));

process.exitCode = create(process.argv.slice(2));

/** @param {readonly string[]} args @returns {number} the exit code. */
function create(args) {
  const options = readOptions(args);
  if (typeof options === 'number') return options;
  const { folder, wsdl, install } = options;
  if (existsSync(folder) && readdirSync(folder).length > 0)
    return fail(`${folder} has files already. Name a new folder.`);
  const isFile = wsdl !== undefined && !/^https?:/i.test(wsdl);
  if (isFile && !existsSync(wsdl)) return fail(`There is no file ${wsdl}.`);
  const shown = relative('.', folder) || '.';
  const status = fill(folder, wsdl, isFile);
  if (status !== 0) {
    // The same command can be given again.
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    process.stderr.write(`\nNothing was created in ${shown}.\n`);
    return status;
  }
  if (wsdl !== undefined) writeClient(folder);
  const manager = /^(pnpm|yarn|bun)\//.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? 'npm';
  const isInstalled = install && installPackages(manager, folder);
  const next = [
    ...(shown === '.' ? [] : [`cd ${shown}`]),
    ...(isInstalled ? [] : [`${manager} install`]),
    ...(wsdl === undefined ? [`${manager}${manager === 'bun' ? ' run' : ''} test`, `${manager} start`] : []),
  ];
  const lines = next.map((line) => `  ${line}\n`).join('');
  process.stdout.write(`\nCreated ${folder}.${lines && ` Next:\n${lines}`}\nREADME.md there says where what is.\n`);
  return install && !isInstalled ? 3 : 0;
}

/** Writes the project. @param {string} folder @param {string | undefined} wsdl @param {boolean} isFile @returns {number} the exit code. */
function fill(folder, wsdl, isFile) {
  copyTemplate(folder, wsdl === undefined ? 'service' : 'client');
  mkdirSync(join(folder, 'src'), { recursive: true });
  try {
    const first = wsdl === undefined ? [] : [isFile ? ['init', '--schema', copyWsdl(folder, wsdl)] : ['fetch', wsdl]];
    for (const step of [...first, ['generate']]) {
      const args = [soapwright, ...step, '--quiet'];
      const { status } = spawnSync(process.execPath, args, { cwd: folder, stdio: 'inherit' });
      if (status !== 0) return status ?? 3;
    }
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return 3;
  }
}

/** @param {string} manager @param {string} folder @returns {boolean} whether it succeeded. */
function installPackages(manager, folder) {
  const args = manager === 'npm' ? ['install', '--no-audit', '--no-fund'] : ['install'];
  const shell = process.platform === 'win32';
  return spawnSync(manager, args, { cwd: folder, stdio: 'inherit', shell }).status === 0;
}

/** @param {readonly string[]} args @returns the options, or an exit code. */
function readOptions(args) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { wsdl: { type: 'string' }, 'no-install': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    if (values.help === true) {
      process.stdout.write(usage);
      return 0;
    }
    const [folder, ...more] = positionals;
    if (folder !== undefined && more.length === 0)
      return { folder: resolve(folder), wsdl: values.wsdl, install: values['no-install'] !== true };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  }
  process.stderr.write(usage);
  return 2;
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
 * Copies a WSDL and the files that it names, below the folder that they have in common.
 *
 * @param {string} folder @param {string} wsdl @returns {string} the path of the copy in the folder.
 */
function copyWsdl(folder, wsdl) {
  const file = resolve(wsdl);
  let common = dirname(file);
  // Schemas are often in a folder beside that of the WSDL, which the command reads only if it runs above both.
  const above = dirname(common);
  const cwd = relative('.', above).startsWith('..') ? above : resolve('.');
  const args = [soapwright, 'inputs', '--schema', file, '--out', 'generated', '--json'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`soapwright cannot list the files of ${wsdl}.`);
  const inputs = JSON.parse(stdout).inputs.map((/** @type {string} */ path) => resolve(cwd, path));
  while (inputs.some((/** @type {string} */ path) => relative(common, path).startsWith('..'))) common = dirname(common);
  for (const path of inputs) cpSync(path, join(folder, 'wsdl', relative(common, path)));
  return join('wsdl', relative(common, file)).replaceAll('\\', '/');
}
