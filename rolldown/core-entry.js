import { readdirSync, readFileSync } from 'node:fs';
import { generatorDeclarations } from './declarations.js';

/** In place of modules that read files: the generator in memory needs none of them. */
const inMemory = {
  'contract/open/file-system': 'export const disk = undefined;',
  'fetch/index': "export { textAt } from './web-text.js';",
  'contract/yaml/yaml-package': "import * as yaml from 'yaml'; export const loadYamlPackage = () => yaml;",
  'contract/wsdl/catalogue/catalogue': `
    import { findCatalogueEntry } from './entries.js';
    const documents = ${JSON.stringify(wellKnownDocuments())};
    export const catalogued = (query) => {
      const entry = findCatalogueEntry(query);
      if (entry === undefined) return undefined;
      return { location: entry.locations[0], bytes: new TextEncoder().encode(documents[entry.file]) };
    };`,
};

/** What modules import from Node and, in memory, never call. xmlbuilder2 loads `url` for a part of it that is not used. */
const ofNode = {
  'node:fs': [
    'closeSync',
    'constants',
    'existsSync',
    'fstatSync',
    'openSync',
    'readdirSync',
    'readFileSync',
    'statSync',
  ],
  url: ['domainToASCII', 'domainToUnicode'],
};

/** Bundles modules of the generator for hosts without a disk: no module of the bundle imports from Node. */
export const withoutDisk = {
  platform: 'neutral',
  resolve: {
    alias: { 'node:path': 'pathe', events: `${process.cwd()}/node_modules/events/events.js` },
    conditionNames: ['browser', 'module-sync', 'import', 'default'],
    mainFields: ['browser', 'module', 'main'],
  },
};

/** Replaces modules that read files, and those of Node. */
export const memoryModules = {
  name: 'in-memory',
  resolveId: { filter: { id: /^(?:node:fs|url)$/ }, handler: (name) => `\0${name}` },
  load(id) {
    const names = ofNode[id.slice(1)];
    if (id.startsWith('\0') && names) return names.map((name) => `export class ${name} {}`).join('\n');
    const [, module = ''] = /[\\/]dist[\\/](.*)\.js$/.exec(id) ?? [];
    return inMemory[module.replaceAll('\\', '/')];
  },
};

/** Entries of the package, below dist/, by the names of their files. */
const entries = { core: 'project/core/index', 'dynamic-web': 'messages/dynamic/web' };
const modules = Object.values(entries);

/**
 * The entries whose modules import nothing from Node: `soapwright/core`, and `soapwright/dynamic` in browsers and Workers.
 * What both need is in a file beside them.
 */
export const memoryEntries = {
  ...withoutDisk,
  input: Object.fromEntries(Object.entries(entries).map(([name, module]) => [name, `dist/${module}.js`])),
  // Of a room's index it takes what it uses, and no module of Node that the rest imports.
  treeshake: {
    moduleSideEffects: (id) => !/^node:/.test(id) && (!/[\\/]dist[\\/]/.test(id) || isModule(id)),
  },
  plugins: [
    memoryModules,
    {
      name: 'memory-forms',
      // For `require`, which loads ECMAScript modules in Node 20.19 and later: a second form would be as large as the first.
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'core.cjs', source: "module.exports = require('./core.mjs');\n" });
      },
      writeBundle() {
        for (const module of modules) generatorDeclarations.write(module);
      },
    },
  ],
};

function isModule(id) {
  return modules.some((module) => id.replaceAll('\\', '/').endsWith(`/dist/${module}.js`));
}

function wellKnownDocuments() {
  const folder = 'schema/well-known';
  const names = readdirSync(folder, { recursive: true }).filter((name) => /\.(xsd|wsdl)$/.test(name));
  return Object.fromEntries(names.map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]));
}
