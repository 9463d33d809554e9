// Builds the site into site/dist: npm run site. Needs a build of the generator. Installs this folder's packages if they are
// missing, builds the playground and the reference of the Remote File Service where their programs exist, and fails on
// links that lead nowhere.
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeCodes } from './codes.js';
import { deadLinks } from './dead-links.js';
import { writeTexts } from './llms.js';

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));

function run(command, args, cwd = folder) {
  execFileSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
}

if (!existsSync(`${folder}node_modules/vitepress`)) run('npm', ['ci', '--no-audit', '--no-fund']);

if (existsSync(`${folder}playground/build.js`)) run(process.execPath, [`${folder}playground/build.js`]);

const command = `${root}bin/soapwright.js`;
const help = execFileSync(process.execPath, [command, '--help'], { encoding: 'utf8' });
if (/^ {2}docs\b/m.test(help)) {
  const reference = ['docs', 'schema/remote-file-service.yaml', '--out', 'site/public/remote-file-service'];
  run(process.execPath, [command, ...reference], root);
}

writeCodes();
run(process.execPath, [`${folder}node_modules/vitepress/bin/vitepress.js`, 'build']);
writeTexts(`${folder}dist`);
writeFileSync(`${folder}dist/.nojekyll`, '');

const dead = deadLinks(`${folder}dist`);
for (const { page, target } of dead) console.error(`${page} links to ${target}, which is not on the site.`);
if (dead.length > 0) process.exitCode = 1;
else console.log('\nThe site is in site/dist; npm run site:preview serves it.');
