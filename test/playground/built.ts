import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostic } from '../../src/index.ts';
import { root } from '../cli/cli.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface Contract {
  readonly files: Files;
  readonly main: string;
}

/** What the worker sends to the page. */
export interface Part {
  readonly part: 'code' | 'openapi' | 'lint' | 'breaking';
  readonly text?: string;
  readonly files?: readonly { readonly path: string; readonly text: string }[];
  readonly diagnostics?: readonly Diagnostic[];
  readonly findings?: readonly Diagnostic[];
}

/** The playground, built into a temporary folder. */
export class BuiltPlayground {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'soapwright-playground-'));

  constructor() {
    execFileSync(process.execPath, [join(root, 'site/playground/build.js'), this.folder]);
  }

  /** All parts of the worker's answer, by their names. */
  async answer(question: Contract & { readonly old?: Contract }): Promise<ReadonlyMap<Part['part'], Part>> {
    const { answer } = (await import(pathToFileURL(join(this.folder, 'worker.js')).href)) as {
      answer(question: unknown): AsyncIterable<Part>;
    };
    const parts = new Map<Part['part'], Part>();
    for await (const part of answer(question)) parts.set(part.part, part);
    return parts;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
