import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../free-ports.js';
import { commandScript, consoleSteps } from './console-steps.ts';
import { serviceBin, startLimitedServer } from './service-process.ts';
import { type SmtpReceiver, startSmtp } from './smtp-receiver.ts';

/**
 * Runs the commands of a page in order, beside a running server, and compares their output with the page. The page has the
 * file of provisioning as its first block of YAML, and may have that of hooks as its second.
 *
 * @param path of the page, below `docs/`.
 * @param least number of commands.
 * @param settings environment variables of the server and the commands.
 */
export function testConsolePage(path: string, least: number, settings: Readonly<Record<string, string>> = {}): void {
  const page = readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');
  const [provisioning = '', hooks = 'published: []\n'] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(
    ([, text]) => text,
  );
  const steps = consoleSteps(page);

  describe(`docs/${path}`, () => {
    let folder: string;
    let server: Awaited<ReturnType<typeof startLimitedServer>>;
    let smtp: SmtpReceiver;
    let env: NodeJS.ProcessEnv;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'rfs-page-'));
      writeFileSync(join(folder, 'service.yaml'), provisioning);
      mkdirSync(join(folder, 'bin'));
      const command = join(folder, 'bin', 'remote-file-service');
      writeFileSync(command, commandScript(serviceBin), { mode: 0o755 });
      const hooksFile = join(folder, 'hooks.yaml');
      smtp = await startSmtp();
      const mailServer = `smtp+plain://127.0.0.1:${smtp.port}`;
      writeFileSync(hooksFile, hooks.replaceAll('/srv', folder).replace('smtp://mail.example:587', mailServer));
      const port = await freePort();
      const RFS_PUBLIC_URL = `http://127.0.0.1:${port}`;
      const ofServer = {
        ...settings,
        RFS_PUBLIC_URL,
        RFS_SHARES_ENABLED: 'true',
        RFS_ADMIN_FILES: 'true',
        RFS_HOOKS_FILE: hooksFile,
        RFS_SCIM_ENABLED: 'true',
        RFS_TUS_ENABLED: 'true',
      };
      const args = ['--port', String(port), '--admin-port', '0'];
      server = await startLimitedServer(join(folder, 'data'), args, ofServer);
      const adminPort = /"adminPort":(\d+)/.exec(server.stderr())?.[1] ?? '';
      env = {
        ...process.env,
        PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
        TZ: 'UTC',
        RFS_DATA: 'data',
        ...ofServer,
        RFS_ADMIN_PORT: adminPort,
        RFS_URL: server.url,
        RFS_API_KEY: 'key-of-the-office',
        RFS_FOLDER_KEY: 'key-of-the-scanner',
      };
    });
    afterAll(async () => {
      server.process.kill('SIGTERM');
      await server.exited;
      await smtp.close();
      rmSync(folder, { recursive: true, force: true });
    });

    // A shell, find and dd.
    it.skipIf(process.platform === 'win32')(
      'shows what each command prints',
      async () => {
        expect(steps.length).toBeGreaterThanOrEqual(least);
        for (const { command, output } of steps) {
          writeFileSync(join(folder, 'server.log'), server.stderr());
          const done = await run(command, { cwd: folder, env });
          // Errors are output; notes beside a result are not. Files of this machine may have little space around them.
          const printed = done.stdout === '' ? done.stderr : done.stdout;
          if (!printed.includes('little-space')) expect(plain(printed, folder), command).toBe(plain(output, folder));
        }
      },
      900_000,
    );
  });
}

/** Runs a command in a shell, whatever its exit code, while what the server logs is read. */
async function run(
  command: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return await new Promise((resolve) =>
    execFile('sh', ['-c', command], options, (_, stdout, stderr) => resolve({ stdout, stderr })),
  );
}

/** Values that differ in each run, and columns, which depend on them, in one form. */
function plain(text: string, folder: string): string {
  return (
    text
      .replaceAll(folder, '/srv')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/\b[0-9a-f]{64}\b/g, (digest) => (text.includes('sha256: ') ? 'SHA-256' : digest))
      .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'ID')
      .replaceAll(/\?link=[\w.-]+/g, '?link=TOKEN')
      .replaceAll(/\/shared\/[\w-]{43}/g, '/shared/TOKEN')
      .replaceAll(/\b127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
      .replaceAll(/\blink:[0-9a-f]{16}\b/g, 'link:ID')
      .replaceAll(/\b[0-9a-fk]{32}\b/g, 'ID')
      .replaceAll(/\brequest=[0-9a-f]{12}\b/g, 'request=ID')
      .replaceAll(/^[\w-]{43}$/gm, 'KEY')
      .replaceAll(/(?<=^|service key |current, |Known by )[0-9a-f]{8}(?=:| )/gm, 'SERVICE-KEY')
      .replaceAll(/\b\d+\.\d+(?=$|\n)/g, 'SECONDS')
      .replaceAll(/\/[0-9a-f]{2}\/ID/g, '/ID')
      .replaceAll(/[ \t]+/g, ' ')
      // The last use of a key is stored at most a minute late.
      .replaceAll(/^(folder-key \S+) (?:TIME|-)$/gm, '$1 TIME')
      .trim()
  );
}
