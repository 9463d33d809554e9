import { run } from './run.ts';
import { endQuietlyOnClosedPipe } from './terminal.ts';

endQuietlyOnClosedPipe();
// Not process.exit(): what is still on its way into a pipe would be lost.
process.exitCode = await run(process.argv.slice(2));
