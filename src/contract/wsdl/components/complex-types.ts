import { wsdl as kinds } from '../../../diagnostics/index.ts';
import type {
  AttributeUse,
  ComplexType,
  Content,
  Particle,
  QName,
  SimpleContent,
  TypeReference,
} from '../../model/index.ts';
import { sameName } from '../../model/index.ts';
import type { XmlElement } from '../document.ts';
import { isOwnFlag, isTrue, ownAttribute, reservedOf, schemaNotes } from '../documentation.ts';
import type { SchemaScope } from '../schema-scope.ts';
import type { Declared } from '../symbols.ts';
import { xsdNamespace } from '../xml-names.ts';
import { attributesIn } from './attributes.ts';
import { anySimpleType, type Builders, childNamed, contentOf, reportOthers, type Site, siteOf } from './builder.ts';
import { derivationsIn } from './derivations.ts';
import { buildParticle, isParticle } from './particles.ts';
import { anonymousType, buildSimpleType, facetsOf } from './simple-types.ts';

type NamedComplexType = ComplexType & { readonly name: QName };

const allowed: ReadonlySet<string> = new Set(
  'simpleContent complexContent sequence choice all group attribute attributeGroup anyAttribute'.split(' '),
);

/** A global xs:complexType. */
export function buildComplexType(declared: Declared, builders: Builders): NamedComplexType {
  const { scope } = builders;
  const { element, name, source } = declared;
  const site = siteOf(source, builders);
  const type = { ...typeOf(element, site, declared), name };
  scope.marks.mark(type, source.document.findings, source.document.range(element, 'name'));
  return type;
}

/** An anonymous xs:complexType. */
export function buildInnerComplexType(element: XmlElement, site: Site): ComplexType {
  return typeOf(element, site, undefined);
}

function typeOf(element: XmlElement, site: Site, declared: Declared | undefined): ComplexType {
  const { document } = site;
  const base: ComplexType = {
    kind: 'complex',
    abstract: isTrue(element, 'abstract'),
    mixed: isTrue(element, 'mixed'),
    ...(declared && { block: derivationsIn(element, 'block', site), final: derivationsIn(element, 'final', site) }),
    content: { kind: 'empty' },
    attributes: [],
    attributeGroups: [],
    ...schemaNotes(element, document),
    ...reservedOf(element),
    origin: document.origin(element, declared && 'name'),
  };
  reportOthers(element, allowed, site);
  const child = childNamed(element, 'simpleContent', 'complexContent');
  if (child === undefined)
    return { ...base, ...attributesIn(element, site), content: contentIn(element, base.mixed, site) };
  const derived = childNamed(child, 'extension', 'restriction');
  if (derived === undefined) {
    const parameters = { element: `xs:${child.local}`, attribute: 'extension or restriction' };
    document.report(kinds.missingAttribute, parameters, child);
    return base;
  }
  if (child.local === 'simpleContent') return { ...base, ...simpleContent(child, derived, site, declared) };
  return complexContent({ ...base, mixed: base.mixed || isTrue(child, 'mixed') }, derived, site, declared);
}

/** The particle of a type; mixed content without one may still have text. */
function contentIn(element: XmlElement, mixed: boolean, site: Site): Content {
  const child = contentOf(element).find(isParticle);
  const particle = child && buildParticle(child, site);
  if (particle !== undefined) return { kind: 'elements', particle };
  if (!mixed) return { kind: 'empty' };
  return { kind: 'elements', particle: { kind: 'sequence', occurs: { min: 1, max: 1 }, particles: [] } };
}

function complexContent(
  base: ComplexType,
  derived: XmlElement,
  site: Site,
  declared: Declared | undefined,
): ComplexType {
  const { scope, document } = site;
  const name = scope.typeName(derived, 'base', site);
  const method = derived.local === 'extension' ? 'extension' : 'restriction';
  const mixed = base.mixed || (method === 'extension' && name !== undefined && isMixed(name, site));
  const own = { ...attributesIn(derived, site), content: contentIn(derived, mixed, site) };
  if (name === undefined) return { ...base, ...own };
  if (isAnyType(name)) return { ...base, mixed, ...(method === 'extension' ? ofAnyType(own) : own) };
  const redefined = declared?.redefines;
  if (redefined !== undefined && sameName(name, redefined.name)) {
    const before = buildComplexType(redefined, site);
    return { ...base, ...(method === 'extension' ? extended(before, own) : restricted(before, own)) };
  }
  const derivation = { method, base: name } as const;
  scope.marks.mark(derivation, document.findings, document.range(derived, 'base'));
  return { ...base, mixed, ...own, derivation };
}

