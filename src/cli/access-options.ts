import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { AccessOptions } from '../fetch/index.ts';

/** The options with the password that the user types, if they ask for it and there is a terminal. It is not shown. */
export async function withPassword<Options extends AccessOptions>(options: Options): Promise<Options> {
  if (options.passwordFrom !== 'prompt' || options.prompted !== undefined) return options;
  if (process.stdin.isTTY !== true) return options;
  const hidden = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: true });
  process.stderr.write(options.user === undefined ? 'Password or token: ' : `Password of ${options.user}: `);
  try {
    return { ...options, prompted: await lines.question('') };
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

/** The options for a server alone: other flags have other meanings for a fetch. */
export function accessOptions(flags: AccessOptions): AccessOptions {
  const { header, headerEnv, user, passwordFrom, prompted, auth, allowHttp, cert, key, passphrase, ca, proxyAuth } =
    flags;
  return { header, headerEnv, user, passwordFrom, prompted, auth, allowHttp, cert, key, passphrase, ca, proxyAuth };
}
