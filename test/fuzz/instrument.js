import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInstrumenter } from 'istanbul-lib-instrument';
import { rolldown } from 'rolldown';
import { transformSync } from 'rolldown/utils';

/** The module that holds the counters: one array for all files, since that is what the loop looks through after each run. */
const COUNTERS = 'fuzz:counters';
export const MOST_COUNTERS = 65_536;

/** What is measured: what reads and writes messages, and the generated code. */
const MEASURED = /^(?:runtime\/src\/(?:xml|types|soap|bytes|streaming)|test\/golden\/everything\/expected)\/[^.]+\.ts$/;

/** The counters of istanbul, `cov_x().s[3]++` and `cov_x().b[1][0]++`. */
const COUNTER = /cov_\w+\(\)\.(s|f|b)\[(\d+)\](?:\[(\d+)\])?\+\+/g;

/** Istanbul's own bookkeeping, which stands before the code. */
const PREAMBLE = /function (cov_\w+)\(\) \{[\s\S]*?\n\}\n\1\(\);\n/;

/**
 * Puts counters into modules as they are bundled.
 *
 * @param {string} root folder of the repository.
 * @param {{ file: string, from: string, to: string }} [plant] a fault to be made on purpose.
 */
function measuring(root, plant) {
  const places = [];
  const instrumenter = createInstrumenter({ esModules: true, compact: false });
  const plugin = {
    name: 'measuring',
    resolveId(source) {
      if (source === COUNTERS) return COUNTERS;
      if (source === '@soapwright/runtime') return join(root, 'runtime/src/index.ts');
      return null;
    },
    load(id) {
      return id === COUNTERS ? `export const counters = new Uint32Array(${MOST_COUNTERS});` : null;
    },
    transform(code, id) {
      const file = relative(root, id);
      if (!MEASURED.test(file)) return null;
      return { code: measured(planted(code, file, plant), file), moduleType: 'js' };
    },
  };
  function measured(source, file) {
    const { code } = transformSync(file, source);
    const first = places.length;
    const text = instrumenter.instrumentSync(code, file).replace(PREAMBLE, '');
    const { fnMap, statementMap, branchMap } = instrumenter.lastFileCoverage();
    const functions = Object.values(fnMap);
    const within = ({ start }) =>
      functions
        .filter(({ loc }) => before(loc.start, start) && before(start, loc.end))
        .sort((one, other) => (before(one.loc.start, other.loc.start) ? 1 : -1))[0]?.name ?? 'module';
    const known = new Map();
    const counted = text.replace(COUNTER, (_, kind, index, branch) => {
      const key = `${kind}${index}.${branch ?? ''}`;
      if (!known.has(key)) {
        known.set(key, places.length - first);
        const at = kind === 's' ? statementMap[index] : kind === 'f' ? fnMap[index].loc : branchMap[index].loc;
        places.push({ file, name: kind === 'f' ? fnMap[index].name : within(at) });
      }
      return `counters_[${first + known.get(key)}]++`;
    });
    return `import { counters as counters_ } from '${COUNTERS}';\n${counted}`;
  }
  return { plugin, places };
}

function before(one, other) {
  return one.line < other.line || (one.line === other.line && one.column <= other.column);
}

function planted(code, file, plant) {
  if (plant?.file !== file) return code;
  if (!code.includes(plant.from)) throw new Error(`${file} does not hold what the planted fault replaces.`);
  return code.replace(plant.from, () => plant.to);
}

/**
 * Bundles the fuzzer with what it tests, counters in it, into a folder.
 *
 * @returns {Promise<{ bundle: string, places: { file: string, name: string }[] }>} the module, and where each counter stands.
 */
export async function build(root, folder, plant) {
  const { plugin, places } = measuring(root, plant);
  const made = await rolldown({
    input: join(root, 'test/fuzz/loop/worker.ts'),
    platform: 'node',
    external: ['saxes', 'libxml2-wasm', /^node:/],
    resolve: { conditionNames: ['@soapwright/source', 'node', 'import'] },
    plugins: [plugin],
    tsconfig: false,
    logLevel: 'silent',
  });
  await made.write({ dir: folder, format: 'esm', entryFileNames: 'fuzz.mjs', codeSplitting: false });
  await made.close();
  if (places.length > MOST_COUNTERS) throw new Error('There are more places than counters.');
  return { bundle: join(folder, 'fuzz.mjs'), places };
}

/** The dictionary: a JSON string a line; `#` begins a comment. A code above 0xff stands for its UTF-8, others for bytes. */
export function readDictionary(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => JSON.parse(line))
    .map((text) => (/[^\0-\xff]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text));
}
