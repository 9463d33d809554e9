import { type Entry, contract as kinds, type ParametersOf } from '../../diagnostics/index.ts';
import { literalKeys } from '../language/index.ts';
import {
  type AttributeUse,
  type ComplexType,
  type ComponentIndex,
  type ElementDeclaration,
  nameKey,
  type Origin,
  type Particle,
  type QName,
  type SimpleContent,
  sameName,
  type TypeReference,
  xsd,
} from '../model/index.ts';
import { isBuiltInDerived } from './built-in-values.ts';
import { ancestry, type CheckContext } from './check-context.ts';
import { fits, rootTypeOf } from './value-space.ts';

/** Checks a record and its derivation. */
export function checkRecord(type: ComplexType, owner: string, context: CheckContext): void {
  checkOrder(type, context);
  checkAttributes(type, owner, context);
  checkText(type, context);
  if (type.derivation?.method === 'extension') checkExtension(type, owner, context);
  if (type.derivation?.method === 'restriction') checkRestriction(type, owner, context);
  checkReserved(type, owner, context);
}

/** An xs:all contains only elements that occur at most once (XML Schema part 1, 3.8.6, "All Group Limited"). */
function checkOrder({ content }: ComplexType, context: CheckContext): void {
  if (content.kind !== 'elements' || content.particle.kind !== 'all') return;
  for (const particle of content.particle.particles) {
    const [name, origin] =
      particle.kind === 'element'
        ? [particle.element.name.local, particle.element.origin]
        : [particle.typeScriptName ?? particle.kind, particle.origin];
    const isElement = particle.kind === 'element' || particle.kind === 'elementReference';
    const { max } = particle.occurs;
    if (!isElement || max === 'unbounded' || max > 1) context.add(kinds.allHolds, { field: name }, origin);
  }
}

function checkText({ content, origin }: ComplexType, context: CheckContext): void {
  if (content.kind === 'simple') checkIsSimple(content.type, 'text', origin, context);
}

/** @param owner the place of what has the type, where the reference to it has no place. */
export function checkIsSimple(
  type: TypeReference,
  what: string,
  owner: Origin | undefined,
  context: CheckContext,
): void {
  const definition = context.index.definition(type);
  const any = type.kind === 'named' && type.name.namespace === xsd && type.name.local === 'anyType';
  if (definition?.kind !== 'complex' && !any) return;
  const name = type.kind === 'named' ? type.name.local : 'record';
  context.add(kinds.notSimple, { type: name, what }, context.marks.spotOf(type) ?? owner ?? definition?.origin);
}

function checkAttributes(type: ComplexType, owner: string, context: CheckContext): void {
  const { index } = context;
  const own = index.attributesOf(type);
  const inherited =
    type.derivation?.method === 'extension'
      ? ancestry(type, index)
          .slice(1)
          .flatMap((base) => index.attributesOf(base))
      : [];
  const seen = new Map<string, AttributeUse>(inherited.map((attribute) => [nameKey(attribute.name), attribute]));
  for (const attribute of own) {
    const key = nameKey(attribute.name);
    if (seen.has(key)) {
      context.add(kinds.attributeTwice, { attribute: attribute.name.local, record: owner }, attribute.origin);
    }
    seen.set(key, attribute);
  }
  const ids = [...seen.values()].filter(({ type: of }) => {
    const root = rootTypeOf(of, index);
    return root?.kind === 'atomic' && root.name === 'ID';
  });
  if (ids.length > 1 && own.some((attribute) => ids.includes(attribute))) {
    context.add(kinds.secondId, { record: owner }, ids.at(-1)?.origin ?? type.origin);
  }
}

/** Own and inherited text content, the nearest first. */
function textsOf(type: ComplexType, index: ComponentIndex): readonly SimpleContent[] {
  return ancestry(type, index).flatMap(({ content }) => (content.kind === 'simple' ? [content] : []));
}

function sameReference(one: TypeReference, other: TypeReference): boolean {
  if (one.kind === 'named' && other.kind === 'named') return sameName(one.name, other.name);
  return one.kind === 'anonymous' && other.kind === 'anonymous' && one.type === other.type;
}

function isEmpty({ content }: ComplexType): boolean {
  return content.kind === 'empty' || (content.kind === 'elements' && isNothing(content.particle));
}

function isNothing(particle: Particle): boolean {
  return 'particles' in particle && particle.particles.length === 0;
}

