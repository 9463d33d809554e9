import { wsdl as kinds } from '../../../diagnostics/index.ts';
import type {
  ElementDeclaration,
  ElementReference,
  GroupParticle,
  LocalElement,
  ModelGroup,
  Occurs,
  Particle,
  TypeReference,
} from '../../model/index.ts';
import { attributeOf, type XmlElement } from '../document.ts';
import { isOwnFlag, isTrue, ownAttribute, schemaNotes, separateNotes } from '../documentation.ts';
import type { Declared } from '../symbols.ts';
import { buildWildcard, literalsOf } from './attributes.ts';
import { anyType, type Builders, childNamed, contentOf, redefinedAs, type Site, siteOf, untyped } from './builder.ts';
import { derivationsIn } from './derivations.ts';
import { constraintsOf } from './identity-constraints.ts';
import { buildSimpleType, reportNamed } from './simple-types.ts';

const groupKinds: ReadonlySet<string> = new Set(['sequence', 'choice', 'all']);
const particleKinds: ReadonlySet<string> = new Set([...groupKinds, 'element', 'group', 'any']);

export function isParticle({ local }: XmlElement): boolean {
  return particleKinds.has(local);
}

/** A particle; undefined after an error. */
export function buildParticle(element: XmlElement, site: Site): Particle | undefined {
  switch (element.local) {
    case 'element':
      return elementParticle(element, site);
    case 'group':
      return groupReference(element, site);
    case 'any': {
      const { notes, wildcard } = separateNotes(buildWildcard(element, site));
      return { kind: 'any', occurs: occursOf(element, site), wildcard, ...notes, origin: wildcard.origin };
    }
    default:
      return buildGroupParticle(element, site);
  }
}

/** An xs:sequence, xs:choice or xs:all. */
function buildGroupParticle(element: XmlElement, site: Site): GroupParticle {
  const { document, scope } = site;
  const particles = contentOf(element).flatMap((child): readonly Particle[] => {
    if (isParticle(child)) {
      const particle = buildParticle(child, site);
      return particle === undefined ? [] : [particle];
    }
    document.report(kinds.ignoredElement, { element: `xs:${child.local}`, parent: `xs:${element.local}` }, child);
    return [];
  });
  if (element.strayText !== -1) document.report(kinds.strayText, { element: `xs:${element.local}` }, element);
  const group: GroupParticle = {
    kind: element.local as GroupParticle['kind'],
    occurs: occursOf(element, site),
    particles,
    ...schemaNotes(element, site.document),
    origin: document.origin(element),
  };
  scope.marks.mark(group, document.findings, document.range(element));
  return group;
}

function groupReference(element: XmlElement, site: Site): Particle | undefined {
  const found = site.scope.declared('group', element, 'ref', site);
  const redefined = found && redefinedAs('group', found.name, site);
  if (redefined !== undefined) return buildModelGroup(redefined, site)?.particle;
  if (found === undefined) {
    if (attributeOf(element, 'ref') === undefined) {
      site.document.report(kinds.missingAttribute, { element: 'xs:group', attribute: 'the attribute ref' }, element);
    }
    return undefined;
  }
  const origin = site.document.origin(element, 'ref');
  return {
    kind: 'groupReference',
    name: found.name,
    occurs: occursOf(element, site),
    ...schemaNotes(element, site.document),
    origin,
  };
}

/** An xs:group with a name; undefined without content. */
export function buildModelGroup(declared: Declared, builders: Builders): ModelGroup | undefined {
  const { element, name, source, redefines } = declared;
  const site = siteOf(source, builders, redefines);
  const child = contentOf(element).find(({ local }) => groupKinds.has(local));
  if (child === undefined) return undefined;
  const origin = source.document.origin(element, 'name');
  return { name, particle: buildGroupParticle(child, site), ...schemaNotes(element, source.document), origin };
}

