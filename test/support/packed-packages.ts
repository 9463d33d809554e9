import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pack, packedFile } from '../../release/pack.js';
import { manifestOf } from '../../release/packages.js';

/** Unpacks packages as npm would install them, without those that they depend on. @param folders such as `runtime`. */
export function unpackInto(project: string, folders: readonly string[]): void {
  if (process.env.SOAPWRIGHT_PACKED === undefined) pack(folders);
  for (const folder of folders) {
    const { name } = manifestOf(folder);
    const target = join(project, 'node_modules', name);
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['-xzf', packedFile(name), '-C', target, '--strip-components=1']);
  }
}
