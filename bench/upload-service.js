// The Remote File Service in a process of its own, on a provisioned folder.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The command of this build. */
export const command = fileURLToPath(new URL('../service/bin/remote-file-service.js', import.meta.url));

/** Bytes of a chunk of the load. */
export const chunkSize = 1024 * 1024;

/** Environment variables with the keys that the folder is provisioned with. */
export const keys = { RFS_API_KEY: 'bench-key', RFS_FOLDER_KEY: 'bench-folder' };

/** Starts the service on a new folder `data` in a folder. @param {string} bin its command */
export async function startService(bin, folder) {
  const data = join(folder, 'data');
  provision(bin, folder, data);
  return await serve(bin, data);
}

/** Creates the account and the keys. @param {Record<string, string>} [environment] names servers in place of the folder */
export function provision(bin, folder, data, environment = {}) {
  const nouns = join(folder, 'bench.yaml');
  writeFileSync(
    nouns,
    `accounts:\n  - { userName: bench, email: bench@bench.example, folders: [/in] }\napiKeys:\n  - { name: bench, key: ${keys.RFS_API_KEY} }\nfolderKeys:\n  - { name: bench, key: ${keys.RFS_FOLDER_KEY}, folder: /bench/in }\n`,
  );
  const env = { ...process.env, ...environment };
  execFileSync(process.execPath, [bin, 'provision', nouns, '--data', data], { stdio: 'ignore', env });
}

/** Starts a process of the service. */
export async function serve(bin, data, environment = {}) {
  // The log is part of the work, and contains the address.
  const args = [bin, 'serve', '--data', data, '--port', '0', '--no-rate-limit'];
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /"url":"(http[^"]+)"/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error('the service did not start')));
  });
  return { child, url };
}

/** Sends chunks, of 1 MiB by default, from a process of its own. Returns their number, rate and latencies in milliseconds. */
export async function uploadLoad(url, { uploads, seconds, size = chunkSize }) {
  const script = fileURLToPath(new URL('upload-load.js', import.meta.url));
  const child = spawn(process.execPath, [script, url, String(uploads), String(seconds), String(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('the load failed');
  return JSON.parse(output);
}

/** Ends a server, and waits for its end. */
export async function stop(child) {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}
