import { runCommand } from './command.ts';

runCommand();
