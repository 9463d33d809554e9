import {
  type AnyParticle,
  type AttributeUse,
  type ComplexType,
  type Contract,
  type GlobalAttribute,
  nameKey,
  type Part,
  type Particle,
  type TypeReference,
  withUnreached,
  xmlNamespace,
} from '../model/index.ts';
import { separateNotes } from './documentation.ts';

/**
 * A contract in one normal form, without positions. Two ways of writing the same meaning in a WSDL are
 * equal here:
 *
 * - a simple type in place that restricts another one by nothing is that other type;
 * - the content of a type is a group: a sequence of one for a single particle; an empty sequence equals no content;
 * - a reference to an attribute has the type, and, unless it states one, the default of the attribute it names;
 * - an operation without an output returns nothing, whatever it says;
 * - a note on a wildcard is a note on its particle;
 * - XML's own attributes are the same whether a schema declares them or not;
 * - a schema without components is dropped; imports follow from components, and prefixes do not count.
 *
 * @param passed properties that do not count.
 */
export function comparableContract(given: Contract, passed: readonly string[] = []): Contract {
  const contract = withUnreached(given);
  const attributes = new Map(
    contract.schemas.flatMap((schema) =>
      schema.attributes.map((one): [string, GlobalAttribute] => [nameKey(one.name), one]),
    ),
  );
  const schemas = contract.schemas.filter(
    ({ targetNamespace, elements, types, attributes: own, groups, attributeGroups }) =>
      targetNamespace !== xmlNamespace &&
      elements.length + types.length + own.length + groups.length + attributeGroups.length > 0,
  );
  const passedOver = new Set(['origin', 'imports', 'prefix', ...passed]);
  return comparable({ ...contract, schemas }, { attributes, passedOver }) as Contract;
}

type Attributes = ReadonlyMap<string, GlobalAttribute>;

interface Comparing {
  readonly attributes: Attributes;
  readonly passedOver: ReadonlySet<string>;
}

/** Equal forms for every value below this one, found by their shape. */
function comparable(value: unknown, comparing: Comparing): unknown {
  if (Array.isArray(value)) return value.map((item) => comparable(item, comparing));
  if (value === null || typeof value !== 'object') return value;
  const found = simplified(value as Readonly<Record<string, unknown>>, comparing.attributes);
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(found)) {
    if (item === undefined || comparing.passedOver.has(key)) continue;
    result[key] = comparable(item, comparing);
  }
  return result;
}

function simplified(value: Readonly<Record<string, unknown>>, attributes: Attributes): object {
  if (value.kind === 'anonymous') return withoutEmptyRestriction(value as unknown as TypeReference);
  if (value.kind === 'complex') return withGroup(value as unknown as ComplexType);
  if ('pattern' in value && 'returns' in value && value.output === undefined) return { ...value, returns: undefined };
  if (value.kind === 'any') return withNotes(value as unknown as AnyParticle);
  if (value.reference === true) return withoutInherited(value as unknown as AttributeUse, attributes);
  if ('content' in value && 'name' in value && typeof value.name === 'string') {
    const { sensitive, stream, ...part } = value as unknown as Part;
    return { ...part, ...(sensitive === true && { sensitive }), ...(stream === true && { stream }) };
  }
  return value;
}

function withoutEmptyRestriction(reference: TypeReference): TypeReference {
  if (reference.kind !== 'anonymous' || reference.type.kind !== 'simple') return reference;
  const { kind, variety, origin, ...notes } = reference.type;
  const isPlain = Object.values(notes).every((note) => note === undefined);
  if (!isPlain || variety.kind !== 'restriction') return reference;
  const isEmpty = Object.values(variety.facets).every((facet) => facet === undefined);
  return isEmpty ? withoutEmptyRestriction(variety.base) : reference;
}

const groups: ReadonlySet<string> = new Set(['sequence', 'choice', 'all']);

function withGroup(type: ComplexType): ComplexType {
  const { content } = type;
  if (content.kind !== 'elements') return type;
  if (groups.has(content.particle.kind))
    return isEmpty(content.particle) ? { ...type, content: { kind: 'empty' } } : type;
  const particle: Particle = { kind: 'sequence', occurs: { min: 1, max: 1 }, particles: [content.particle] };
  return { ...type, content: { kind: 'elements', particle } };
}

/** An empty choice counts as not empty: nothing is valid in it. */
function isEmpty(particle: Particle): boolean {
  return (particle.kind === 'sequence' || particle.kind === 'all') && particle.particles.length === 0;
}

function withNotes(particle: AnyParticle): AnyParticle {
  const { notes, wildcard } = separateNotes(particle.wildcard);
  return { ...notes, ...defined(particle), wildcard };
}

function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}

function withoutInherited(use: AttributeUse, attributes: Attributes): object {
  const { type: _type, default: otherwise, fixed, ...rest } = use;
  const declared = attributes.get(nameKey(use.name));
  return {
    ...rest,
    ...(otherwise !== declared?.default && use.use !== 'required' && { default: otherwise }),
    ...(fixed !== declared?.fixed && { fixed }),
  };
}