function elementParticle(element: XmlElement, site: Site): Particle | undefined {
  const { document, scope, source } = site;
  const occurs = occursOf(element, site);
  if (attributeOf(element, 'ref') !== undefined) {
    const name = scope.elementName(element, 'ref', site);
    const origin = document.origin(element, 'ref');
    const reference: ElementReference = {
      kind: 'elementReference',
      occurs,
      name,
      ...schemaNotes(element, site.document),
      origin,
    };
    scope.marks.mark(reference, document.findings, document.range(element, 'ref'));
    return reference;
  }
  const local = attributeOf(element, 'name');
  if (local === undefined || local === '') {
    document.report(kinds.missingAttribute, { element: 'xs:element', attribute: 'the attribute name' }, element);
    return undefined;
  }
  const form = attributeOf(element, 'form') ?? site.elementForm;
  const namespace = form === 'qualified' ? source.targetNamespace : '';
  return { kind: 'element', occurs, element: declarationOf({ namespace, local }, element, site) };
}

/** A local or global element. */
export function declarationOf(
  name: LocalElement['name'],
  element: XmlElement,
  site: Site,
  type: TypeReference = elementType(element, site),
): ElementDeclaration {
  const { document, scope } = site;
  const example = ownAttribute(element, 'example');
  const declaration: ElementDeclaration = {
    name,
    type,
    nillable: isTrue(element, 'nillable'),
    ...literalsOf(element, site),
    ...(example !== undefined && { example }),
    sensitive: isOwnFlag(element, 'sensitive'),
    ...(isOwnFlag(element, 'error') && { error: true }),
    stream: isOwnFlag(element, 'stream'),
    mapping: ownAttribute(element, 'mapping'),
    block: derivationsIn(element, 'block', site),
    constraints: constraintsOf(element, site),
    ...schemaNotes(element, site.document),
    origin: document.origin(element, 'name'),
  };
  for (const key of ['default', 'fixed']) {
    scope.marks.markKey(declaration, key, document.findings, document.range(element, key));
  }
  return declaration;
}

/** The type of an element; anyType for one of an unknown type. */
export function elementType(element: XmlElement, site: Site): TypeReference {
  const { scope, document } = site;
  if (attributeOf(element, 'type') !== undefined) {
    const name = scope.typeName(element, 'type', site);
    if (name === undefined) return anyType;
    const reference: TypeReference = { kind: 'named', name };
    scope.marks.mark(reference, document.findings, document.range(element, 'type'));
    return reference;
  }
  const inner = childNamed(element, 'complexType', 'simpleType');
  if (inner === undefined) return untyped;
  reportNamed(inner, element, site);
  const type = inner.local === 'simpleType' ? buildSimpleType(inner, site) : site.innerComplexType(inner, site);
  return { kind: 'anonymous', type };
}

/** `minOccurs` and `maxOccurs`, 1 by default. */
function occursOf(element: XmlElement, { document }: Site): Occurs {
  const min = countOf(element, 'minOccurs');
  const max = attributeOf(element, 'maxOccurs');
  if (min === undefined) {
    const value = attributeOf(element, 'minOccurs') ?? '';
    document.report(kinds.badValue, { value, what: 'minOccurs' }, element, 'minOccurs');
  }
  const least = min ?? 1;
  if (max === undefined) return { min: least, max: Math.max(1, least) };
  if (max === 'unbounded') return { min: least, max };
  if (/^unbound(?:ed)?$|^\*$/i.test(max)) {
    document.report(kinds.wrongCase, { value: max, standard: 'unbounded' }, element, 'maxOccurs');
    return { min: least, max: 'unbounded' };
  }
  const most = countOf(element, 'maxOccurs');
  if (most === undefined || most < least) {
    document.report(kinds.badValue, { value: max, what: `maxOccurs with minOccurs ${least}` }, element, 'maxOccurs');
    return { min: least, max: 'unbounded' };
  }
  return { min: least, max: most };
}

/** Undefined for an attribute that is not a number; 1 without the attribute. */
function countOf(element: XmlElement, attribute: string): number | undefined {
  const text = attributeOf(element, attribute);
  if (text === undefined) return 1;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
