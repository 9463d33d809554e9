import type { Command } from 'commander';
import type { Change } from '../provisioning/application.ts';
import { loadNouns } from '../provisioning/load.ts';
import { provision } from '../provisioning/provision.ts';
import { secretsBeside } from '../provisioning/secret.ts';
import { openWith } from '../service/run-service.ts';
import { type Flags, loggerOf, readText, settingsOf, withDataFlags } from './options.ts';

export function addProvision(program: Command): void {
  withDataFlags(program.command('provision'))
    .argument('<file>', 'YAML file of tenants, accounts, administrators, keys and promotions')
    .description('bring the data folder to what a file says, as a whole or not at all')
    .action(async (file: string, flags: Flags) => {
      const settings = settingsOf(flags, process.env);
      // The file first: when it is not valid, no data folder is made.
      const loaded = loadNouns(readText(file, 'the provisioning file'), file, secretsBeside(file));
      const service = await openWith(settings, loggerOf(settings), process.env);
      try {
        const changes = await provision(service.state, loaded);
        process.stdout.write(describe(changes));
      } finally {
        await service.close();
      }
    });
}

function describe(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing to change.\n';
  return changes.map(({ kind, noun, name }) => `${kind} ${noun} ${name}\n`).join('');
}