function checkExtension(type: ComplexType, owner: string, context: CheckContext): void {
  const { index, marks } = context;
  const base = index.base(type);
  if (base === undefined || type.derivation === undefined) return;
  const at = marks.spotOf(type.derivation) ?? type.origin;
  const reject = (reason: string): void =>
    context.add(kinds.badExtension, { record: owner, base: base.name.local, reason }, at);
  const [text] = textsOf(base, index);
  const [, ...above] = ancestry(type, index);
  const filled = above.filter((one) => !isEmpty(one));
  const isRepeated =
    text !== undefined && type.content.kind === 'simple' && sameReference(type.content.type, text.type);
  if (text !== undefined && type.content.kind !== 'empty' && !isRepeated)
    reject('a record with text can only be extended by attributes');
  else if (text === undefined && type.content.kind === 'simple') reject('it has text, and the other has fields');
  else if (type.content.kind === 'elements' && filled.length > 0 && filled.some(({ mixed }) => mixed !== type.mixed)) {
    reject('both must have "$mixed: true", or neither');
  } else if (!isEmpty(type)) {
    const isAll = ({ content }: ComplexType) => content.kind === 'elements' && content.particle.kind === 'all';
    if (filled.some(isAll) || (isAll(type) && filled.length > 0))
      reject('a record with fields in any order cannot be extended by fields');
  }
}

function checkRestriction(type: ComplexType, owner: string, context: CheckContext): void {
  const { index, marks } = context;
  const base = index.base(type);
  if (base === undefined || type.derivation === undefined) return;
  const at = marks.spotOf(type.derivation) ?? type.origin;
  const reject = (reason: string): void =>
    context.add(kinds.badRestriction, { record: owner, base: base.name.local, reason }, at);
  if (type.mixed && !base.mixed) reject('it is mixed, and the other is not');
  const reason = contentReason(type, base, index) ?? attributeReason(type, base, index);
  if (reason !== undefined) reject(reason);
}

function contentReason(type: ComplexType, base: ComplexType, index: ComponentIndex): string | undefined {
  const text = ancestry(base, index).find(({ content }) => content.kind === 'simple')?.content;
  if (type.content.kind === 'simple') {
    if (text?.kind !== 'simple') return 'it has text, and the other has none';
    return isDerived(type.content.type, text.type, index) ? undefined : 'the type of its text is not narrower';
  }
  const wide = plainFields(base, index);
  const narrow = plainFields({ ...type, derivation: undefined }, index);
  if (wide === undefined || narrow === undefined || base.mixed || text !== undefined) return undefined;
  const byName = new Map(wide.map((field) => [nameKey(field.element.name), field]));
  for (const { element, occurs } of narrow) {
    const field = byName.get(nameKey(element.name));
    const name = element.name.local;
    if (field === undefined) return `the other has no field "${name}"`;
    byName.delete(nameKey(element.name));
    if (occurs.min < field.occurs.min || limit(occurs.max) > limit(field.occurs.max)) {
      return `"${name}" has other occurrences than in the other`;
    }
    if (element.nillable && !field.element.nillable) return `"${name}" is nillable, and in the other it is not`;
    if (!isDerived(element.type, field.element.type, index)) return `"${name}" has neither the same nor a derived type`;
  }
  const missing = [...byName.values()].find(({ occurs }) => occurs.min > 0);
  return missing && `it lacks the required field "${missing.element.name.local}"`;
}

function limit(max: number | 'unbounded'): number {
  return max === 'unbounded' ? Number.POSITIVE_INFINITY : max;
}

interface PlainField {
  readonly element: ElementDeclaration;
  readonly occurs: { readonly min: number; readonly max: number | 'unbounded' };
}

/** Fields of a sequence of local elements; undefined for other content, which is not compared. */
function plainFields(type: ComplexType, index: ComponentIndex): readonly PlainField[] | undefined {
  const inherited = type.derivation?.method === 'extension' ? ancestry(type, index) : [type];
  const fields: PlainField[] = [];
  for (const { content } of [...inherited].reverse()) {
    if (content.kind === 'empty') continue;
    if (content.kind !== 'elements' || content.particle.kind !== 'sequence') return undefined;
    for (const particle of content.particle.particles) {
      if (particle.kind !== 'element') return undefined;
      fields.push(particle);
    }
  }
  return fields;
}

