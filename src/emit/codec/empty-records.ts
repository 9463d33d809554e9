import { canBeAbsent, type Declaration, type ResolvedService } from '../../contract/index.ts';
import { membersOf } from './content.ts';

const cache: WeakMap<ResolvedService, ReadonlyMap<string, Declaration>> = new WeakMap();

/** Whether no value of a record type is an element without attributes and content. */
export function isNeverEmpty(service: ResolvedService, typeName: string): boolean {
  let declarations = cache.get(service);
  if (declarations === undefined) {
    declarations = new Map(service.declarations.map((one) => [one.typeName, one]));
    cache.set(service, declarations);
  }
  const declared = declarations.get(typeName);
  // Without an xsi:type it has the first type of its hierarchy.
  const base = declared?.kind === 'polymorphic' ? declarations.get(declared.members[0]?.typeName ?? '') : declared;
  if (base?.kind !== 'structure' || base.content.kind === 'text' || base.content.kind === 'mixed') return false;
  return base.attributes.some(({ required }) => required) || membersOf(base).some((member) => !canBeAbsent(member));
}
