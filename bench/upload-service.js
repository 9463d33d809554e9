// The Remote File Service in a process of its own, on a provisioned folder.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The command of this build. */
export const command = fileURLToPath(new URL('../service/bin/remote-file-service.js', import.meta.url));

/** Environment variables with the keys that the folder is provisioned with. */
export const keys = { RFS_API_KEY: 'bench-key', RFS_FOLDER_KEY: 'bench-folder' };

/** Starts the service on a new folder `data` in a folder. @param {string} bin its command */
export async function startService(bin, folder) {
  const nouns = join(folder, 'bench.yaml');
  writeFileSync(
    nouns,
    `accounts:\n  - { userName: bench, email: bench@bench.example, folders: [/in] }\napiKeys:\n  - { name: bench, key: ${keys.RFS_API_KEY} }\nfolderKeys:\n  - { name: bench, key: ${keys.RFS_FOLDER_KEY}, folder: /bench/in }\n`,
  );
  const data = join(folder, 'data');
  execFileSync(process.execPath, [bin, 'provision', nouns, '--data', data], { stdio: 'ignore' });
  // The log is part of the work, and contains the address.
  const args = [bin, 'serve', '--data', data, '--port', '0', '--no-rate-limit'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /"url":"(http[^"]+)"/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error('the service did not start')));
  });
  return { child, url };
}

/** Ends a server, and waits for its end. */
export async function stop(child) {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}
