import { fixed, type SimpleType } from '@soapwright/runtime';
import type { Declaration, Field, ResolvedService, SimpleDefinition, SimpleValue } from '../../contract/index.ts';
import { AnyTypes } from './any-types.ts';
import { Heights } from './heights.ts';
import { simpleCodec } from './simple-codec.ts';

/** The declarations of a resolved service by their names, with the objects that read and write their simple values. */
export class ValueModel {
  readonly service: ResolvedService;
  readonly #declarations: ReadonlyMap<string, Declaration>;
  readonly #definitions: ReadonlyMap<string, SimpleDefinition>;
  readonly #codecs: Map<string, SimpleType<unknown>> = new Map();
  #heights: Heights | undefined;
  #anyTypes: AnyTypes | undefined;

  constructor(service: ResolvedService) {
    this.service = service;
    const all = [...service.messages, ...service.declarations];
    this.#declarations = new Map(all.map((declaration) => [declaration.typeName, declaration]));
    this.#definitions = new Map(service.simpleTypes.map(({ typeName, definition }) => [typeName, definition]));
  }

  get heights(): Heights {
    this.#heights ??= new Heights([...this.#declarations.values()], (field) => this.mayBeNull(field));
    return this.#heights;
  }

  get anyTypes(): AnyTypes {
    this.#anyTypes ??= new AnyTypes(this);
    return this.#anyTypes;
  }

  /** @throws {RangeError} for a name that the service does not declare. */
  declaration(typeName: string): Declaration {
    const found = this.#declarations.get(typeName);
    if (found === undefined) throw new RangeError(`The service declares no type ${typeName}.`);
    return found;
  }

  definition({ declared, name, representation }: SimpleValue): SimpleDefinition {
    const found = declared === undefined ? undefined : this.#definitions.get(declared);
    return found ?? { kind: 'built-in', name, representation };
  }

  codec(type: SimpleValue): SimpleType<unknown> {
    const key = type.declared ?? `${type.name} ${type.representation}`;
    const known = this.#codecs.get(key);
    if (known !== undefined) return known;
    const codec = simpleCodec(this.definition(type));
    this.#codecs.set(key, codec);
    return codec;
  }

  /** As `codec`, for values that must be the fixed one of their declaration. */
  fixedCodec(type: SimpleValue): SimpleType<unknown> {
    const { fallback } = type;
    if (fallback?.kind !== 'fixed') return this.codec(type);
    const key = JSON.stringify([type.declared ?? type.name, type.representation, fallback.text]);
    const known = this.#codecs.get(key) ?? fixed(this.codec(type), fallback.text);
    this.#codecs.set(key, known);
    return known;
  }

  /** Whether null is a value of a nillable field: nil has no attributes, and no type but the declared one. */
  mayBeNull({ nillable, type }: Pick<Field, 'nillable' | 'type'>): boolean {
    return nillable && (type.kind !== 'record' || this.#mayBeNil(type.typeName));
  }

  #mayBeNil(typeName: string): boolean {
    const declaration = this.declaration(typeName);
    if (declaration.kind === 'structure') return !declaration.attributes.some(({ required }) => required);
    if (declaration.kind !== 'polymorphic' || declaration.abstract) return false;
    const [itself] = declaration.members;
    return itself !== undefined && this.#mayBeNil(itself.typeName);
  }
}
