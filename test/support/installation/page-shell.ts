import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { cleanEnvironment } from './program-folder.ts';

/** The behaviour of a program that the test plays: it ends with this output, or becomes another program. */
export type Played =
  | { readonly stdout: string }
  | { readonly argv: readonly string[]; readonly env: Readonly<Record<string, string>>; readonly cwd: string };

/** Plays a program. @throws {Error} for arguments that the test does not know: the command fails with its message. */
export type Player = (program: string, args: readonly string[], cwd: string) => Promise<Played>;

/** The blocks of commands of a page, below its headings of the second level. */
export function commandBlocks(page: string): ReadonlyMap<string, readonly string[]> {
  const sections = page.split(/^## /m).slice(1);
  return new Map(
    sections.flatMap((section) => {
      const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
      return blocks.length === 0 ? [] : [[section.split('\n', 1)[0] ?? '', blocks] as const];
    }),
  );
}

/** The script of a program that the test plays: it asks the test by HTTP what to do. */
export function playedScript(node: string, program: string): string {
  return `exec '${node}' "$PLAYED_SCRIPT" ${program} "$@"`;
}

/** By node:http, since `fetch` waits five minutes at most. */
const asking = `
import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
const [program, ...args] = process.argv.slice(2);
const asked = request(process.env.PLAYED_URL, { method: 'POST' }, async (response) => {
  const played = JSON.parse((await response.toArray()).join(''));
  if (response.statusCode !== 200) {
    process.stderr.write(played.message + '\\n');
    process.exitCode = 64;
  } else if (played.argv === undefined) process.stdout.write(played.stdout);
  else {
    const [file, ...rest] = played.argv;
    process.exitCode = spawnSync(file, rest, { env: played.env, cwd: played.cwd, stdio: 'inherit' }).status ?? 1;
  }
});
asked.end(JSON.stringify({ program, args, cwd: process.cwd() }));
`;

/**
 * Runs commands as one shell that a person pastes them into; it ends at the first that fails.
 *
 * @returns their output.
 * @throws {Error} with all output, when one fails.
 */
export async function runInShell(
  commands: string,
  { programs, cwd, scratch, play }: { programs: string; cwd: string; scratch: string; play: Player },
): Promise<string> {
  const script = join(scratch, 'played.mjs');
  writeFileSync(script, asking);
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (text: Buffer) => {
      body += text.toString();
    });
    request.on('end', () => {
      const { program, args, cwd } = JSON.parse(body) as { program: string; args: readonly string[]; cwd: string };
      play(program, args, cwd).then(
        (played) => response.end(JSON.stringify(played)),
        (error: unknown) => response.writeHead(500).end(JSON.stringify({ message: String(error) })),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const env = {
    ...cleanEnvironment(programs),
    PLAYED_SCRIPT: script,
    PLAYED_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  const shell = spawn('/bin/bash', ['-e', '-u', '-o', 'pipefail', '-c', commands], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(shell, 'close')) as [number | null];
  server.close();
  if (code !== 0) throw new Error(`The commands ended with ${code}:\n${output}`);
  return output;
}