function attributeReason(type: ComplexType, base: ComplexType, index: ComponentIndex): string | undefined {
  const wide = new Map(
    ancestry(base, index)
      .flatMap((one) => index.attributesOf(one))
      .map((attribute) => [nameKey(attribute.name), attribute]),
  );
  const open = ancestry(base, index).some(({ anyAttribute }) => anyAttribute !== undefined);
  for (const attribute of index.attributesOf(type)) {
    const other = wide.get(nameKey(attribute.name));
    const name = attribute.name.local;
    if (other === undefined) {
      if (!open && attribute.use !== 'prohibited') return `the other has no attribute "${name}"`;
      continue;
    }
    if (other.use === 'required' && attribute.use !== 'required')
      return `the attribute "${name}" is required in the other`;
    if (attribute.use !== 'prohibited' && !isDerived(attribute.type, other.type, index)) {
      return `the attribute "${name}" has neither the same nor a narrower type`;
    }
  }
  return undefined;
}

/** Whether a type is another one, derived from it, or a member of it if it is a union. */
export function isDerived(type: TypeReference, from: TypeReference, index: ComponentIndex, depth = 0): boolean {
  if (type === from || from.kind === 'anonymous' || depth > 50) return true;
  if (from.name.namespace === xsd && /^any(?:Simple)?Type$/.test(from.name.local)) return true;
  const target = index.definition(from);
  const members = target?.kind === 'simple' && target.variety.kind === 'union' ? target.variety.members : [];
  if (members.some((member) => member.kind === 'named' && isDerived(type, member, index, depth + 1))) return true;
  let step: TypeReference | undefined = type;
  for (let steps = 0; step !== undefined && steps < 100; steps++) {
    if (step.kind === 'named') {
      if (sameName(step.name, from.name)) return true;
      if (step.name.namespace === xsd) {
        return from.name.namespace === xsd && isBuiltInDerived(step.name.local, from.name.local);
      }
    }
    const definition = index.definition(step);
    if (definition === undefined) return true;
    if (definition.kind === 'simple') {
      step = definition.variety.kind === 'restriction' ? definition.variety.base : undefined;
    } else {
      step = definition.derivation && named(definition.derivation.base);
    }
  }
  return false;
}

function named(name: QName): TypeReference {
  return { kind: 'named', name };
}

/** Reserved names must not be used again. */
function checkReserved(type: ComplexType, owner: string, context: CheckContext): void {
  const { reserved, content, attributes } = type;
  if (reserved === undefined) return;
  const where = `"${owner}"`;
  for (const attribute of attributes) {
    if (reserved.includes(attribute.name.local)) {
      context.add(kinds.reservedAgain, { name: attribute.name.local, where }, attribute.origin);
    }
  }
  const visit = (particle: Particle): void => {
    const { name, origin } =
      particle.kind === 'element'
        ? { name: particle.element.name.local, origin: particle.element.origin }
        : { name: particle.typeScriptName, origin: particle.origin };
    if (name !== undefined && reserved.includes(name)) context.add(kinds.reservedAgain, { name, where }, origin);
    if ('particles' in particle) particle.particles.forEach(visit);
  };
  if (content.kind === 'elements') visit(content.particle);
}

/** The literals of an element or an attribute are values of its type. */
export function checkFallback(
  part: ElementDeclaration | AttributeUse,
  type: TypeReference,
  context: CheckContext,
): void {
  const { index, marks } = context;
  for (const [key, text] of Object.entries(part)) {
    if (typeof text !== 'string' || !literalKeys.has(key)) continue;
    const at = marks.spotOf(part, key) ?? part.origin;
    const reject = <E extends Entry>(entry: E, parameters: ParametersOf<E>): void => {
      context.add(entry, parameters, at);
      context.corrections.omit(part, key);
    };
    const field = part.name.local;
    const definition = index.definition(type);
    const root = rootTypeOf(type, index);
    if (definition?.kind === 'complex') {
      const content = ancestry(definition, index).find(({ content: one }) => one.kind === 'simple')?.content;
      if (content?.kind !== 'simple') reject(kinds.fallbackOfRecord, { key, field });
      else if (!fits(text, content.type, index)) reject(kinds.badFallback, { key, field });
    } else if (root?.kind === 'atomic' && root.name === 'ID' && valueConstraints.has(key)) {
      reject(kinds.keyDoesNotFit, { key, what: 'A value of the type ID' });
    } else if (root?.kind === 'atomic' && (root.name === 'QName' || root.name === 'NOTATION') && /[:{]/.test(text)) {
      reject(kinds.keyDoesNotFit, { key, what: 'A name with a prefix' });
    } else if (!fits(text, type, index)) reject(kinds.badFallback, { key, field });
  }
}

/** What XML Schema calls the default and the fixed value; an ID has none (part 1, 3.2.6). */
const valueConstraints: ReadonlySet<string> = new Set(['default', 'fixed']);
