import {
  anyAttributeOf,
  attributesOf,
  type ComplexType,
  type Particle,
  type SimpleContent,
} from '../../contract/index.ts';
import type { Content, Value } from './content.ts';
import { ContentBuilder, type PartPlaces, wireWildcard } from './content-builder.ts';
import type { Place } from './places.ts';
import type { Side } from './side.ts';

const nothing: Omit<Content, 'place' | 'kind'> = {
  mixed: false,
  fields: new Map(),
  wildcards: [],
  anyAttribute: undefined,
  model: undefined,
  text: undefined,
  array: undefined,
};

/** The content of an element whose type is simple. */
export function contentOfSimple(value: Value): Content {
  return { ...nothing, place: value.place, kind: 'text', text: value };
}

/** The content of a complex type, inherited parts included, with all references resolved. */
export function contentOfComplex(type: ComplexType, side: Side, namespace: string): Content {
  const place = side.places.of(type);
  const array = side.encodedTypes?.find(
    type.name === undefined ? { kind: 'anonymous', type } : { kind: 'named', name: type.name },
  );
  if (array?.kind === 'array') return { ...nothing, place, kind: 'array', array };
  const builder = new ContentBuilder(side);
  const model = builder.type(type, namespace);
  const { lookup } = side;
  for (const { use, declaredBy } of attributesOf(type, lookup)) builder.attribute(use, declaredBy, namespace);
  const anyAttribute = anyAttributeOf(type, lookup);
  const text = textContent(type, side);
  return {
    place,
    kind: text === undefined ? 'elements' : 'text',
    mixed: type.mixed,
    fields: builder.fields,
    wildcards: builder.wildcards,
    anyAttribute: anyAttribute && wireWildcard(anyAttribute, namespace, place),
    model,
    text: text && textValue(text, place, namespace),
    array: undefined,
  };
}

/** The content of a body whose elements are these: the parts of a message in rpc style. */
export function contentOfParts(particles: readonly Particle[], side: Side, place: Place, of: PartPlaces): Content {
  const builder = new ContentBuilder(side, of);
  const occurs = { min: 1, max: 1 };
  const model = builder.particle({ kind: 'sequence', occurs, particles }, '');
  return { ...nothing, place, kind: 'elements', fields: builder.fields, wildcards: builder.wildcards, model };
}

/** The text of a type, or of the type that it extends. */
function textContent(type: ComplexType, side: Side): SimpleContent | undefined {
  const seen = new Set<ComplexType>();
  for (let step: ComplexType | undefined = type; step !== undefined && !seen.has(step); step = side.index.base(step)) {
    if (step.content.kind === 'simple') return step.content;
    seen.add(step);
  }
  return undefined;
}

function textValue({ type, origin }: SimpleContent, place: Place, namespace: string): Value {
  const at = { path: `${place.path}/$text`, label: `the text of ${place.label}`, origin: origin ?? place.origin };
  return { type, nillable: false, default: undefined, fixed: undefined, place: at, namespace };
}
