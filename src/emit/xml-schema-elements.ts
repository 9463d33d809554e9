import type {
  Annotated,
  ElementDeclaration,
  GlobalElement,
  GroupParticle,
  Occurs,
  Particle,
  TypeReference,
} from '../contract/index.ts';
import { annotation, ownAttributes, unnamedAttributes } from './wsdl-annotations.ts';
import type { Attributes } from './xml-document.ts';
import { type ComponentWriting, formOf, wildcardAttributes, writeComplexType } from './xml-schema-complex.ts';
import { nameIn, writeSimpleType } from './xml-schema-simple.ts';

export function writeGlobalElement(to: ComponentWriting, element: GlobalElement): void {
  const { abstract, substitutionGroup } = element;
  writeElement(
    to,
    element,
    {},
    {
      abstract: abstract ? 'true' : undefined,
      substitutionGroup: substitutionGroup && to.nameOf(substitutionGroup),
    },
  );
}

/** What may stand in a content model. */
export function writeParticle(to: ComponentWriting, particle: Particle): void {
  const { document } = to;
  switch (particle.kind) {
    case 'element': {
      const { element } = particle;
      const form = formOf(element.name, to.schema, to.schema.elementFormDefault);
      writeElement(to, element, occursAttributes(particle.occurs), { form });
      break;
    }
    case 'elementReference':
      writeOther(to, 'xs:element', particle, { ...occursAttributes(particle.occurs), ref: to.nameOf(particle.name) });
      break;
    case 'groupReference':
      writeOther(to, 'xs:group', particle, { ...occursUnlessOnce(particle.occurs), ref: to.nameOf(particle.name) });
      break;
    case 'any': {
      const { wildcard } = particle;
      const attributes = { ...occursAttributes(particle.occurs), ...wildcardAttributes(wildcard) };
      document.element('xs:any', { ...attributes, ...unnamedAttributes({ ...wildcard, ...particle }) }, () =>
        annotation(document, { doc: particle.doc ?? wildcard.doc }),
      );
      break;
    }
    default:
      writeGroup(to, particle, occursUnlessOnce(particle.occurs));
  }
}

/**
 * xs:sequence, xs:choice or xs:all.
 *
 * @param occurs how often, which in a named group is not said.
 */
export function writeGroup(to: ComponentWriting, group: GroupParticle, occurs: Attributes): void {
  to.document.element(`xs:${group.kind}`, { ...occurs, ...unnamedAttributes(group) }, () => {
    annotation(to.document, group);
    for (const member of group.particles) writeParticle(to, member);
  });
}

function writeOther(to: ComponentWriting, name: string, particle: Annotated, attributes: Attributes): void {
  to.document.element(name, { ...attributes, ...unnamedAttributes(particle) }, () => annotation(to.document, particle));
}

function writeElement(to: ComponentWriting, element: ElementDeclaration, occurs: Attributes, more: Attributes): void {
  const { type } = element;
  const attributes = {
    name: element.name.local,
    type: nameIn(type, to),
    nillable: element.nillable ? 'true' : undefined,
    default: element.default,
    fixed: element.fixed,
  };
  const own = {
    'sw:sensitive': element.sensitive ? 'true' : undefined,
    'sw:stream': element.stream ? 'true' : undefined,
    'sw:mapping': element.mapping,
  };
  const content = (): void => {
    annotation(to.document, element);
    if (type.kind === 'anonymous') writeInside(to, element.name.local, type);
  };
  to.document.element('xs:element', [occurs, attributes, more, own, ownAttributes(element)], content);
}

function writeInside(to: ComponentWriting, owner: string, { type }: TypeReference & { kind: 'anonymous' }): void {
  if (type.kind === 'simple') {
    writeSimpleType(to, type);
    return;
  }
  to.path.push(owner);
  writeComplexType(to, type);
  to.path.pop();
}

function occursAttributes({ min, max }: Occurs): Attributes {
  return { minOccurs: String(min), maxOccurs: String(max) };
}

function occursUnlessOnce(occurs: Occurs): Attributes {
  return occurs.min === 1 && occurs.max === 1 ? {} : occursAttributes(occurs);
}
