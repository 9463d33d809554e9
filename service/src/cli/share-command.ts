import type { Command } from 'commander';
import { publicAddress } from '../config/settings.ts';
import { OperatorError } from '../operator/operator-context.ts';
import { type Flags, readText, settingsOf, withData, withDataFlags } from './command-options.ts';
import { jsonLine, print, table, timeJson, timeText } from './command-output.ts';
import { readDuration } from './read-since.ts';

interface CreateFlags extends Flags {
  readonly for?: string;
  readonly downloads?: string;
  readonly passwordFile?: string;
  readonly label?: string;
  readonly json?: boolean;
}

export function addShare(program: Command): void {
  const group = program.command('share').description('share folders by links with an end; list and revoke them');
  withDataFlags(group.command('create'))
    .argument('<folder>', 'the folder, such as /anna/inbox, with everything below it')
    .option('--for <time>', 'how long it is valid, such as 8h or 7d (default: 7d)')
    .option('--downloads <number>', 'how many downloads there are (default: any number)')
    .option('--password-file <file>', 'file with the password that recipients are asked for; - is stdin')
    .option('--label <text>', 'for whom it is, shown in lists')
    .option('--public-url <url>', 'base of the URLs of the service (default: its host and port)')
    .option('--json', 'one JSON object')
    .description('print a link to the folder; it cannot be shown again')
    .action(async (path: string, flags: CreateFlags) => {
      const { createShare } = await import('../operator/manage-shares.ts');
      const { label, passwordFile } = flags;
      const settings = settingsOf(flags, process.env);
      if (!settings.sharesEnabled) {
        throw new OperatorError('invalid-argument', 'Set shares.enabled to true, as for serve: no link works without.');
      }
      const password = passwordFile === undefined ? undefined : readText(passwordFile, 'the password').trimEnd();
      const maxDownloads = flags.downloads === undefined ? undefined : Number(flags.downloads);
      const share = { folder: { path }, label, password, maxDownloads, duration: readDuration(flags.for ?? '7d') };
      const { address, expiresAt, ...created } = await withData(flags, ({ state }) => createShare(state, share));
      const url = publicAddress(settings) + address;
      await print(flags.json ? jsonLine({ ...created, url, expires: timeJson(expiresAt) }) : `${url}\n`);
    });
  withDataFlags(group.command('list'))
    .option('--json', 'one JSON object per line')
    .description('list the shares with their downloads, also those that ended in the last 30 days')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { listShares } = await import('../operator/manage-shares.ts');
      const shares = await withData(flags, ({ state }) => listShares(state));
      const rows = shares.map(({ id, state, downloads, maxDownloads, hasPassword, expiresAt, createdBy, ...rest }) => [
        id,
        state,
        `${downloads}/${maxDownloads ?? '-'}`,
        hasPassword ? 'yes' : 'no',
        timeText(expiresAt),
        createdBy,
        rest.label ?? '-',
        rest.folder ?? '-',
      ]);
      const lines = shares.map(({ createdAt, expiresAt, ...rest }) =>
        jsonLine({ ...rest, created: timeJson(createdAt), expires: timeJson(expiresAt) }),
      );
      const headings = ['SHARE', 'STATE', 'DOWNLOADS#', 'PASSWORD', 'EXPIRES', 'BY', 'LABEL', 'FOLDER'];
      await print(flags.json ? lines.join('') : table(headings, rows));
    });
  withDataFlags(group.command('revoke'))
    .argument('<share>', 'id from share list')
    .description('end a share, from the next request on')
    .action(async (id: string, flags: Flags) => {
      const { endShare } = await import('../operator/manage-shares.ts');
      const revoked = await withData(flags, ({ state }) => endShare(state, id));
      await print(`share ${id}: ${revoked}\n`);
    });
}
