import { writeFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

/** Declarations of the ECMAScript modules re-export those by tsc, which are CommonJS: both forms have the same types. */
const declarations = {
  name: 'declarations',
  writeBundle() {
    writeFileSync('security/dist/declarations/package.json', '{ "type": "commonjs" }\n');
    for (const folder of ['', 'profiles/']) {
      writeFileSync(`security/dist/declarations/${folder}index.d.mts`, "export * from './index.js';\n");
    }
  },
};

/** The CommonJS form of the package, for programs that cannot load ECMAScript modules by `require`. */
export default defineConfig([
  {
    input: {
      index: 'security/dist/index.js',
      'profiles/index': 'security/dist/profiles/index.js',
      sha1: 'security/dist/sha1.js',
      'node/sha1': 'security/dist/node/sha1.js',
    },
    platform: 'neutral',
    external: /^(@soapwright\/|node:|#)/,
    plugins: [declarations],
    output: {
      dir: 'security/dist/cjs',
      format: 'cjs',
      esModule: true,
      comments: false,
      cleanDir: true,
      entryFileNames: '[name].cjs',
      chunkFileNames: 'shared/[name].cjs',
    },
  },
]);
