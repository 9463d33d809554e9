import { visible } from '../diagnostics/index.ts';

const reports = 'https://github.com/soapwright/soapwright/issues';

/** What is said when soapwright itself fails: one line, and the stack for those who ask for it. */
export function crashText(error: unknown, environment: Readonly<Record<string, string | undefined>>): string {
  const debug = environment.SOAPWRIGHT_DEBUG === '1';
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const line = `soapwright failed, which it should not: ${visible(what)}. `;
  if (debug) return `${line}\n${error instanceof Error ? (error.stack ?? '') : ''}\n`;
  return `${line}Please report it at ${reports} with what SOAPWRIGHT_DEBUG=1 shows.\n`;
}
