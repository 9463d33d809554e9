import type { Command } from 'commander';
import { settings as known, type Settings } from '../config/settings.ts';
import { type Flags, tracedSettingsOf, withServeFlags } from './options.ts';
import { jsonLine, print } from './output.ts';

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
