import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../cli/cli.ts';

/** The code blocks of a section of a page. @param heading its text. */
export function blocksOf(page: string, heading: string): readonly string[] {
  const text = readFileSync(join(root, 'docs/how-to', `${page}.md`), 'utf8');
  const sections = text.split(/^##+ /m);
  const section = sections.find((one) => one.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, block = '']) => block);
}
