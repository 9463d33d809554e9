import type { Command } from 'commander';
import { OperatorError } from '../operator/operator-context.ts';
import { guessLimits } from '../server/open-with-settings.ts';
import { type Flags, settingsOf, withData, withDataFlags } from './command-options.ts';
import { jsonLine, print, table, timeJson, timeText } from './command-output.ts';

export function addGuesses(program: Command): void {
  const group = program.command('guesses').description('list and clear the counts of wrong keys and passwords');
  withDataFlags(group.command('list'))
    .option('--json', 'one JSON object per line')
    .description('list keys, accounts and addresses with wrong secrets, and whether they are refused')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { listGuesses } = await import('../operator/manage-guesses.ts');
      const limits = guessLimits(settingsOf(flags, process.env));
      const listed = await withData(flags, ({ state }) => listGuesses(state, limits));
      const lines = listed.map(({ sinceAt, endsAt, isRefused, ...rest }) =>
        jsonLine({ ...rest, since: timeJson(sinceAt), ends: timeJson(endsAt), refused: isRefused }),
      );
      const rows = listed.map(({ subject, failures, sinceAt, endsAt, isRefused }) => [
        subject,
        String(failures),
        timeText(sinceAt),
        isRefused ? timeText(endsAt) : '-',
      ]);
      await print(flags.json ? lines.join('') : table(['SUBJECT', 'WRONG#', 'SINCE', 'REFUSED UNTIL'], rows));
    });
  withDataFlags(group.command('clear'))
    .argument('[subject]', 'as listed, such as address:203.0.113.7')
    .option('--all', 'all subjects')
    .description('forget wrong secrets, so that callers may try again at once')
    .action(async (subject: string | undefined, flags: Flags & { readonly all?: boolean }) => {
      if ((subject === undefined) !== (flags.all === true)) {
        throw new OperatorError('invalid-argument', 'Name a subject as `guesses list` shows it, or give --all.');
      }
      const { clearGuesses } = await import('../operator/manage-guesses.ts');
      const cleared = await withData(flags, ({ state }) => clearGuesses(state, subject));
      await print(`${subject ?? 'all subjects'}: ${cleared} cleared\n`);
    });
}
