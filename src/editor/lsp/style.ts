import type { Step } from '../cursor-context.ts';

/** The style of the messages of an operation, in a text that may be incomplete. */
export function styleAt(text: string, path: readonly Step[]): string {
  const [section, operation] = path;
  const own =
    isKey(section, 'operations') && operation !== undefined && operation !== 'item'
      ? styleIn(blockOf(text, operation.key))
      : undefined;
  return own ?? /^style:\s*["']?(\w+)/m.exec(text)?.[1] ?? 'wrapped';
}

function isKey(step: Step | undefined, key: string): boolean {
  return step !== undefined && step !== 'item' && step.key === key;
}

/** The lines of an operation, or the rest of its line. */
function blockOf(text: string, operation: string): string {
  const operations = text.search(/^operations:/m);
  if (operations === -1) return '';
  const escaped = operation.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const head = new RegExp(`^( +)["']?${escaped}["']?:`, 'm').exec(text.slice(operations));
  if (head === null) return '';
  const start = operations + head.index;
  const indent = head[1]?.length ?? 0;
  const end = new RegExp(`\\n {0,${indent}}[^\\s#]`).exec(text.slice(start + head[0].length));
  return text.slice(start, end === null ? text.length : start + head[0].length + end.index);
}

function styleIn(block: string): string | undefined {
  return /^\s*style:\s*["']?(\w+)/m.exec(block)?.[1] ?? /\{.*\bstyle:\s*["']?(\w+)/.exec(block)?.[1];
}
