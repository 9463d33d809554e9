import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { GenerateFlags } from './command-options.ts';
import { withConfiguration } from './configuration.ts';
import { generateOnce } from './generate-command.ts';
import { jsonLine, type Outcome, print } from './print.ts';
import type { Terminal } from './terminal.ts';
import { runOnChanges } from './watch/index.ts';

/** Generates again whenever the configuration or a file of a contract changes, until the process is told to end. */
export async function runWatch(flags: GenerateFlags, terminal: Terminal): Promise<number> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
  const { options, configuration: file } = withConfiguration(flags, terminal);
  const configuration = file && resolve(file);
  if (configuration === undefined ? options.out === undefined : !existsSync(configuration)) {
    return print(await generateOnce(options, terminal), options, terminal);
  }
  let isFirst = true;
  await runOnChanges(async (onFile) => {
    if (configuration !== undefined) onFile(configuration);
    const began = performance.now();
    const outcome = await generateOnce(options, terminal, onFile);
    printRun(isFirst ? outcome : withoutHints(outcome), performance.now() - began, options, terminal);
    isFirst = false;
  }, stop.signal);
  return 0;
}

function withoutHints(outcome: Outcome): Outcome {
  return { ...outcome, diagnostics: outcome.diagnostics.filter(({ severity }) => severity !== 'info') };
}

/** Prints the diagnostics and a summary line. @param duration in milliseconds. */
function printRun(outcome: Outcome, duration: number, options: GenerateFlags, terminal: Terminal): void {
  if (options.format === 'json') {
    terminal.out(jsonLine(outcome, options));
    return;
  }
  const { summary = 'Nothing was written.', files } = outcome;
  const shown = options.verbose === true ? files : [];
  const time = new Date().toTimeString().slice(0, 8);
  const line = `${time}  ${summary.replace(/\.$/, '')} (${Math.round(duration)} ms).`;
  print({ ...outcome, files: shown, summary: line }, options, terminal);
}
