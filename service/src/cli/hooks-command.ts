import type { Command } from 'commander';
import type { ChosenDeliveries } from '../operator/manage-hooks.ts';
import { OperatorError } from '../operator/operator-context.ts';
import { type Flags, settingsOf, withData, withDataFlags } from './command-options.ts';
import { exitCodes, jsonLine, type Outcome, print, table, timeJson, timeText } from './command-output.ts';

interface ChoiceFlags extends Flags {
  readonly failed?: boolean;
}

export function addHooks(program: Command, outcome: Outcome): void {
  const group = program.command('hooks').description('list, repeat, drop and test deliveries of events to hooks');
  withDataFlags(group.command('list'))
    .option('--json', 'one JSON object per line')
    .description('list events that hooks do not have yet, the oldest first')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { listDeliveries } = await import('../operator/manage-hooks.ts');
      const list = await withData(flags, ({ state }) => listDeliveries(state));
      const lines = list.map(({ createdAt, dueAt, ...rest }) =>
        jsonLine({ ...rest, created: timeJson(createdAt), next: timeJson(dueAt) }),
      );
      const rows = list.map(({ id, hook, state, attempts, createdAt, dueAt, lastError, path }) => {
        const times = [timeText(createdAt), timeText(dueAt)];
        return [id, hook, state, String(attempts), ...times, lastError ?? '-', path];
      });
      const headings = ['EVENT', 'HOOK', 'STATE', 'FAILED#', 'CREATED', 'NEXT', 'LAST ERROR', 'PATH'];
      await print(flags.json ? lines.join('') : table(headings, rows));
    });
  withChoice(group.command('retry'))
    .description('deliver events now, and begin their time for retries anew')
    .action(async (ids: readonly string[], flags: ChoiceFlags) => {
      const { retryDeliveries } = await import('../operator/manage-hooks.ts');
      const count = await withData(flags, ({ state }) => retryDeliveries(state, chosen(ids, flags)));
      await print(`events to be delivered now: ${count}\n`);
    });
  withChoice(group.command('drop'))
    .description('remove events: their hooks never get them')
    .action(async (ids: readonly string[], flags: ChoiceFlags) => {
      const { dropDeliveries } = await import('../operator/manage-hooks.ts');
      const count = await withData(flags, ({ state }) => dropDeliveries(state, chosen(ids, flags)));
      await print(`dropped events: ${count}\n`);
    });
  withDataFlags(group.command('test'))
    .argument('<hook>', 'name of a hook in the file of hooks')
    .option('--hooks-file <file>', 'file with the hooks')
    .description('send a hook an event of the type test, once')
    .action(async (name: string, flags: Flags) => {
      const [{ loadHooks }, { testHook }] = await Promise.all([
        import('../hooks/hooks-file.ts'),
        import('../operator/manage-hooks.ts'),
      ]);
      const result = await testHook(
        (await loadHooks(settingsOf(flags, process.env).hooksFile)).published,
        name,
        Date.now(),
      );
      if (!result.delivered) outcome.exitCode = exitCodes.findings;
      await print(result.delivered ? `${name}: delivered\n` : `${name}: ${result.reason}\n${result.output ?? ''}`);
    });
}

function withChoice(command: Command): Command {
  return withDataFlags(command)
    .argument('[events...]', 'ids from hooks list')
    .option('--failed', 'all events that are no longer retried');
}

function chosen(ids: readonly string[], { failed = false }: ChoiceFlags): ChosenDeliveries {
  if (ids.length > 0 === failed)
    throw new OperatorError('invalid-argument', 'Name events, or use --failed, but not both.');
  return failed ? 'failed' : { ids };
}
