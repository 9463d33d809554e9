import { Argument, type Command } from 'commander';
import { completionScript, type Shell, shells, wordsOf } from './completion/index.ts';
import type { Terminal } from './terminal.ts';

/** Adds the command that prints a completion script of the whole program. */
export function withCompletion(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('print a script by which a shell completes commands, options, choices and files')
    .addArgument(new Argument('<shell>', 'shell that runs the script').choices(shells))
    .action((shell: Shell) => terminal.out(completionScript(shell, wordsOf(program))));
}
