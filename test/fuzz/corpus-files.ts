import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));

export interface CorpusFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The files that are kept for a target: seeds of a corpus, or former failures. */
export function filesOf(kind: 'corpus' | 'regressions', target: string): readonly CorpusFile[] {
  const folder = join(here, kind, target);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }));
}

/** Words to be put into documents; see dictionary.txt. */
export function dictionaryOf(target: string): readonly string[] {
  return [join(here, 'dictionary.txt'), join(here, `dictionary-${target}.txt`)]
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => String(JSON.parse(line)))
    .map((text) => (/[^\0-\xff]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text));
}
