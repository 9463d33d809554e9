import type { Command } from 'commander';
import { jsonLine, print, table, timeJson, timeText } from './command-output.ts';
import { type Flags, withData, withDataFlags } from './options.ts';

export function addAccount(program: Command): void {
  const accounts = program.command('account').description('list accounts');
  withDataFlags(accounts.command('list'))
    .option('--json', 'one JSON object a line')
    .description('list the accounts, with what their files take')
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
  const sessions = program.command('session').description('end sessions');
  withDataFlags(sessions.command('revoke'))
    .argument('<userName>')
    .description('end all sessions of an account: its tokens are worth nothing from then on')
    .action(async (userName: string, flags: Flags) => {
      const { revokeSessions } = await import('../operator/manage-accounts.ts');
      const ended = await withData(flags, ({ state }) => revokeSessions(state, userName));
      await print(`sessions of ${userName} that were ended: ${ended}\n`);
    });
}
