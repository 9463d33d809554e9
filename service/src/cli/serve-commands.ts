import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { errorFields, stderrLogger } from '../common/logger.ts';
import { settings as known, type Settings, settingNames } from '../config/settings.ts';
import type { Running } from '../server/run-service.ts';
import { type Flags, settingsOf, tracedSettingsOf, withServeFlags } from './command-options.ts';
import { jsonLine, print, table } from './command-output.ts';

/** Milliseconds until a start that a signal interrupts is ended. */
const startEnds = 2_000;

export function addServe(program: Command): void {
  withServeFlags(program.command('serve'))
    .option('--start-anew', 'begin with an empty database where that of the data folder is lost')
    .description('serve until SIGTERM or SIGINT; SIGHUP reloads the certificate')
    .action(async ({ startAnew, ...flags }: Flags & { readonly startAnew?: boolean }) => {
      const settings = settingsOf(flags, process.env);
      const { runService } = await import('../server/run-service.ts');
      const log = stderrLogger(settings.logLevel);
      // Node prints the error too; this adds a line to the log.
      process.on('uncaughtExceptionMonitor', (error) => log.error('crashed', errorFields(error)));
      // Installed before "listening" is logged, since readers of the log may send a signal at once.
      let running: Running | undefined;
      process.on('SIGHUP', () => void running?.reload());
      const signalled = waitForSignal();
      const starting = runService(settings, log, process.env, { startAnew });
      const interrupted = signalled.then(() => sleep(startEnds, undefined, { ref: false }));
      running = await Promise.race([starting, interrupted]);
      // A start may wait for a database; ending it is as safe as killing the process.
      if (running === undefined) process.exit(0);
      await signalled;
      await running.stop();
    });
}

/**
 * Waits for SIGTERM or SIGINT, once: a second signal ends the process at once. Under npm, the end of the parent process
 * counts too, since npm's shell does not forward a SIGTERM.
 */
export async function waitForSignal(): Promise<void> {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  await new Promise<void>((resolve) => {
    const parent = process.ppid;
    const checkParent = (): void => {
      if (process.ppid !== parent) stop();
    };
    const timer = process.env.npm_lifecycle_event === undefined ? undefined : setInterval(checkParent, 500).unref();
    const stop = (): void => {
      clearInterval(timer);
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}

export function addConfig(program: Command): void {
  withServeFlags(program.command('config'))
    .option('--json', 'one JSON object per line')
    .description('check the settings that serve would use, and print them with their sources')
    .action(async ({ json = false, ...flags }: Flags & { readonly json?: boolean }) => {
      const { settings, sources } = tracedSettingsOf(flags, process.env);
      await checkFiles(settings, process.env);
      const rows = [
        ...settingNames.map((name) => ({
          setting: known[name].path.join('.'),
          value: known[name].isSecret ? null : (settings[name] ?? null),
          source: sources[name],
        })),
        // A secret: only its source is shown.
        { setting: 'service key', value: null, source: keySourceName(settings, process.env) },
      ];
      const cells = rows.map(({ setting, value, source }) => [setting, String(value ?? '-'), source]);
      await print(json ? rows.map(jsonLine).join('') : table([], cells));
    });
}

/** The files that `serve` reads before it opens the data folder. */
async function checkFiles(settings: Settings, environment: NodeJS.ProcessEnv): Promise<void> {
  const [{ certificateFiles, readCertificate }, { keySource }, { loadHooks }, { loadOperatorSignIn }] =
    await Promise.all([
      import('../server/tls-certificate.ts'),
      import('../server/open-with-settings.ts'),
      import('../hooks/hooks-file.ts'),
      import('../server/operator-page/sign-in-file.ts'),
    ]);
  const files = certificateFiles(settings);
  if (files !== undefined) await readCertificate(files);
  await keySource(settings, environment);
  await loadHooks(settings.hooksFile);
  if (settings.operatorSignIn !== undefined) await loadOperatorSignIn(settings.operatorSignIn);
}

function keySourceName({ serviceKeyFile }: Settings, { RFS_SERVICE_KEY }: NodeJS.ProcessEnv): string {
  if (RFS_SERVICE_KEY !== undefined && RFS_SERVICE_KEY !== '') return 'environment RFS_SERVICE_KEY';
  return serviceKeyFile ?? 'service.key in the data folder';
}
