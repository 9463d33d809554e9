import { run } from './run.ts';
import { endQuietlyOnClosedPipe } from './terminal.ts';

endQuietlyOnClosedPipe();
// Not process.exit(): what is still on its way into a pipe would be lost. No top-level await: the command is a script.
void run(process.argv.slice(2)).then((exitCode) => {
  process.exitCode = exitCode;
});
