import {
  type GlobalElement,
  type NamedType,
  type Notation,
  nameKey,
  type Schema,
  type TypeReference,
} from '../../model/index.ts';
import { attributeOf, rawAttributeOf } from '../document.ts';
import { isOwnFlag, isTrue, schemaNotes } from '../documentation.ts';
import type { SchemaScope } from '../schema-scope.ts';
import type { Declared, SchemaSource, SymbolKind } from '../symbols.ts';
import { buildAttributeGroup, buildGlobalAttribute } from './attributes.ts';
import { anyType, type Builders, childNamed, siteOf } from './builder.ts';
import { buildComplexType, buildInnerComplexType } from './complex-types.ts';
import { derivationsIn } from './derivations.ts';
import { buildModelGroup, declarationOf, elementType } from './particles.ts';
import { buildGlobalSimpleType } from './simple-types.ts';

/** One schema for each namespace, in the order in which the files are read, with all components of all files. */
export function buildSchemas(scope: SchemaScope): readonly Schema[] {
  const builders: Builders = { scope, innerComplexType: buildInnerComplexType };
  const { symbols, schemas } = scope.files;
  const components = new Map<SymbolKind, Map<string, object[]>>();
  // Building a component can bring a well-known schema, whose components are then built as well.
  const built = new Set<Declared>();
  for (let found = true; found; ) {
    found = false;
    for (const kind of ['type', 'element', 'attribute', 'group', 'attributeGroup', 'notation'] as const) {
      for (const declared of symbols.all(kind)) {
        if (built.has(declared)) continue;
        built.add(declared);
        found = true;
        const component = buildComponent(kind, declared, builders);
        if (component === undefined) continue;
        const byNamespace = components.get(kind) ?? new Map<string, object[]>();
        components.set(kind, byNamespace);
        const list = byNamespace.get(declared.name.namespace);
        if (list === undefined) byNamespace.set(declared.name.namespace, [component]);
        else list.push(component);
      }
    }
  }
  const of = <T>(kind: SymbolKind, namespace: string): readonly T[] =>
    (components.get(kind)?.get(namespace) ?? []) as readonly object[] as readonly T[];
  return [...symbols.namespaces].map((namespace): Schema => {
    const source = schemas.find(({ targetNamespace }) => targetNamespace === namespace);
    const prefix = schemas.find((one) => one.targetNamespace === namespace && one.prefix !== undefined)?.prefix;
    const form = (attribute: string) =>
      source !== undefined && attributeOf(source.element, attribute) === 'qualified' ? 'qualified' : 'unqualified';
    return {
      targetNamespace: namespace,
      ...(prefix !== undefined && { prefix }),
      elementFormDefault: form('elementFormDefault'),
      attributeFormDefault: form('attributeFormDefault'),
      elements: of('element', namespace),
      types: of('type', namespace),
      attributes: of('attribute', namespace),
      groups: of('group', namespace),
      attributeGroups: of('attributeGroup', namespace),
      ...notationsOf(of('notation', namespace)),
      ...schemaExtras(schemas.filter(({ targetNamespace }) => targetNamespace === namespace)),
      imports: [],
    };
  });
}

function buildComponent(kind: SymbolKind, declared: Declared, builders: Builders): object | undefined {
  switch (kind) {
    case 'type':
      return buildType(declared, builders);
    case 'element':
      return buildGlobalElement(declared, builders);
    case 'attribute':
      return buildGlobalAttribute(declared, builders);
    case 'group':
      return buildModelGroup(declared, builders);
    case 'notation':
      return buildNotation(declared);
    default:
      return buildAttributeGroup(declared, builders);
  }
}

function buildType(declared: Declared, builders: Builders): NamedType | undefined {
  const { element, name } = declared;
  if (isOwnFlag(element, 'anonymous')) return undefined;
  if (element.local === 'complexType') return buildComplexType(declared, builders);
  return { ...buildGlobalSimpleType(declared, builders), name };
}

function buildGlobalElement(declared: Declared, builders: Builders): GlobalElement {
  const { element, name, source } = declared;
  const site = siteOf(source, builders);
  const head = builders.scope.declared('element', element, 'substitutionGroup', site);
  const declaration = declarationOf(name, element, site, typeOfElement(declared, builders));
  if (head !== undefined) {
    const { document } = site;
    builders.scope.marks.markKey(
      declaration,
      'substitutes',
      document.findings,
      document.range(element, 'substitutionGroup'),
    );
  }
  const final = derivationsIn(element, 'final', site);
  return {
    ...declaration,
    abstract: isTrue(element, 'abstract'),
    ...(head && { substitutionGroup: head.name }),
    final,
  };
}

/**
 * An element without a type has that of its substitution group's head (XML Schema part 1, 3.3.2). Not recursive, so that
 * a long chain of heads does not exhaust the stack; each element is looked at once.
 */
function typeOfElement(declared: Declared, builders: Builders): TypeReference {
  const { elementTypes } = builders.scope;
  const chain = new Set<Declared>();
  let step: Declared | undefined = declared;
  while (step !== undefined && !chain.has(step) && !elementTypes.has(step) && inheritsType(step)) {
    chain.add(step);
    step = builders.scope.declared('element', step.element, 'substitutionGroup', siteOf(step.source, builders));
  }
  const isCircle = step === undefined || chain.has(step);
  const own = step && !isCircle ? elementTypes.get(step) : undefined;
  const type =
    isCircle || step === undefined ? anyType : (own ?? elementType(step.element, siteOf(step.source, builders)));
  // Without its own type, an element in a substitution group would have that of the head.
  const inherited = type.kind === 'named' && type.untyped && chain.size > 0 ? anyType : type;
  for (const one of chain) elementTypes.set(one, inherited);
  return inherited;
}

function inheritsType({ element }: Declared): boolean {
  const hasType = attributeOf(element, 'type') !== undefined || childNamed(element, 'complexType', 'simpleType');
  return !hasType && attributeOf(element, 'substitutionGroup') !== undefined;
}

function buildNotation({ element, name, source }: Declared): Notation {
  const { document } = source;
  const publicId = rawAttributeOf(element, 'public');
  const systemId = rawAttributeOf(element, 'system');
  return {
    name,
    ...(publicId !== undefined && { public: publicId }),
    ...(systemId !== undefined && { system: systemId }),
    ...schemaNotes(element, document),
    origin: document.origin(element, 'name'),
  };
}

function notationsOf(notations: readonly Notation[]): Pick<Schema, 'notations'> {
  return notations.length === 0 ? {} : { notations };
}

/** Attributes and notes of the xs:schema elements of one namespace. An attribute that several have counts once. */
function schemaExtras(sources: readonly SchemaSource[]): Pick<Schema, 'foreign' | 'appinfo'> {
  const notes = sources.map(({ element, document }) => schemaNotes(element, document));
  const foreign = new Map(
    notes.flatMap((one) => (one.foreign ?? []).map((attribute) => [nameKey(attribute.name), attribute])),
  );
  const appinfo = [...new Set(notes.flatMap((one) => one.appinfo ?? []))];
  return {
    ...(foreign.size > 0 && { foreign: [...foreign.values()] }),
    ...(appinfo.length > 0 && { appinfo }),
  };
}
