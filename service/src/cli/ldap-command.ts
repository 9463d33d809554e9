import type { Command } from 'commander';
import { OperatorError } from '../operator/operator-context.ts';
import type { SyncOptions } from '../operator/sync-directory.ts';
import { type Flags, settingsOf, withData, withDataFlags } from './command-options.ts';
import { jsonLine, print } from './command-output.ts';
import { clientIdOf } from './key-commands.ts';

interface SyncFlags extends Flags {
  readonly tenant: string;
  readonly most: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addLdap(program: Command): void {
  const group = program.command('ldap').description("accounts of organisations' directories");
  withDataFlags(group.command('sync'))
    .requiredOption('--tenant <clientId>', 'the tenant whose identityProvider is a directory')
    .option('--most <share>', 'the most accounts that may be deactivated: half or all', 'half')
    .option('--dry-run', 'print what would change, and change nothing')
    .option('--json', 'one JSON object per line')
    .description('create, change and deactivate the accounts of a tenant as its directory has them')
    .action(async ({ tenant, most: share, dryRun = false, json, ...flags }: SyncFlags) => {
      const most = (['half', 'all'] as const).find((each) => each === share);
      if (most === undefined) throw new OperatorError('invalid-argument', '--most must be half or all.');
      const within = settingsOf(flags, process.env).providerSeconds * 6_000;
      const options: SyncOptions = { clientId: clientIdOf(tenant), dryRun, most, within };
      const { syncDirectory } = await import('../operator/sync-directory.ts');
      const synced = await withData(flags, ({ state }) => syncDirectory(state, options));
      const lines = synced.map(({ kind, name, reason }) =>
        json ? jsonLine({ kind, name, reason }) : `${kind} ${name}${reason === undefined ? '' : `: ${reason}`}\n`,
      );
      await print(lines.length === 0 && !json ? 'nothing to change\n' : lines.join(''));
    });
}
