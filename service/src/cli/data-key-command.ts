import type { Command } from 'commander';
import { type Flags, withData, withDataFlags } from './command-options.ts';
import { jsonLine, print, printToStderr, table, timeJson, timeText } from './command-output.ts';

export function addDataKey(program: Command): void {
  const group = program.command('data-key').description('the keys of tenants that seal the bytes of files');
  withDataFlags(group.command('list'))
    .option('--json', 'one JSON object per line')
    .description('list the data keys with the files that they seal, the oldest first')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { listDataKeysOf } = await import('../operator/manage-data-keys.ts');
      const list = await withData(flags, ({ state }) => listDataKeysOf(state));
      const rows = list.map(({ id, tenant, sealedBy, createdAt, files, bytes }) => [
        id,
        tenant === null ? '-' : String(tenant),
        sealedBy,
        timeText(createdAt),
        String(files),
        String(bytes),
      ]);
      const lines = list.map(({ createdAt, ...key }) => jsonLine({ ...key, created: timeJson(createdAt) }));
      await print(
        flags.json ? lines.join('') : table(['ID', 'TENANT', 'SEALED BY', 'CREATED', 'FILES#', 'BYTES#'], rows),
      );
    });
  withDataFlags(group.command('rotate'))
    .argument('<tenant>', 'its clientId')
    .description('create a data key for the new files of a tenant; others keep theirs')
    .action(async (tenant: string, flags: Flags) => {
      const { rotateDataKey } = await import('../operator/manage-data-keys.ts');
      const id = await withData(flags, ({ state }) => rotateDataKey(state, Number(tenant)));
      await print(`data key ${id}: running servers use it within half a minute\n`);
    });
  withDataFlags(group.command('destroy'))
    .argument('<tenant>', 'its clientId')
    .option('--yes', 'destroy them; they cannot be restored')
    .description('destroy the data keys of a tenant, so that nobody can read its sealed files any more')
    .action(async (tenant: string, flags: Flags & { readonly yes?: boolean }) => {
      const { destroyDataKeys, listDataKeysOf, otherTenantsOf } = await import('../operator/manage-data-keys.ts');
      if (flags.yes !== true) {
        const [list, others] = await withData(flags, ({ state }) =>
          Promise.all([listDataKeysOf(state), otherTenantsOf(state.db, Number(tenant))]),
        );
        const keys = list.filter((key) => key.tenant === Number(tenant));
        const files = keys.reduce((sum, key) => sum + key.files, 0);
        const elsewhere = others.map((other) => other ?? 'accounts without a tenant').join(', ');
        await print(
          `would destroy data keys: ${keys.length}\nsealed files: ${files}\n${elsewhere && `some of them now in other tenants: ${elsewhere}\n`}Nothing was destroyed. Add --yes to destroy them.\n`,
        );
        return;
      }
      const destroyed = await withData(flags, ({ state, rewrite }) =>
        destroyDataKeys({ ...state, rewrite }, Number(tenant)),
      );
      await print(`destroyed data keys: ${destroyed}\n`);
      printToStderr('Backups of before still have them: destroy those, too.');
    });
}
