import type { FieldDescription } from './pages-description.ts';

/** What a field holds, in a few words. */
export function typeText({ place, type, record }: FieldDescription): string {
  switch (place) {
    case 'attribute':
      return `attribute, ${type}`;
    case 'attributes':
      return 'any attributes';
    case 'any':
      return 'any element';
    case 'mixed':
      return 'text and elements';
    case 'choice':
      return 'one of several';
    case 'group':
      return 'group';
    default:
      return record ?? (type === 'anyType' ? 'any content' : (type ?? ''));
  }
}

/** How often it may be there. */
export function occursText({ place, optional, many, least = 0, most }: FieldDescription): string {
  if (place === 'attributes' || place === 'mixed') return '';
  if (!many) return optional ? 'optional' : 'required';
  if (most === undefined) return least === 0 ? 'any number' : `at least ${least}`;
  if (least === most) return `exactly ${most}`;
  return least === 0 ? `at most ${most}` : `${least} to ${most}`;
}
