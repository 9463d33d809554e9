import { run } from './run.ts';
import { endQuietlyOnClosedPipe } from './terminal.ts';

/** Runs the command with the arguments of the process. */
export function runCommand(): void {
  endQuietlyOnClosedPipe();
  // Not process.exit(), which loses data that a pipe has not taken yet. No top-level await, since the bundle is a script.
  void run(process.argv.slice(2)).then((exitCode) => {
    process.exitCode = exitCode;
  });
}
