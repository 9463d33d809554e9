import {
  type AttributeUse,
  type ElementDeclaration,
  type GlobalAttribute,
  type IdentityConstraint,
  isContentTypes,
  mediaTypes,
  xsd,
} from '../model/index.ts';
import { constructMap, filled, type KeyValues, literal } from './construct-map.ts';
import { notesOf } from './notes.ts';
import { type Home, nameIn } from './scope.ts';
import { typeKeys } from './types.ts';
import type { YamlMap } from './yaml-tree.ts';

/** The keys of an element, local or global, in the long form. */
export function declarationKeys(element: ElementDeclaration, home: Home): KeyValues {
  const { nillable, sensitive, error, stream, mapping, block, constraints, typeScriptName, example } = element;
  const { foreign = [] } = element;
  const contentType = foreign.find(isContentTypes);
  const isShown = contentType !== undefined && isBinary(element) && mediaTypes.test(contentType.value);
  const others = isShown ? foreign.filter((one) => one !== contentType) : foreign;
  return {
    ...typeKeys(element.type, home),
    nillable,
    ...literalKeys(element),
    example: example === undefined ? undefined : literal(example),
    ...notesOf({ ...element, foreign: filled(others) }),
    sensitive,
    error,
    stream,
    contentType: isShown ? contentType?.value : undefined,
    mapping,
    block,
    constraints: filled(constraints)?.map((one) => constraintMap(one, home)),
    name: typeScriptName,
  };
}

function isBinary({ type }: ElementDeclaration): boolean {
  return type.kind === 'named' && type.name.local === 'base64Binary' && type.name.namespace === xsd;
}

/** The value of an absent or empty element or attribute. */
export function literalKeys({ default: otherwise, fixed }: Pick<GlobalAttribute, 'default' | 'fixed'>): KeyValues {
  return {
    default: otherwise === undefined ? undefined : literal(otherwise),
    fixed: fixed === undefined ? undefined : literal(fixed),
  };
}

/** The keys of an attribute, but for its type. */
export function attributeKeys(attribute: AttributeUse): KeyValues {
  const { use, sensitive, mapping, typeScriptName, default: otherwise } = attribute;
  return {
    optional: use === 'optional' && otherwise === undefined,
    prohibited: use === 'prohibited',
    ...literalKeys(attribute),
    sensitive,
    mapping,
    ...notesOf(attribute),
    name: typeScriptName,
  };
}

function constraintMap(constraint: IdentityConstraint, home: Home): YamlMap {
  const { kind, name, refer, selector, fields } = constraint;
  const keys = {
    [kind]: name.local,
    refer: refer && nameIn(home, refer),
    selector,
    fields,
    ...notesOf(constraint),
  };
  return constructMap('constraint', keys, home.gaps);
}
