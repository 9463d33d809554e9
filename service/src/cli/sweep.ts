import type { Command } from 'commander';
import { type Flags, withDataFlags } from './options.ts';
import { print } from './output.ts';
import { withData } from './with-data.ts';

export function addSweep(program: Command): void {
  withDataFlags(program.command('sweep'))
    .description('remove uploads that were not finished in time, and files that belong to nothing')
    .action(async (flags: Flags) => {
      const { expiredUploads, forgottenUploads, strayParts } = await withData(flags, (service) => service.sweep());
      await print(
        `expired uploads: ${expiredUploads}\nforgotten uploads: ${forgottenUploads}\nstray files: ${strayParts}\n`,
      );
    });
}
