import type { Command } from 'commander';
import { OperatorError } from '../operator/operator-context.ts';
import { type Flags, settingsOf, withData, withDataFlags } from './command-options.ts';
import { exitCodes, jsonLine, type Outcome, print, table, timeJson, timeText } from './command-output.ts';

export function addMail(program: Command, outcome: Outcome): void {
  const group = program.command('mail').description('who gets an e-mail when files have arrived in a folder');
  withDataFlags(group.command('add'))
    .argument('<folder>', 'the folder, such as /anna/inbox; not those below it')
    .argument('<address>', 'e-mail address of the recipient')
    .description('add a recipient')
    .action(async (path: string, address: string, flags: Flags) => {
      const { addRecipient } = await import('../operator/manage-mail.ts');
      const id = await withData(flags, ({ state }) => addRecipient(state, path, address));
      await print(`recipient ${id}\n`);
    });
  withDataFlags(group.command('remove'))
    .argument('<recipient>', 'id from mail list; or an address, which gets no messages any more')
    .description('remove a recipient')
    .action(async (which: string, flags: Flags) => {
      const { removeRecipients } = await import('../operator/manage-mail.ts');
      await print(`removed recipients: ${await withData(flags, ({ state }) => removeRecipients(state, which))}\n`);
    });
  withDataFlags(group.command('list'))
    .option('--json', 'one JSON object per line')
    .description('list the recipients; hooks list has messages that were not sent yet')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { listRecipients } = await import('../operator/manage-mail.ts');
      const list = await withData(flags, ({ state }) => listRecipients(state));
      const lines = list.map(({ createdAt, ...rest }) => jsonLine({ ...rest, created: timeJson(createdAt) }));
      const rows = list.map(({ id, address, createdAt, folder }) => [id, address, timeText(createdAt), folder ?? '-']);
      await print(flags.json ? lines.join('') : table(['RECIPIENT', 'ADDRESS', 'CREATED', 'FOLDER'], rows));
    });
  withDataFlags(group.command('test'))
    .argument('<address>', 'where to send it')
    .option('--hooks-file <file>', 'file with the hooks and mail')
    .description('send a sample message, once')
    .action(async (address: string, flags: Flags) => {
      const [{ loadHooks }, { sendMail }] = await Promise.all([
        import('../hooks/hooks-file.ts'),
        import('../mail/mail-hook.ts'),
      ]);
      const settings = settingsOf(flags, process.env);
      const { mail } = await loadHooks(settings.hooksFile);
      if (mail === undefined) throw new OperatorError('invalid-argument', 'The file of hooks has no mail.');
      const file = { name: 'sample.txt', size: 0n, digest: '0'.repeat(64), at: Date.now() };
      const message = { id: `test_${Date.now()}`, to: address, folder: '/sample', files: [file] };
      const unsubscribe = settings.publicUrl ?? 'https://files.example/';
      const result = await sendMail(mail, { ...message, unsubscribe }, AbortSignal.timeout(mail.timeout));
      if (!result.delivered) outcome.exitCode = exitCodes.findings;
      await print(result.delivered ? `${address}: sent\n` : `${address}: ${result.reason}\n`);
    });
}
