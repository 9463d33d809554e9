import type { Derivation } from '../../model/index.ts';
import { attributeOf, type XmlElement } from '../document.ts';
import type { Site } from './builder.ts';

/** What `block` or `final` can list for each kind of component (XML Schema part 1, 3.3.2, 3.4.2 and 3.14.2). */
const allowed = {
  element: { block: ['extension', 'restriction', 'substitution'], final: ['extension', 'restriction'] },
  complexType: { block: ['extension', 'restriction'], final: ['extension', 'restriction'] },
  simpleType: { block: [], final: ['restriction', 'list', 'union'] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly Derivation[]>>>>;

/** The value of `block` or `final`, which may be the default of the schema; undefined if it lists nothing. */
export function derivationsIn(
  element: XmlElement,
  attribute: 'block' | 'final',
  { source }: Site,
): readonly Derivation[] | undefined {
  const written = attributeOf(element, attribute) ?? attributeOf(source.element, `${attribute}Default`) ?? '';
  if (written === '') return undefined;
  const words = written.split(/\s+/);
  const possible: readonly Derivation[] = allowed[element.local as keyof typeof allowed]?.[attribute] ?? [];
  const found = possible.filter((one) => words.includes(one) || words.includes('#all'));
  return found.length === 0 ? undefined : found;
}
