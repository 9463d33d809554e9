import type { Command } from 'commander';
import { openWith } from '../service/run-service.ts';
import { type Flags, loggerOf, settingsOf, withDataFlags } from './options.ts';

export function addSweep(program: Command): void {
  withDataFlags(program.command('sweep'))
    .description('remove uploads that were not finished in time, and files that belong to nothing')
    .action(async (flags: Flags) => {
      const settings = settingsOf(flags, process.env);
      const service = await openWith(settings, loggerOf(settings), process.env);
      try {
        const { expiredUploads, forgottenUploads, strayParts } = await service.sweep();
        process.stdout.write(
          `expired uploads: ${expiredUploads}\nforgotten uploads: ${forgottenUploads}\nstray files: ${strayParts}\n`,
        );
      } finally {
        await service.close();
      }
    });
}
