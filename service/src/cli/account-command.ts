import type { Command } from 'commander';
import { type Flags, withData, withDataFlags } from './command-options.ts';
import { jsonLine, print, table, timeJson, timeText } from './command-output.ts';
import { erasureText } from './erasure-output.ts';
import { type RemovalFlags, removalText } from './removal-output.ts';

export function addAccount(program: Command): void {
  const accounts = program.command('account').description('list and remove accounts');
  withDataFlags(accounts.command('list'))
    .option('--json', 'one JSON object per line')
    .description('list the accounts with the number and bytes of their files')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { listAccounts } = await import('../operator/manage-accounts.ts');
      const list = await withData(flags, ({ state }) => listAccounts(state));
      const rows = list.map((account) => [
        account.userName,
        account.email,
        account.clientId === null ? '-' : String(account.clientId),
        account.hasPassword ? 'yes' : 'no',
        String(account.files),
        String(account.bytes),
        timeText(account.createdAt),
      ]);
      const lines = list.map(({ clientId, createdAt, ...rest }) =>
        jsonLine({ ...rest, tenant: clientId, created: timeJson(createdAt) }),
      );
      const headings = ['USERNAME', 'EMAIL', 'TENANT', 'PASSWORD', 'FILES#', 'BYTES#', 'CREATED'];
      await print(flags.json ? lines.join('') : table(headings, rows));
    });
  withDataFlags(accounts.command('remove'))
    .argument('<userName>')
    .option('--yes', 'remove it; without it, only print what would be removed')
    .option('--erase', 'also give its names in the audit log pseudonyms, and write the database anew; later too')
    .option('--json', 'as a JSON object')
    .description('remove an account with its folders, files, access keys, unfinished uploads and sessions')
    .action(async (userName: string, flags: RemovalFlags & { readonly erase?: boolean }) => {
      const dryRun = flags.yes !== true;
      if (flags.erase) {
        const { eraseAccount } = await import('../operator/erasure/erase-account.ts');
        const erasure = await withData(flags, ({ store, rewrite, state: { db, now } }) =>
          eraseAccount({ db, store, now, rewrite }, userName, { dryRun }),
        );
        await print(erasureText(erasure, flags));
        return;
      }
      const { removeAccountOf } = await import('../operator/remove-entries.ts');
      const removal = await withData(flags, ({ store, state: { db, now } }) =>
        removeAccountOf({ db, store, now }, userName, { dryRun }),
      );
      await print(removalText(removal, flags));
    });
  const sessions = program.command('session').description('revoke sessions');
  withDataFlags(sessions.command('revoke'))
    .argument('<userName>')
    .description('revoke all sessions of an account: its tokens become invalid')
    .action(async (userName: string, flags: Flags) => {
      const { revokeSessions } = await import('../operator/manage-accounts.ts');
      const revoked = await withData(flags, ({ state }) => revokeSessions(state, userName));
      await print(`revoked sessions of ${userName}: ${revoked}\n`);
    });
}
