import { wsdl as kinds } from '../../../diagnostics/index.ts';
import {
  type Annotated,
  type AttributeGroup,
  type AttributeUse,
  type GlobalAttribute,
  isEncodingAttribute,
  nameKey,
  type QName,
  sameName,
  type TypeReference,
  type Wildcard,
  xmlAttributes,
  xmlNamespace,
  xsd,
} from '../../model/index.ts';
import { attributeOf, rawAttributeOf, type XmlElement } from '../document.ts';
import { isOwnFlag, ownAttribute, schemaNotes } from '../documentation.ts';
import type { Declared } from '../symbols.ts';
import { wsdlNamespace } from '../xml-names.ts';
import { anySimpleType, type Builders, childNamed, contentOf, redefinedAs, type Site, siteOf } from './builder.ts';
import { literalIn } from './qname-values.ts';
import { buildSimpleType, referenceOrInner, reportNamed } from './simple-types.ts';

/** The attributes of a complex type or an attribute group. */
export interface Attributes {
  readonly attributes: readonly AttributeUse[];
  readonly attributeGroups: readonly QName[];
  readonly anyAttribute?: Wildcard | undefined;
}

const uses = ['optional', 'required', 'prohibited'] as const;

/** The attributes among the children of an element. */
export function attributesIn(parent: XmlElement, site: Site): Attributes {
  const attributes: AttributeUse[] = [];
  const attributeGroups: QName[] = [];
  let anyAttribute: Wildcard | undefined;
  for (const child of contentOf(parent)) {
    if (child.local === 'attribute') attributes.push(...attributeUse(child, site));
    else if (child.local === 'anyAttribute') anyAttribute = buildWildcard(child, site);
    else if (child.local === 'attributeGroup') {
      const found = site.scope.declared('attributeGroup', child, 'ref', site);
      const redefined = found && redefinedAs('attributeGroup', found.name, site);
      if (redefined !== undefined) {
        const before = buildAttributeGroup(redefined, site);
        attributes.push(...before.attributes);
        attributeGroups.push(...before.attributeGroups);
        anyAttribute ??= before.anyAttribute;
      } else if (found !== undefined) {
        const name = { ...found.name };
        site.scope.marks.mark(name, site.document.findings, site.document.range(child, 'ref'));
        attributeGroups.push(name);
      }
    }
  }
  return { attributes, attributeGroups, ...(anyAttribute && { anyAttribute }) };
}

function attributeUse(element: XmlElement, site: Site): readonly AttributeUse[] {
  const { document, scope } = site;
  const written = attributeOf(element, 'use');
  const use = uses.find((known) => known === written?.toLowerCase()) ?? 'optional';
  if (written !== undefined && written !== use) {
    document.report(kinds.wrongCase, { value: written, standard: use }, element, 'use');
  }
  const rest = {
    use,
    sensitive: isOwnFlag(element, 'sensitive'),
    mapping: ownAttribute(element, 'mapping'),
    ...schemaNotes(element, site.document),
  };
  if (attributeOf(element, 'ref') !== undefined) return attributeReference(element, rest, site);
  const local = attributeOf(element, 'name');
  if (local === undefined) {
    document.report(kinds.missingAttribute, { element: 'xs:attribute', attribute: 'the attribute name' }, element);
    return [];
  }
  const form = attributeOf(element, 'form') ?? site.attributeForm;
  const namespace = form === 'qualified' ? site.source.targetNamespace : '';
  const origin = document.origin(element, 'name');
  const attribute: AttributeUse = {
    name: { namespace, local },
    type: attributeType(element, site),
    ...rest,
    ...literalsOf(element, site),
    origin,
  };
  scope.marks.mark(attribute, document.findings, document.range(element));
  return [attribute];
}