function isAnyType({ namespace, local }: QName): boolean {
  return namespace === xsdNamespace && local === 'anyType';
}

/**
 * Whether the content of a type is mixed; an extension has that of its base (XML Schema part 1, 3.4.2 and 3.4.6). Not
 * recursive, so that a long chain of types does not exhaust the stack; each type is looked at once.
 */
function isMixed(name: QName, site: Site): boolean {
  const { mixedTypes } = site.scope;
  const chain = new Set<Declared>();
  let isAny = isAnyType(name);
  let step = isAny ? undefined : site.scope.find('type', name);
  while (step !== undefined && !chain.has(step) && !mixedTypes.has(step) && !isMixedItself(step)) {
    chain.add(step);
    const base = extendedType(step, site);
    isAny = base !== undefined && isAnyType(base);
    step = base === undefined || isAny ? undefined : site.scope.find('type', base);
  }
  const result = isAny || (step !== undefined && (mixedTypes.get(step) ?? isMixedItself(step)));
  for (const one of chain) mixedTypes.set(one, result);
  return result;
}

function isMixedItself({ element }: Declared): boolean {
  const child = childNamed(element, 'complexContent');
  return isTrue(element, 'mixed') || (child !== undefined && isTrue(child, 'mixed'));
}

function extendedType({ element, source }: Declared, site: Site): QName | undefined {
  const child = childNamed(element, 'complexContent');
  const extension = child && childNamed(child, 'extension');
  return extension && site.scope.typeName(extension, 'base', siteOf(source, site));
}

/** An extension of anyType: its own content plus any elements and attributes. */
function ofAnyType({ content, attributes, attributeGroups, anyAttribute }: OwnContent): OwnContent {
  const wildcard = { namespaces: '##any', processContents: 'lax' } as const;
  const any: Particle = { kind: 'any', occurs: { min: 0, max: 'unbounded' }, wildcard };
  const added = content.kind === 'elements' ? content.particle : undefined;
  const isEmpty = added === undefined || ('particles' in added && added.particles.length === 0);
  const particles = isEmpty ? [any] : [any, added];
  const particle: Particle = { kind: 'sequence', occurs: { min: 1, max: 1 }, particles };
  return {
    content: { kind: 'elements', particle },
    attributes,
    attributeGroups,
    anyAttribute: anyAttribute ?? wildcard,
  };
}

type OwnContent = Pick<ComplexType, 'content' | 'attributes' | 'attributeGroups' | 'anyAttribute'>;

/** A type with its content narrowed: what xs:redefine makes of a restriction of the type itself. */
function restricted(before: ComplexType, own: OwnContent): Partial<ComplexType> {
  const { derivation } = before;
  const isRepeated = ({ name }: AttributeUse): boolean => own.attributes.some((one) => sameName(one.name, name));
  const inherited = before.attributes.filter((one) => !isRepeated(one));
  return {
    ...own,
    attributes: [...inherited, ...own.attributes.filter(({ use }) => use !== 'prohibited' || derivation !== undefined)],
    attributeGroups: [...before.attributeGroups, ...own.attributeGroups],
    derivation: derivation && { method: 'restriction', base: derivation.base },
  };
}

/** A type with the content of another one after its own: what xs:redefine makes of an extension of the type itself. */
function extended(before: ComplexType, own: OwnContent): Partial<ComplexType> {
  const particles = [before.content, own.content].flatMap((content): readonly Particle[] =>
    content.kind === 'elements' ? [content.particle] : [],
  );
  const [only] = particles;
  const content: Content =
    particles.length > 1
      ? { kind: 'elements', particle: { kind: 'sequence', occurs: { min: 1, max: 1 }, particles } }
      : only === undefined
        ? before.content
        : { kind: 'elements', particle: only };
  return {
    content,
    derivation: before.derivation,
    attributes: [...before.attributes, ...own.attributes],
    attributeGroups: [...before.attributeGroups, ...own.attributeGroups],
    anyAttribute: own.anyAttribute ?? before.anyAttribute,
  };
}

