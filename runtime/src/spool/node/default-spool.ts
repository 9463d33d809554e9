import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Spool } from '../spool.ts';
import { fileSpool } from './file-spool.ts';

let shared: Spool | undefined;

/** The spool of servers and clients that were given none: a folder for temporary files, which goes with the process. */
export function defaultSpool(): Spool {
  return {
    begin() {
      shared ??= temporarySpool();
      return shared.begin();
    },
  };
}

function temporarySpool(): Spool {
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-spool-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return fileSpool({ folder });
}