function attributeReference(
  element: XmlElement,
  rest: Omit<AttributeUse, 'name' | 'type'>,
  site: Site,
): readonly AttributeUse[] {
  const { document, scope } = site;
  const name = scope.resolve('attribute', attributeOf(element, 'ref') ?? '', element, 'ref', site);
  if (name === undefined) return [];
  const found = scope.find('attribute', name);
  const declared = found === undefined ? undefined : buildGlobalAttribute(found, site);
  const builtIn = name.namespace === xmlNamespace ? xmlAttributes.get(name.local) : undefined;
  const type: TypeReference =
    declared?.type ??
    (builtIn === undefined ? anySimpleType : { kind: 'named', name: { namespace: xsd, local: builtIn } });
  const own = literalsOf(element, site);
  const inherits = own.default === undefined && own.fixed === undefined;
  const attribute: AttributeUse = {
    name,
    type,
    ...rest,
    // A required attribute has no default (XML Schema part 1, 3.2.3).
    default: own.default ?? (inherits && rest.use !== 'required' ? declared?.default : undefined),
    fixed: own.fixed ?? (inherits ? declared?.fixed : undefined),
    ...(isEncodingAttribute(name) && name.local === 'arrayType' && arrayTypeIn(element, rest.foreign, site)),
    reference: true,
    origin: document.origin(element, 'ref'),
  };
  scope.marks.markKey(attribute, 'name', document.findings, document.range(element, 'ref'));
  return [attribute];
}

/** The `wsdl:arrayType` of an encoded array (WSDL 1.1, 2.2), with the type of the items as other references to types. */
function arrayTypeIn(
  element: XmlElement,
  foreign: Annotated['foreign'],
  site: Site,
): Pick<AttributeUse, 'foreign'> | undefined {
  const { document, scope } = site;
  const prefixed = rawAttributeOf(element, 'arrayType', wsdlNamespace);
  const written = prefixed ?? rawAttributeOf(element, 'arrayType');
  const [, type, ranks] = /^\s*([^\s[]+)\s*((?:\[[\d,\s]*\]\s*)+)$/.exec(written ?? '') ?? [];
  if (type === undefined || ranks === undefined) return undefined;
  if (prefixed === undefined) document.report(kinds.unprefixedArrayType, {}, element, 'arrayType');
  const item = scope.resolve('type', type, element, 'arrayType', site) ?? { namespace: xsd, local: 'anyType' };
  const name = { namespace: wsdlNamespace, local: 'arrayType' };
  const others = foreign?.filter((one) => !sameName(one.name, name)) ?? [];
  return { foreign: [...others, { name, value: `${nameKey(item)}${ranks.replace(/\s/g, '')}` }] };
}

export function buildGlobalAttribute({ element, name, source }: Declared, builders: Builders): GlobalAttribute {
  const site = siteOf(source, builders);
  const origin = source.document.origin(element, 'name');
  return {
    name,
    type: attributeType(element, site),
    ...literalsOf(element, site),
    ...schemaNotes(element, site.document),
    origin,
  };
}

export function buildAttributeGroup(declared: Declared, builders: Builders): AttributeGroup {
  const { element, name, source, redefines } = declared;
  const site = siteOf(source, builders, redefines);
  return {
    name,
    ...attributesIn(element, site),
    ...schemaNotes(element, site.document),
    origin: source.document.origin(element, 'name'),
  };
}

function attributeType(element: XmlElement, site: Site): TypeReference {
  if (attributeOf(element, 'type') !== undefined) return referenceOrInner(element, 'type', site);
  const inner = childNamed(element, 'simpleType');
  if (inner !== undefined) reportNamed(inner, element, site);
  return inner === undefined ? anySimpleType : { kind: 'anonymous', type: buildSimpleType(inner, site) };
}

/** `default` and `fixed`, as a contract has them. */
export function literalsOf(element: XmlElement, site: Site): { readonly default?: string; readonly fixed?: string } {
  const otherwise = rawAttributeOf(element, 'default');
  const fixed = rawAttributeOf(element, 'fixed');
  return {
    ...(otherwise !== undefined && { default: literalIn(otherwise, element, 'type', site) }),
    ...(fixed !== undefined && { fixed: literalIn(fixed, element, 'type', site) }),
  };
}

const processing = ['strict', 'lax', 'skip'] as const;

/** An xs:any or xs:anyAttribute. */
export function buildWildcard(element: XmlElement, site: Site): Wildcard {
  const { document } = site;
  const written = attributeOf(element, 'processContents') ?? 'strict';
  const processContents = processing.find((known) => known === written.toLowerCase());
  if (processContents === undefined) {
    document.report(kinds.badValue, { value: written, what: 'processContents' }, element, 'processContents');
  }
  const listed = attributeOf(element, 'namespace') ?? '##any';
  const namespaces = listed === '##any' || listed === '##other' ? listed : listed.split(/\s+/);
  const origin = document.origin(element);
  return { namespaces, processContents: processContents ?? 'lax', ...schemaNotes(element, site.document), origin };
}
