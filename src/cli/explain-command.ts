import { lint as kinds, report } from '../diagnostics/index.ts';
import { listText, pageOf, pages, pageText } from '../rules/index.ts';
import type { CommonOptions } from './common-options.ts';
import { failed, print } from './print.ts';
import type { Terminal } from './terminal.ts';

export interface ExplainFlags extends CommonOptions {
  readonly list?: boolean;
}

/** Prints one page; without an id, or with --list, one line for each page. */
export function runExplain(id: string | undefined, flags: ExplainFlags, terminal: Terminal): number {
  const { list = false } = flags;
  const json = flags.format === 'json';
  if (id === undefined || list) {
    terminal.out(json ? `${JSON.stringify(pages(), undefined, 2)}\n` : listText(pages()));
    return 0;
  }
  const page = pageOf(id);
  if (page !== undefined) {
    terminal.out(json ? `${JSON.stringify(page, undefined, 2)}\n` : pageText(page));
    return 0;
  }
  const among = pages().map((known) => known.id);
  const diagnostics = [report(kinds.nothingToExplain, { name: id }, {}, { didYouMean: { name: id, among } })];
  return print(failed(diagnostics), flags, terminal);
}