/** Text with attributes. The base is a simple type, or a complex type with such content. */
function simpleContent(
  content: XmlElement,
  derived: XmlElement,
  site: Site,
  declared: Declared | undefined,
): Partial<ComplexType> {
  const { scope, document } = site;
  const base = scope.typeName(derived, 'base', site) ?? { namespace: xsdNamespace, local: 'string' };
  const method = derived.local === 'extension' ? 'extension' : 'restriction';
  const own = attributesIn(derived, site);
  const text: SimpleContent = {
    kind: 'simple',
    type: textTypeIn(derived, site, declared),
    ...schemaNotes(content, document),
    sensitive: isOwnFlag(content, 'sensitive'),
    mapping: ownAttribute(content, 'mapping'),
    origin: document.origin(derived, 'base'),
  };
  const before = baseOf(base, declared, scope);
  if (before?.element.local !== 'complexType') return { ...own, content: text };
  if (before === declared?.redefines) {
    const whole = { ...own, content: text };
    const type = buildComplexType(before, site);
    return { ...(method === 'extension' ? extended(type, whole) : restricted(type, whole)), content: text };
  }
  const derivation = { method, base } as const;
  scope.marks.mark(derivation, document.findings, document.range(derived, 'base'));
  return { ...own, content: text, derivation };
}

/** The declaration of a base type; inside of a redefinition, the previous one. */
function baseOf(name: QName, derived: Declared | undefined, scope: SchemaScope): Declared | undefined {
  const redefined = derived?.redefines;
  return redefined !== undefined && sameName(redefined.name, name) ? redefined : scope.find('type', name);
}

/** An extension or restriction of simple content, and the type that it is in, if that has a name. */
interface TextStep {
  readonly derived: XmlElement;
  readonly site: Site;
  readonly declared: Declared | undefined;
}

/**
 * The type of the text in an extension or restriction of simple content. Not recursive, so that a long chain of types
 * does not exhaust the stack; each step is built once.
 */
function textTypeIn(derived: XmlElement, site: Site, declared: Declared | undefined): TypeReference {
  const { textTypes } = site.scope;
  const steps: TextStep[] = [];
  const seen = new Set<XmlElement>();
  let step: TextStep | undefined = { derived, site, declared };
  while (step !== undefined && !textTypes.has(step.derived) && !seen.has(step.derived)) {
    steps.push(step);
    seen.add(step.derived);
    step = nextStep(step);
  }
  let type = step && textTypes.get(step.derived);
  for (const one of steps.reverse()) {
    type = textTypeOf(one, type);
    textTypes.set(one.derived, type);
  }
  return type ?? anySimpleType;
}

function nextStep({ derived, site, declared }: TextStep): TextStep | undefined {
  const name = childNamed(derived, 'simpleType') === undefined ? site.scope.typeName(derived, 'base', site) : undefined;
  const found = name && baseOf(name, declared, site.scope);
  const content = found && childNamed(found.element, 'simpleContent');
  const before = content && childNamed(content, 'extension', 'restriction');
  return found && before && { derived: before, site: siteOf(found.source, site), declared: found };
}

/** @param before type of the text of the base, if that is a complex type. */
function textTypeOf({ derived, site }: TextStep, before: TypeReference | undefined): TypeReference {
  const name = site.scope.typeName(derived, 'base', site);
  const inner = childNamed(derived, 'simpleType');
  const anonymous = name && anonymousType(name, site);
  const base: TypeReference =
    inner !== undefined
      ? { kind: 'anonymous', type: buildSimpleType(inner, site) }
      : (before ??
        (name === undefined
          ? anySimpleType
          : anonymous === undefined
            ? { kind: 'named', name }
            : { kind: 'anonymous', type: anonymous }));
  if (derived.local === 'extension') return base;
  const facets = facetsOf(derived, site);
  if (Object.keys(facets).length === 0) return base;
  return { kind: 'anonymous', type: { kind: 'simple', variety: { kind: 'restriction', base, facets } } };
}
