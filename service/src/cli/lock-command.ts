import type { Command } from 'commander';
import type { Lock } from '../operator/manage-locks.ts';
import { type Flags, withData, withDataFlags } from './command-options.ts';
import { jsonLine, print, table, timeJson, timeText } from './command-output.ts';
import { readDuration, readSince } from './read-since.ts';

const day = 86_400_000;

export function addLock(program: Command): void {
  const group = program
    .command('lock')
    .description('lock folders: until a date nobody removes or replaces their files');
  withDataFlags(group.command('set'))
    .argument('<folder>', 'path: /user/folder')
    .option('--until <time>', 'a day, or a time with its zone: no file may be removed or replaced before')
    .option('--days <number>', 'days after its publication during which a file may not be')
    .description('lock a folder with everything in it, or extend its lock')
    .action(async (folder: string, flags: Flags & { readonly until?: string; readonly days?: string }) => {
      const { setLock } = await import('../operator/manage-locks.ts');
      const { until, days } = flags;
      const lock = await withData(flags, ({ state }) =>
        setLock(state, folder, {
          until: until === undefined ? undefined : readSince(until, state.now()),
          keep: days === undefined ? undefined : readDuration(`${days}d`),
        }),
      );
      await print(`locked ${folder}: ${lockText(lock)}\n`);
    });
  withDataFlags(group.command('list'))
    .option('--json', 'one JSON object per line')
    .description('list the locks')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { listLocks } = await import('../operator/manage-locks.ts');
      const list = await withData(flags, ({ state }) => listLocks(state));
      const rows = list.map(({ folder, until, keep, releasedUntil }) => [
        folder,
        timeText(until || null),
        keep === 0 ? '-' : String(keep / day),
        timeText(releasedUntil || null),
      ]);
      const lines = list.map(({ folder, until, keep, releasedUntil }) =>
        jsonLine({
          folder,
          until: timeJson(until || null),
          days: keep / day,
          released: timeJson(releasedUntil || null),
        }),
      );
      await print(flags.json ? lines.join('') : table(['FOLDER', 'UNTIL', 'DAYS#', 'RELEASED UNTIL'], rows));
    });
  withDataFlags(group.command('request-release'))
    .argument('<folder>', 'path of a locked folder')
    .requiredOption('--by <name>', 'who asks for it')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .description('ask that a lock is lifted for a day; another person approves it within three days')
    .action(async (folder: string, flags: Flags & { readonly by: string; readonly reason: string }) => {
      const { requestRelease } = await import('../operator/manage-locks.ts');
      const { by, reason } = flags;
      const id = await withData(flags, ({ state }) => requestRelease(state, folder, { by, reason }));
      await print(`${id}\nAnother person approves it: remote-file-service lock approve ${id} --by NAME\n`);
    });
  withDataFlags(group.command('approve'))
    .argument('<request>', 'id that lock request-release has printed')
    .requiredOption('--by <name>', 'who approves it: not the person who asked')
    .description('lift a lock for a day')
    .action(async (id: string, flags: Flags & { readonly by: string }) => {
      const { approveRelease } = await import('../operator/manage-locks.ts');
      const { folder, releasedUntil } = await withData(flags, ({ state }) => approveRelease(state, id, flags.by));
      await print(`released ${folder} until ${timeText(releasedUntil)}\n`);
    });
}

function lockText({ until, keep }: Lock): string {
  const parts = [
    ...(until === 0 ? [] : [`until ${timeText(until)}`]),
    ...(keep === 0 ? [] : [`each file for ${keep / day} days`]),
  ];
  return parts.join(', ');
}
