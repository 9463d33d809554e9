import type { Command } from 'commander';
import { quoted } from '../demo/curl.ts';
import { usualServiceAddress } from '../demo/values.ts';
import { providerPortOf, startProvider } from './demo.ts';
import { type Flags, loggerOf, settingsOf, withDataFlags } from './options.ts';
import { print } from './output.ts';
import { untilSignalled } from './serve.ts';

interface ProviderFlags extends Flags {
  readonly url?: string;
  readonly json?: boolean;
}

export function addDemoProvider(commands: Command): void {
  withDataFlags(commands.command('demo-provider'))
    .option('-p, --port <number>', 'port to listen on, on this machine alone (default: 8081)')
    .option('--url <url>', 'address of the service, for the commands that its pages show')
    .option('--json', 'print the variables as one JSON object')
    .description('run the identity provider of the demonstration alone, and print the variables that demo.yaml names')
    .action(async ({ url, json, port, ...flags }: ProviderFlags) => {
      const settings = settingsOf(flags, process.env);
      const signalled = untilSignalled();
      const provider = await startProvider({
        data: settings.data,
        port: providerPortOf(port, process.env, settings.port),
        serviceAddress: () => url ?? usualServiceAddress(process.env),
        log: loggerOf(settings),
      });
      const variables = Object.entries(provider.variables);
      const lines = variables.map(([name, value]) => `export ${name}=${quoted(value)}\n`).join('');
      await print(json ? `${JSON.stringify(provider.variables)}\n` : lines);
      await signalled;
      await provider.stop();
    });
}
