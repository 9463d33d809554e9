import { createHash } from 'node:crypto';
import type { Diagnostic } from '../diagnostic.ts';
import type { RunReport } from './run-report.ts';

/**
 * A fingerprint for each diagnostic, by which a CI system knows it again in the next run: of its code, file and message
 * and the text that it points to, so that it stays the same when lines move. Equal ones are numbered.
 */
export function fingerprintsOf({ diagnostics, sources = new Map() }: RunReport): readonly string[] {
  const counts = new Map<string, number>();
  return diagnostics.map((diagnostic) => {
    const { code, file = '', message } = diagnostic;
    const key = [code, file, message, textAt(diagnostic, sources)].join('\0');
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return createHash('sha256').update(`${key}\0${count}`).digest('hex').slice(0, 32);
  });
}

function textAt({ file = '', line, column, length = 0 }: Diagnostic, sources: ReadonlyMap<string, string>): string {
  if (line === undefined || column === undefined) return '';
  const text = sources.get(file)?.split('\n', line)[line - 1] ?? '';
  return text.slice(column - 1, column - 1 + length);
}
