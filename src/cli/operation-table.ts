import { visible } from '../diagnostics/index.ts';
import type { OperationCount } from '../messages/index.ts';

const columns = ['requests', 'responses', 'faults', 'deviating'] as const;

/** The messages of each operation; those without any are listed below. */
export function operationTable(operations: readonly OperationCount[]): string {
  const seen = operations.filter(({ requests, responses, faults }) => requests + responses + faults > 0);
  const unseen = operations.filter((one) => !seen.includes(one)).map(({ name }) => visible(name));
  const width = Math.max('operation'.length, ...seen.map(({ name }) => visible(name).length));
  const row = (name: string, cells: readonly string[]): string =>
    `${name.padEnd(width)}  ${cells.map((cell, index) => cell.padStart(columns[index]?.length ?? 0)).join('  ')}\n`;
  const table = seen.map((one) =>
    row(
      visible(one.name),
      columns.map((column) => String(one[column])),
    ),
  );
  const never = unseen.length === 0 ? '' : `Never seen: ${unseen.join(', ')}\n`;
  return `${seen.length === 0 ? '' : row('operation', columns) + table.join('')}${never}`;
}
