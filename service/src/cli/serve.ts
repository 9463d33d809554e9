import type { Command } from 'commander';
import { type Running, runService } from '../service/run-service.ts';
import { type Flags, loggerOf, settingsOf, withServeFlags } from './options.ts';

export function addServe(program: Command): void {
  withServeFlags(program.command('serve'))
    .description('serve until SIGTERM or SIGINT')
    .action(async (flags: Flags) => {
      const settings = settingsOf(flags, process.env);
      const running = await runService(settings, loggerOf(settings), process.env);
      await untilStopped(running);
    });
}

/** Waits for SIGTERM or SIGINT, and then for what is running (rule T9). A second signal ends the process at once. */
export async function untilStopped(running: Running): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
  await running.stop();
}
