import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { type Diagnostic, samples as kinds, output, report } from '../../diagnostics/index.ts';
import { type Sample, sampleFileName } from './make-samples.ts';

export interface WrittenSample {
  readonly file: string;
  readonly change: 'created' | 'updated' | 'unchanged';
}

export interface WrittenSamples {
  readonly files: readonly WrittenSample[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Writes the envelopes to files. Nothing is written if one of them exists with another content, unless `force` is true.
 *
 * @param current the folder that `folder` is relative to; absolute.
 */
export function writeSamples(
  samples: readonly Sample[],
  { folder, current, force }: { readonly folder: string; readonly current: string; readonly force: boolean },
): WrittenSamples {
  const planned = samples
    .filter(({ envelope }) => envelope !== '')
    .map((sample) => {
      const name = sampleFileName(sample);
      const text = `${sample.envelope}\n`;
      const before = fileText(join(resolve(current, folder), name));
      const change = before === undefined ? 'created' : before === text ? 'unchanged' : 'updated';
      return { file: posix.join(folder.replaceAll('\\', '/'), name), text, change } as const;
    });
  const others = force ? [] : planned.filter(({ change }) => change === 'updated');
  const diagnostics = others.map(({ file }) => report(kinds.otherFile, { file }, { file }));
  if (diagnostics.length > 0) return { files: [], diagnostics };
  try {
    mkdirSync(resolve(current, folder), { recursive: true });
    for (const { file, text, change } of planned)
      if (change !== 'unchanged') writeFileSync(resolve(current, file), text);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return { files: [], diagnostics: [report(output.cannotWrite, { file: folder, reason }, { file: folder })] };
  }
  return { files: planned.map(({ file, change }) => ({ file, change })), diagnostics };
}

/** Undefined for a file that does not exist or cannot be read, which writing reports. */
function fileText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
