import Handlebars from 'handlebars/runtime.js';
import specifications from '../../templates/compiled.js';
import type { Views } from './views.ts';

const partials = Object.fromEntries(
  Object.entries(specifications.partials).map(([name, specification]) => [name, Handlebars.template(specification)]),
);

/** The text of a file: its template, precompiled, over its view. */
export function render<Name extends keyof Views>(name: Name, view: Views[Name]): string {
  const text = Handlebars.template(specifications.templates[name])(view, { partials });
  // A partial indents each line that it prints, the empty ones too.
  return text.replace(/[ \t]+$/gm, '');
}
