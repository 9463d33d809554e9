import {
  mappingsOf,
  type QName,
  type ResolvedService,
  representationOf,
  type SimpleValue,
  type Structure,
  simpleTypes,
  type ValueType,
  xsd,
} from '../../contract/index.ts';
import { codecDirections, type Directions, type DirectionsOf } from '../directions.ts';
import { prefixedName } from '../encoded-prefixes.ts';
import type { Sides } from '../file.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { stringLiteral } from '../literal.ts';
import { valueObject } from '../simple-types.ts';
import type { SharedConstant } from './codec-scope.ts';
import { fieldsIn, membersOf } from './content.ts';

const readerType = (value: string) => (): string => `(reader: soap.XmlReader) => ${value}`;

/** The names of the codec that the constants use. */
export interface AnyTypeNames {
  readonly file: GeneratedFile;
  reader(typeName: string, use: 'encoded'): string;
  writer(typeName: string, use: 'encoded'): string;
  object(type: SimpleValue, typeName: string, property: string): string;
}

/** The constants that read and write values of any type in encoded messages, with the types of the contract. */
export class AnyTypes {
  readonly #service: ResolvedService;
  readonly #names: AnyTypeNames;
  readonly #sides: Sides;
  #directionsOf: DirectionsOf | undefined;

  constructor(service: ResolvedService, names: AnyTypeNames, sides: Sides) {
    this.#service = service;
    this.#names = names;
    this.#sides = sides;
  }

  get reader(): SharedConstant {
    const types = [
      ...this.#structures('reads').map(({ name, structure }) =>
        this.#entry(name, [
          `record: ${stringLiteral(typeOf(structure))}`,
          `read: ${this.#names.reader(structure.typeName, 'encoded')}`,
        ]),
      ),
      ...this.#service.arrays.flatMap(({ name, typeName }) =>
        name !== undefined && this.#directions(typeName).reads
          ? [this.#entry(name, [`read: ${this.#names.reader(typeName, 'encoded')}`])]
          : [],
      ),
      ...this.#simpleTypes().map(({ name, type }) => this.#entry(name, [`read: ${this.#names.object(type, '', '')}`])),
      ...this.#mapped().map((type) =>
        this.#entry({ namespace: xsd, local: type.name }, [`read: ${valueObject(type)}`]),
      ),
    ];
    return {
      name: 'anyTypeReader',
      type: readerType('soap.EncodedValue'),
      value: `/*@__PURE__*/ encoded.anyReader(() => ${listText(types)})`,
    };
  }

  /** @param anyReader the constant of `reader`. */
  mapReader(anyReader: string): SharedConstant {
    return {
      name: 'mapReader',
      type: readerType('Map<soap.EncodedValue, soap.EncodedValue>'),
      value: `/*@__PURE__*/ encoded.mapReader(${anyReader})`,
    };
  }

  vectorReader(anyReader: string): SharedConstant {
    return {
      name: 'vectorReader',
      type: readerType('soap.EncodedValue[]'),
      value: `(reader: soap.XmlReader) => encoded.readNullableArray(reader, ${anyReader})`,
    };
  }

  get writer(): SharedConstant {
    const types = this.#structures('writes').map(({ name, structure }) => {
      const type = prefixedName(name, this.#service) ?? name.local;
      const head = structure.head ? ['head: true'] : [];
      const write = `write: ${this.#names.writer(structure.typeName, 'encoded')}`;
      return `{ ${[`record: ${stringLiteral(typeOf(structure))}`, `type: ${stringLiteral(type)}`, ...head, write].join(', ')} }`;
    });
    return {
      name: 'anyTypeWriter',
      type: () => 'encoded.AnyWriter',
      value: `/*@__PURE__*/ encoded.anyWriter(() => ${listText(types)})`,
    };
  }

  #directions(typeName: string): Directions {
    this.#directionsOf ??= codecDirections(this.#service, this.#sides);
    return this.#directionsOf(typeName, 'encoded');
  }

  #structures(direction: 'reads' | 'writes'): readonly { readonly name: QName; readonly structure: Structure }[] {
    return this.#service.declarations.flatMap((structure) => {
      if (structure.kind !== 'structure' || structure.name === undefined || structure.abstract) return [];
      return this.#directions(structure.typeName)[direction] ? [{ name: structure.name, structure }] : [];
    });
  }

  /** The simple types with a name that any value has. */
  #simpleTypes(): readonly { readonly name: QName; readonly type: SimpleValue }[] {
    const { messages, declarations, arrays } = this.#service;
    const values: readonly ValueType[] = [
      ...[...messages, ...declarations].flatMap((one) =>
        one.kind === 'structure' ? fieldsIn(membersOf(one)).map(({ type }) => type) : [],
      ),
      ...arrays.map(({ item }) => item),
    ];
    const found = new Map<string, { readonly name: QName; readonly type: SimpleValue }>();
    for (const type of values) {
      if (type.kind !== 'simple' || type.declared === undefined || type.schemaType === undefined) continue;
      // The name that it is written with is that of its base, whose values are any.
      if (type.isUnnamed) continue;
      if (!found.has(type.declared))
        found.set(type.declared, { name: type.schemaType, type: { ...type, fallback: undefined } });
    }
    return [...found.values()];
  }

  /** The built-in types that the options of the contract map to other types than by default. */
  #mapped(): readonly SimpleValue[] {
    return simpleTypes.flatMap((name) => {
      const representation = representationOf(name, {}, this.#service.options);
      return mappingsOf(name)[0] === representation || mappingsOf(name).length === 0
        ? []
        : [{ kind: 'simple' as const, name, representation }];
    });
  }

  #entry({ namespace, local }: QName, properties: readonly string[]): string {
    return `{ ${[this.#names.file.namespaceProperty(namespace), `local: ${stringLiteral(local)}`, ...properties].join(', ')} }`;
  }
}

/** The `$type` of a record. */
function typeOf({ discriminant, typeName }: Structure): string {
  return discriminant?.value ?? typeName;
}

function listText(items: readonly string[]): string {
  return items.length === 0 ? '[]' : `[\n${items.map((item) => `  ${item},\n`).join('')}]`;
}
