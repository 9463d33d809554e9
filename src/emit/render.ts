import Handlebars from 'handlebars/runtime.js';
import specifications from '../../templates/compiled.js';
import type { Code, Doc } from './code.ts';
import { codeText } from './print-code.ts';
import type { Views } from './views.ts';

/**
 * What templates include as partials without being templates: code as a tree (`{{> code nodes=body}}`) and comments. A
 * large contract has a million nodes, and a partial that includes itself for each of them took half of all the time.
 */
const printers = {
  code: ({ nodes }: { readonly nodes: readonly Code[] }, options?: object): string =>
    codeText(nodes, columnsBefore(options)),
  doc: ({ paragraphs }: Pick<Doc, 'paragraphs'>, options?: object): string =>
    codeText([{ kind: 'doc', paragraphs }], columnsBefore(options)),
  pieces: (): string => mark,
};

/** The margin that Handlebars prints before each line of a partial. */
function columnsBefore(options: object = {}): number {
  return 'indent' in options && typeof options.indent === 'string' ? options.indent.length : 0;
}

/** The position of text that is printed piece by piece. No other text contains it: control characters are escaped. */
const mark = '\u0000';

const partials = {
  ...Object.fromEntries(
    Object.entries(specifications.partials).map(([name, specification]) => [name, Handlebars.template(specification)]),
  ),
  ...printers,
};

/** The text of a file: its template, precompiled, over its view. */
export function render<Name extends keyof Views>(name: Name, view: Views[Name]): string {
  const text = Handlebars.template(specifications.templates[name])(view, { partials });
  // A partial indents empty lines too.
  return text.replace(/[ \t]+$/gm, '');
}

/** As `render`, split at `{{> pieces}}`. */
export function renderAround<Name extends keyof Views>(
  name: Name,
  view: Views[Name],
): readonly [before: string, after: string] {
  // A template may do without pieces where there are none.
  const [before = '', after = ''] = render(name, view).split(mark);
  return [before, after];
}
