import { Command } from 'commander';
import { version } from '../common/package-version.ts';
import { addAccount } from './account-command.ts';
import { addClock } from './clock-command.ts';
import { exitCodes, type Outcome, outcomeOf } from './command-output.ts';
import { addDataKey } from './data-key-command.ts';
import { addDemo, addDemoProvider } from './demo-command.ts';
import { addDemoToken } from './demo-token-command.ts';
import { addFiles } from './files-command.ts';
import { addGuesses } from './guesses-command.ts';
import { addHooks } from './hooks-command.ts';
import { addApiKey, addFolderKey, addScimToken } from './key-commands.ts';
import { addLdap } from './ldap-command.ts';
import { addLock } from './lock-command.ts';
import { addMail } from './mail-command.ts';
import { addAudit, addBackup, addDoctor, addSweep } from './maintenance-commands.ts';
import { addManifest } from './manifest-command.ts';
import { addMigrate } from './migrate-command.ts';
import { addOperator } from './operator-command.ts';
import { addQuota, addRetention } from './policy-commands.ts';
import { addProvision } from './provision-command.ts';
import { addQuarantine } from './quarantine-command.ts';
import { addConfig, addServe } from './serve-commands.ts';
import { addServiceKey } from './service-key-command.ts';
import { addShare } from './share-command.ts';
import { addUpload } from './upload-command.ts';
import { addUploads } from './uploads-command.ts';

/**
 * Runs a command other than `upload`.
 *
 * @returns the exit code: see exitCodes.
 */
export async function runProgram(args: readonly string[]): Promise<number> {
  const program = new Command('remote-file-service')
    .description('The Remote File Service: nine SOAP operations over an embedded database and files on the disk.')
    .version(version())
    .showHelpAfterError('(--help shows the commands and flags)')
    .exitOverride();
  const outcome: Outcome = { exitCode: exitCodes.fine };
  addServe(program);
  addConfig(program);
  addProvision(program, outcome);
  addApiKey(program);
  addFolderKey(program);
  addScimToken(program);
  addServiceKey(program, outcome);
  addDataKey(program);
  addGuesses(program);
  addAccount(program);
  addLdap(program);
  addUpload(program);
  addFiles(program);
  addShare(program);
  addUploads(program);
  addQuarantine(program);
  addHooks(program, outcome);
  addMail(program, outcome);
  addQuota(program);
  addRetention(program);
  addLock(program);
  addAudit(program);
  addOperator(program);
  addManifest(program, outcome);
  addSweep(program);
  addClock(program);
  addBackup(program);
  addMigrate(program);
  addDoctor(program, outcome);
  addDemo(program);
  addDemoToken(program);
  addDemoProvider(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return outcome.exitCode;
  } catch (error) {
    const { exitCode, message } = outcomeOf(error);
    if (message !== undefined) process.stderr.write(`${message}\n`);
    return exitCode;
  }
}
