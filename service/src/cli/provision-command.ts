import type { Command } from 'commander';
import { stderrLogger } from '../common/logger.ts';
import { type Flags, readText, settingsOf, withDataFlags } from './command-options.ts';
import { exitCodes, type Outcome, print } from './command-output.ts';

export function addProvision(program: Command, outcome: Outcome): void {
  withDataFlags(program.command('provision'))
    .argument('<file>', 'YAML file of tenants, accounts, administrators, keys and promotions; - reads stdin')
    .option('--dry-run', 'show the changes field by field, and change nothing; exits with 1 if there are any')
    .option('--start-anew', 'begin with an empty database where that of the data folder is lost')
    .description('create and change the entities of a file, all or none')
    .action(
      async (
        file: string,
        { startAnew, ...flags }: Flags & { readonly dryRun?: boolean; readonly startAnew?: boolean },
      ) => {
        const settings = settingsOf(flags, process.env);
        const [
          { loadEntities },
          { secretSourceBeside },
          { describeDifference, describeChanges },
          { keySource, openWith, serversOf },
        ] = await Promise.all([
          import('../operator/provisioning/load-entities.ts'),
          import('../operator/provisioning/secret-values.ts'),
          import('../operator/provisioning/provision-context.ts'),
          import('../server/open-with-settings.ts'),
        ]);
        // Parsed first: an invalid file must not create a data folder.
        const loaded = loadEntities(
          readText(file, 'the provisioning file'),
          file === '-' ? 'stdin' : file,
          secretSourceBeside(file),
        );
        if (flags.dryRun) {
          const run = { data: settings.data, serviceKeys: await keySource(settings, process.env) };
          const servers = serversOf(settings, process.env);
          const changes = await (servers === undefined
            ? (await import('../operator/dry-run.ts')).dryRun(run, loaded)
            : (await import('../operator/dry-run-on-servers.ts')).dryRunOnServers(servers, run, loaded));
          if (changes.length > 0) outcome.exitCode = exitCodes.findings;
          await print(describeDifference(changes));
          return;
        }
        const { provision } = await import('../operator/provisioning/provision.ts');
        const service = await openWith(settings, stderrLogger(settings.logLevel, { late: true }), process.env, {
          followKeys: false,
          startAnew,
        });
        try {
          await print(describeChanges(await service.withRoom(() => provision(service.state, loaded))));
        } finally {
          await service.close();
        }
      },
    );
}
