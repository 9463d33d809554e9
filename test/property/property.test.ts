import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { php, required, zeep } from '../interop/foreign.ts';
import { hasXmllint } from '../interop/schemas.ts';
import { readByPhp, readByZeep } from '../interop/wsdl-readers.ts';
import { runs } from './runs.ts';
import { Study } from './study.ts';

/**
 * Random contracts of every construct, and random values of each of their messages, through all that is generated. More
 * of it: SOAPWRIGHT_PROPERTY_RUNS=50 SOAPWRIGHT_PROPERTY_SEED=1 npx vitest run --project thorough test/property
 */
const study = new Study({ contracts: runs(24), values: 3, mutations: 8 });

beforeAll(() => study.run(), 3_600_000);
afterAll(() => study.folder.remove());

/** The first lines of all of them, and the first one as a whole. */
function none(list: readonly string[]): void {
  const heads = list.map((one) => one.slice(0, one.indexOf('\nSOAPWRIGHT')).slice(0, 400));
  expect(list[0], `${list.length} of them:\n${heads.slice(0, 40).join('\n')}\n`).toBeUndefined();
}

describe('random contracts', () => {
  it('are accepted, or rejected for a clash of names or ambiguous content; at least half are accepted', () => {
    none(study.unexpectedDiagnostics);
    const { contracts, refusedForClashes } = study.figures;
    expect(contracts).toBeGreaterThan(refusedForClashes);
  });

  it('are generated if accepted, and every value survives a round trip, in tolerant and in strict mode', () => {
    none(study.failures);
    const { exchanges, withoutValue, regrouped } = study.figures;
    expect(exchanges).toBeGreaterThan(study.figures.contracts);
    expect(withoutValue).toBeLessThan(exchanges / 10);
    expect(regrouped).toBeLessThan(exchanges / 10);
  });

  it('compile with the strictest settings', () => {
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: 'es2023', lib: ['es2023'], types: ['node'], skipLibCheck: true },
      ...{ module: 'nodenext', allowImportingTsExtensions: true, erasableSyntaxOnly: true, verbatimModuleSyntax: true },
      ...{
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        isolatedDeclarations: true,
        declaration: true,
      },
    };
    const include = study.folders.slice(0, 8).map((folder) => join(folder, '*.ts'));
    const project = join(study.folder.path, 'tsconfig.json');
    writeFileSync(project, JSON.stringify({ compilerOptions, include }));
    writeFileSync(join(study.folder.path, 'package.json'), '{ "type": "module" }');
    const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
    expect(spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' }).stdout).toBe('');
  });
});

describe.skipIf(!hasXmllint && !required)('random messages, by xmllint', () => {
  it('are valid by the generated schema', () => {
    none(study.invalid);
    expect(study.figures.documents).toBeGreaterThan(0);
  });

  it('R1: with one change they are rejected by both, or by neither', () => {
    none(study.disagreements);
    const { mutations, mutationsRefused } = study.figures;
    expect(mutationsRefused).toBeGreaterThan(mutations / 4);
  });
});

/**
 * What readers cannot do whatever a WSDL says: libxml2 keeps an ampersand of a namespace name as a reference, and takes no
 * name beyond ASCII for a URI; zeep cannot resolve the named item type of a list.
 */
const faultsOfReaders = /&#38;|is not a valid URI|'lxml\.etree\.QName' object has no attribute 'resolve'/;

/** WSDLs that a reader could not read, or without an operation. */
function missed(read: readonly { readonly error?: string; readonly names: readonly string[] }[]): readonly string[] {
  return study.wsdls.flatMap(({ operations, texts }, index) => {
    const { error, names = [] } = read[index] ?? {};
    if (error !== undefined) return faultsOfReaders.test(error) ? [] : [`${error}${texts}`];
    const lacking = operations.filter((name) => !names.includes(name));
    return lacking.length === 0 ? [] : [`It lacks ${lacking.join(', ')}${texts}`];
  });
}

describe('the WSDLs of random contracts', () => {
  const paths = (): readonly string[] => study.wsdls.map(({ path }) => path);
  const unread = (read: readonly { readonly error?: string }[]): number =>
    read.filter(({ error }) => error !== undefined).length;

  it.skipIf(!zeep.available && !required)(
    'are read by zeep, which names every operation',
    () => {
      const read = readByZeep(paths()).map(({ operations = {}, ...rest }) => ({
        ...rest,
        names: Object.values(operations).flat(),
      }));
      none(missed(read));
      expect(unread(read)).toBeLessThan(read.length);
    },
    120_000,
  );

  it.skipIf(!php.available && !required)(
    'are read by PHP, which names every operation',
    () => {
      const read = readByPhp(paths()).map(({ functions = [], error }) => ({
        ...(error !== undefined && { error }),
        names: functions.map((signature) => / ([^ (]+)\(/.exec(signature)?.[1] ?? ''),
      }));
      none(missed(read));
      expect(unread(read)).toBeLessThan(read.length / 2);
    },
    120_000,
  );
});

it('prints the number of tests', () => {
  console.info(JSON.stringify(study.figures));
  expect(study.figures.contracts).toBeGreaterThan(0);
});
