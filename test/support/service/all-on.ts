import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Environment variables of a service with everything on that stands between a chunk and its file: sealed bytes, and a check
 * that accepts a file only if its bytes have the SHA-256 that the service names.
 *
 * @param folder for the files that they name.
 */
export async function allOn(folder: string): Promise<Readonly<Record<string, string>>> {
  const script = join(folder, 'check.sh');
  await writeFile(script, 'test "$(sha256sum | cut -d " " -f 1)" = "$RFS_FILE_SHA256"\n');
  const hooks = join(folder, 'hooks.yaml');
  await writeFile(hooks, `checks:\n  - { name: whole, command: [/bin/sh, ${JSON.stringify(script)}] }\n`);
  return { RFS_ENCRYPTION: 'true', RFS_HOOKS_FILE: hooks };
}
