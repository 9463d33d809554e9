import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addDemo } from './demo.ts';
import { outcomeOf } from './exit.ts';
import { addProvision } from './provision.ts';
import { addServe } from './serve.ts';
import { addSweep } from './sweep.ts';

const packageFile = new URL('../../package.json', import.meta.url);

/**
 * Runs the command of some arguments, without those of Node itself.
 *
 * @returns the exit code: see exit.ts.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version: string };
  const program = new Command('remote-file-service')
    .description('The Remote File Service: nine SOAP operations over an embedded database and files on the disk.')
    .version(version)
    .showHelpAfterError('(--help shows what there is)')
    .exitOverride();
  addServe(program);
  addProvision(program);
  addSweep(program);
  addDemo(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    const { exitCode, message } = outcomeOf(error);
    if (message !== undefined) process.stderr.write(`${message}\n`);
    return exitCode;
  }
}
