import type { Command } from 'commander';
import { errorFields } from '../common/logger.ts';
import { settings as known, type Settings } from '../config/settings.ts';
import type { Running } from '../server/run-service.ts';
import { jsonLine, print } from './command-output.ts';
import { type Flags, loggerOf, settingsOf, tracedSettingsOf, withServeFlags } from './options.ts';

export function addServe(program: Command): void {
  withServeFlags(program.command('serve'))
    .description('serve until SIGTERM or SIGINT; SIGHUP takes a new certificate over')
    .action(async (flags: Flags) => {
      const settings = settingsOf(flags, process.env);
      const { runService } = await import('../server/run-service.ts');
      const log = loggerOf(settings);
      // What ends the process is printed all the same; here it becomes a line that whoever reads the log finds.
      process.on('uncaughtExceptionMonitor', (error) => log.error('crashed', errorFields(error)));
      // Before it says that it listens: whoever reads that may send it a signal at once.
      let running: Running | undefined;
      process.on('SIGHUP', () => void running?.reload());
      const signalled = waitForSignal();
      running = await runService(settings, log, process.env);
      await signalled;
      await running.stop();
    });
}

/** Waits for SIGTERM or SIGINT, and then for what is running (rule T9). */
export async function waitAndStop(running: Running): Promise<void> {
  await waitForSignal();
  await running.stop();
}

/**
 * Waits for SIGTERM or SIGINT. From then on both have their usual effect again: a second one ends the process at once.
 * Where npm has started it, the end of its parent counts too: npm's shell takes a SIGTERM, and does not pass it on.
 */
export async function waitForSignal(): Promise<void> {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  await new Promise<void>((resolve) => {
    const parent = process.ppid;
    const look = (): void => {
      if (process.ppid !== parent) stop();
    };
    const looking = process.env.npm_lifecycle_event === undefined ? undefined : setInterval(look, 500).unref();
    const stop = (): void => {
      clearInterval(looking);
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}

export function addConfig(program: Command): void {
  withServeFlags(program.command('config'))
    .option('--json', 'one JSON object a line')
    .description('check the settings that serve would have, and print them with where each was found')
    .action(async ({ json = false, ...flags }: Flags & { readonly json?: boolean }) => {
      const { settings, sources } = tracedSettingsOf(flags, process.env);
      await checkFiles(settings, process.env);
      const rows = [
        ...(Object.keys(known) as (keyof Settings)[]).map((name) => ({
          setting: known[name].path.join('.'),
          value: settings[name] ?? null,
          source: sources[name],
        })),
        // A secret: only where it comes from is shown.
        { setting: 'service key', value: null, source: keySource(settings, process.env) },
      ];
      await print(json ? rows.map(jsonLine).join('') : table(rows));
    });
}

interface Row {
  readonly setting: string;
  readonly value: string | number | boolean | null;
  readonly source: string;
}

function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ setting, value, source }) => [setting, value === null ? '-' : String(value), source] as const,
  );
  const widthOf = (column: 0 | 1): number => Math.max(...lines.map((line) => line[column].length));
  const [first, second] = [widthOf(0), widthOf(1)];
  return lines.map(([a, b, c]) => `${a.padEnd(first)}  ${b.padEnd(second)}  ${c}\n`).join('');
}

/** What `serve` reads before it touches the data folder. */
async function checkFiles(settings: Settings, environment: NodeJS.ProcessEnv): Promise<void> {
  const [{ certificateFiles, readCertificate }, { givenKey }] = await Promise.all([
    import('../server/tls-certificate.ts'),
    import('../server/open-with-settings.ts'),
  ]);
  const files = certificateFiles(settings);
  if (files !== undefined) await readCertificate(files);
  await givenKey(settings, environment);
}

function keySource({ serviceKeyFile }: Settings, { RFS_SERVICE_KEY }: NodeJS.ProcessEnv): string {
  if (RFS_SERVICE_KEY !== undefined && RFS_SERVICE_KEY !== '') return 'environment RFS_SERVICE_KEY';
  return serviceKeyFile ?? 'service.key in the data folder';
}
