import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatorIdentity } from './generator.ts';

/**
 * What was made of texts before, kept where tools keep such things: in `.cache` of the nearest node_modules. It saves
 * time and decides nothing: each entry names everything that it was made from, this very build of soapwright included,
 * and where there is none all is made anew.
 */
export interface Memory {
  /** What was kept under the name, if it was made from the same. */
  readonly recall: <T extends object>(name: readonly string[], from: readonly unknown[]) => T | undefined;
  /** Plain data alone. */
  readonly keep: (name: readonly string[], from: readonly unknown[], what: object) => void;
}

export const noMemory: Memory = { recall: () => undefined, keep: () => {} };

/** Larger things are quicker made than read, in UTF-16 code units. */
const largest = 16 * 2 ** 20;

/** That of a folder; one that keeps nothing where there is no node_modules. */
export function memoryNear(folder: string): Memory {
  const modules = nearest(folder);
  if (modules === undefined) return noMemory;
  const cache = join(modules, '.cache', 'soapwright');
  let identity: string | undefined;
  const fileOf = (name: readonly string[]): string => join(cache, `${digest(JSON.stringify([folder, ...name]))}.json`);
  const headOf = (from: readonly unknown[], body: string): string => {
    identity ??= generatorIdentity();
    return `${digest(JSON.stringify([identity, from]))} ${digest(body)}\n`;
  };
  return {
    recall: <T extends object>(name: readonly string[], from: readonly unknown[]) => {
      try {
        const text = readFileSync(fileOf(name), 'utf8');
        const body = text.slice(text.indexOf('\n') + 1);
        return text === headOf(from, body) + body ? (JSON.parse(body) as T) : undefined;
      } catch {
        return undefined;
      }
    },
    keep: (name, from, what) => {
      const body = JSON.stringify(what);
      if (body.length > largest) return;
      try {
        mkdirSync(cache, { recursive: true });
        const temporary = `${fileOf(name)}.${process.pid}`;
        writeFileSync(temporary, headOf(from, body) + body);
        renameSync(temporary, fileOf(name));
      } catch {
        // The next run takes its time.
      }
    },
  };
}

function nearest(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const modules = join(at, 'node_modules');
    if (existsSync(modules)) return modules;
    if (dirname(at) === at) return undefined;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
