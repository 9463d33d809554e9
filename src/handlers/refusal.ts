import { type Diagnostic, handlers as messages, report, visible } from '../diagnostics/index.ts';
import type { Refusal } from './extend.ts';
import type { Answer } from './reading.ts';

/** More operations than this are counted, not listed. */
const longest = 10;

/** Why an index was left as it is, and what is to be added to it by hand. */
export function refusalDiagnostic(
  file: string,
  because: Refusal | { readonly kind: 'notText' },
  missing: readonly Answer[],
): Diagnostic {
  const diagnostic = withoutLines(file, because);
  return { ...diagnostic, remedy: [diagnostic.remedy ?? '', ...linesFor(missing)].join('\n') };
}

function withoutLines(file: string, because: Refusal | { readonly kind: 'notText' }): Diagnostic {
  switch (because.kind) {
    case 'unparsable': {
      const { reason, line, column } = because;
      return report(messages.indexDoesNotParse, { file, reason }, { file, line, column });
    }
    case 'unrecognised':
      return report(messages.indexNotRecognised, { file }, { file });
    case 'taken':
      return report(messages.nameTaken, { file, name: because.name }, { file });
    case 'notText':
      return report(messages.indexNotText, { file }, { file });
  }
}

function linesFor(missing: readonly Answer[]): readonly string[] {
  const shown = missing.slice(0, longest);
  const rest = missing.length - shown.length;
  return [
    ...shown.map(({ identifier, specifier }) => `  import { ${visible(identifier)} } from '${visible(specifier)}';`),
    `  export const handlers = { …, ${shown.map(({ identifier }) => visible(identifier)).join(', ')} };`,
    ...(rest > 0 ? [`  … and the same for ${rest} more`] : []),
  ];
}
