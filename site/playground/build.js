// Builds the playground into site/public/playground: node site/playground/build.js [FOLDER]. Needs a build of the generator.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const folder = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const out = resolve(process.argv[2] ?? `${root}site/public/playground`);

// Paths of the generator's bundles are relative to its folder.
process.chdir(root);
const { memoryModules, withoutDisk } = await import('../../rolldown/core-entry.js');

/** Contracts to begin with: ours, and WSDLs that were written for this page. */
const examples = Object.fromEntries([
  ...readdirSync(`${folder}examples`)
    .sort()
    .map((name) => [titleOf(name), read(`${folder}examples/${name}`)]),
  ['Remote File Service, in YAML', read(`${root}schema/remote-file-service.yaml`)],
]);

/** `2-weather.wsdl` is "Weather, a WSDL". */
function titleOf(name) {
  const [, word = '', kind] = /^\d-([\w-]+)\.(\w+)$/.exec(name) ?? [];
  const title = `${word.charAt(0).toUpperCase()}${word.slice(1).replaceAll('-', ' ')}`;
  return `${title}, ${kind === 'wsdl' ? 'a WSDL' : 'in YAML'}`;
}

function read(path) {
  return { name: path.replace(/^.*\/(?:\d-)?/, ''), text: readFileSync(path, 'utf8') };
}

const exampleModule = {
  name: 'examples',
  resolveId: { filter: { id: /^examples$/ }, handler: () => '\0examples' },
  load: { filter: { id: /^\0examples$/ }, handler: () => `export const examples = ${JSON.stringify(examples)};` },
};

async function bundle(options, file) {
  const made = await rolldown({ cwd: root, logLevel: 'silent', ...options });
  await made.write({ dir: out, format: 'esm', entryFileNames: file, chunkFileNames: '[name].js', minify: true });
  await made.close();
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
cpSync(`${folder}page`, out, { recursive: true });
await bundle({ input: `${folder}src/app.js`, platform: 'browser', plugins: [exampleModule] }, 'app.js');
await bundle(
  {
    ...withoutDisk,
    input: `${folder}src/worker.js`,
    treeshake: { moduleSideEffects: (id) => !/^node:|[\\/]dist[\\/]/.test(id) },
    plugins: [memoryModules],
  },
  'worker.js',
);
