import type { Command } from 'commander';
import { errorFields } from '../common/logger.ts';
import type { Running } from '../server/run-service.ts';
import { type Flags, loggerOf, settingsOf, withServeFlags } from './options.ts';

export function addServe(program: Command): void {
  withServeFlags(program.command('serve'))
    .description('serve until SIGTERM or SIGINT; SIGHUP takes a new certificate over')
    .action(async (flags: Flags) => {
      const settings = settingsOf(flags, process.env);
      const { runService } = await import('../server/run-service.ts');
      const log = loggerOf(settings);
      // What ends the process is printed all the same; here it becomes a line that whoever reads the log finds.
      process.on('uncaughtExceptionMonitor', (error) => log.error('crashed', errorFields(error)));
      // Before it says that it listens: whoever reads that may send it a signal at once.
      let running: Running | undefined;
      process.on('SIGHUP', () => void running?.reload());
      const signalled = untilSignalled();
      running = await runService(settings, log, process.env);
      await signalled;
      await running.stop();
    });
}

/** Waits for SIGTERM or SIGINT, and then for what is running (rule T9). */
export async function untilStopped(running: Running): Promise<void> {
  await untilSignalled();
  await running.stop();
}

/**
 * Waits for SIGTERM or SIGINT. From then on both have their usual effect again: a second one ends the process at once.
 * Where npm has started it, the end of its parent counts too: npm's shell takes a SIGTERM, and does not pass it on.
 */
export async function untilSignalled(): Promise<void> {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  await new Promise<void>((resolve) => {
    const parent = process.ppid;
    const look = (): void => {
      if (process.ppid !== parent) stop();
    };
    const looking = process.env.npm_lifecycle_event === undefined ? undefined : setInterval(look, 500).unref();
    const stop = (): void => {
      clearInterval(looking);
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
