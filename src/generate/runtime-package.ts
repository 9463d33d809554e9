import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Diagnostic, cli as messages, report } from '../diagnostics/index.ts';
import type { Prepared } from './prepare.ts';

const runtime = '@soapwright/runtime';

/** Whether generated code will find the runtime that it needs: what is missing, and the remedy. */
export function runtimeDiagnostics(prepared: readonly Prepared[]): readonly Diagnostic[] {
  return prepared.flatMap(({ out, wanted: { generation: needed } }) => {
    const found = installedGeneration(out.path);
    if (found === 'missing') return [report(messages.runtimeMissing, { folder: out.shown })];
    if (found === undefined || found === needed) return [];
    const entry = found < needed ? messages.runtimeTooOld : messages.runtimeTooNew;
    return [report(entry, { folder: out.shown, found, needed })];
  });
}

/** Of the runtime that a module in the folder would import; undefined when the package does not say. */
function installedGeneration(folder: string): number | 'missing' | undefined {
  let text: string;
  try {
    // Looks upwards from the folder, which need not be there yet.
    const path = createRequire(join(folder, 'index.js')).resolve(`${runtime}/package.json`);
    text = readFileSync(path, 'utf8');
  } catch {
    return 'missing';
  }
  const { soapwright } = JSON.parse(text) as { readonly soapwright?: { readonly generation?: unknown } };
  return typeof soapwright?.generation === 'number' ? soapwright.generation : undefined;
}
