import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/** A folder of generated code. */
export interface Compilable {
  readonly id: string;
  readonly bytes: number;
}

/** Programs of many entries compile several times faster than one program for each. */
const maxProgramBytes = 12_000_000;
const maxProgramEntries = 60;

/** Splits the entries into programs. */
export function programs(entries: readonly Compilable[]): readonly (readonly Compilable[])[] {
  const batches: Compilable[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const last = batches.at(-1);
    if (last !== undefined && bytes + entry.bytes <= maxProgramBytes && last.length < maxProgramEntries) {
      last.push(entry);
      bytes += entry.bytes;
    } else {
      batches.push([entry]);
      bytes = entry.bytes;
    }
  }
  return batches;
}

/** Compiles the subfolders with these ids; returns the errors of each that has some. */
export async function compileEntries(
  folder: string,
  entries: readonly Compilable[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const errors = new Map<string, string[]>();
  for (const [index, program] of programs(entries).entries()) {
    const config = join(folder, `tsconfig.${index}.json`);
    const include = program.map(({ id }) => `${id}/**/*.ts`);
    writeFileSync(config, JSON.stringify({ compilerOptions, include }));
    for (const [id, messages] of errorsById(await compilerOutput(folder, config))) errors.set(id, messages);
  }
  return errors;
}

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: 'es2023',
  lib: ['es2023'],
  types: ['node'],
  module: 'nodenext',
  allowImportingTsExtensions: true,
  skipLibCheck: true,
};

async function compilerOutput(cwd: string, config: string): Promise<string> {
  const command = [compiler, '-p', config, '--pretty', 'false'];
  try {
    const options = { cwd, maxBuffer: 2 ** 28 };
    return (await promisify(execFile)(process.execPath, command, options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    const output = `${stdout ?? ''}${stderr ?? ''}`;
    if (output === '') throw error;
    return output;
  }
}

/** Sorts lines as `e0001/types.ts(3,4): error TS2304: …` by the first folder of their file. */
export function errorsById(output: string): ReadonlyMap<string, string[]> {
  const errors = new Map<string, string[]>();
  for (const line of output.split('\n')) {
    const [, id, text] = /^([^/\s]+)\/(\S.*: error TS.*)$/.exec(line) ?? [];
    if (id === undefined || text === undefined) {
      if (/error TS/.test(line)) throw new Error(`The compiler failed: ${line}`);
      continue;
    }
    errors.set(id, [...(errors.get(id) ?? []), text]);
  }
  return errors;
}
