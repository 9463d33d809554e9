import type { Command } from 'commander';
import { type Flags, withData, withDataFlags } from './command-options.ts';
import { jsonLine, print, timeJson, timeText } from './command-output.ts';

export function addClock(program: Command): void {
  const clock = program.command('clock').description('show or confirm the time by which data expires');
  withDataFlags(clock.command('status'))
    .option('--json', 'as a JSON object')
    .description('show the time, when it was last known to be right, and whether anything expires')
    .action(async (flags: Flags & { readonly json?: boolean }) => {
      const { now, rightAt, isAhead } = await withData(flags, (service) => service.clock.read());
      await print(
        flags.json
          ? jsonLine({ now: timeJson(now), right: timeJson(rightAt), expires: !isAhead })
          : `now: ${timeText(now)}\nlast known to be right: ${timeText(rightAt)}\nexpires: ${isAhead ? 'nothing, until "clock confirm"' : 'yes'}\n`,
      );
    });
  withDataFlags(clock.command('confirm'))
    .description('say that the time is right, such as after the service was off for long: data expires by it')
    .action(async (flags: Flags) => {
      const { confirmTime } = await import('../operator/confirm-time.ts');
      await print(`confirmed: ${timeText(await withData(flags, ({ state }) => confirmTime(state)))}\n`);
    });
}
