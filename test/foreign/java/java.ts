import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DateTime } from '@soapwright/runtime';
import type { ForeignAnswer } from '../support/case.ts';
import type { Call } from '../support/directions.ts';
import { runProgram } from '../support/program.ts';

/** Folder of Java sources beside this file, which read and write values as JSON. */
export const jsonSources: string = fileURLToPath(new URL('.', import.meta.url));

/**
 * Compiles all sources of some folders.
 *
 * @param out folder of the classes, which is created.
 * @param options of javac.
 */
export async function compileJava(
  folders: readonly string[],
  classpath: readonly string[],
  out: string,
  options: readonly string[] = [],
): Promise<void> {
  mkdirSync(out, { recursive: true });
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.java'))
      .map((name) => join(folder, name)),
  );
  await runProgram('javac', ['-nowarn', ...options, '-cp', [out, ...classpath].join(':'), '-d', out, ...sources]);
}

/** Runs the class `Client` for some calls. @param args its arguments. */
export async function runJavaClient(
  classpath: readonly string[],
  args: readonly string[],
  calls: readonly Call[],
): Promise<readonly ForeignAnswer[]> {
  const input = calls.map(({ operation, sent, requestHeaders }) => ({
    operation,
    sent,
    headers: javaNotation(requestHeaders ?? {}),
  }));
  const command = ['-Duser.timezone=UTC', '-cp', classpath.join(':'), 'Client', ...args];
  return JSON.parse(await runProgram('java', command, { input: JSON.stringify(input) })) as ForeignAnswer[];
}

/** Values as `Values.java` writes them; a list without items counts as absent, as JAXB does not tell the two apart. */
export function javaNotation(value: unknown): unknown {
  if (typeof value === 'bigint' || value instanceof DateTime) return value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value).replace('Infinity', 'INF');
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(javaNotation);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined && !(Array.isArray(field) && field.length === 0))
      .map(([name, field]) =>
        name === '$choice' ? [field.case, javaNotation(field.value)] : [name, javaNotation(field)],
      ),
  );
}
