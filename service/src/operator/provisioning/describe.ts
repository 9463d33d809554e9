import type { Change } from './application.ts';
import type { FieldChange } from './difference.ts';

/** What was done, a line a noun. */
export function describeDone(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing to change.\n';
  return changes.map(({ kind, noun, name }) => `${kind} ${noun} ${name}\n`).join('');
}

/** What would be done, field by field. Of secrets it says only that they change. */
export function describeDifference(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing to change.\n';
  return changes
    .map(({ kind, noun, name, fields }) => {
      const lines = fields.map((field) => `  ${field.field}: ${kind === 'made' ? given(field) : changed(field)}\n`);
      return `would ${kind === 'made' ? 'make' : 'change'} ${noun} ${name}\n${lines.join('')}`;
    })
    .join('');
}

function given({ to, secret }: FieldChange): string {
  return secret ? 'given' : (to ?? 'none');
}

function changed({ from, to, secret }: FieldChange): string {
  return secret ? 'changes' : `${from ?? 'none'} -> ${to ?? 'none'}`;
}
