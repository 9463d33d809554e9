import type { Diagnostic } from '../diagnostic.ts';
import { renderGithub } from './github.ts';
import { renderJson } from './json.ts';
import type { RenderOptions } from './options.ts';
import { renderText } from './text.ts';

export type OutputFormat = 'text' | 'json' | 'github';

export const outputFormats: readonly OutputFormat[] = ['text', 'json', 'github'];

/** All of them in one text that ends in a line feed; the empty string for none (JSON: an empty list). */
export function render(diagnostics: readonly Diagnostic[], format: OutputFormat, options: RenderOptions = {}): string {
  switch (format) {
    case 'text':
      return renderText(diagnostics, options);
    case 'json':
      return renderJson(diagnostics);
    case 'github':
      return renderGithub(diagnostics);
  }
}
