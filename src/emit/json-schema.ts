import type {
  AttributeMember,
  ChoiceType,
  Declaration,
  Field,
  Member,
  PolymorphicType,
  ResolvedAttachment,
  ResolvedBody,
  ResolvedService,
  RootValue,
  SimpleDefinition,
  SimpleValue,
  Structure,
  ValueType,
} from '../contract/index.ts';
import {
  builtIn,
  isList,
  isNumber,
  type JsonSchema,
  jsonValue,
  listFacets,
  numberFacets,
  patterns,
  textFacets,
} from './json-simple.ts';
import { mixedCases } from './types.ts';

/**
 * The JSON Schemas of the values of a service, as `soapwright call` and the gateway take and return them. Records are in
 * `definitions` by the names of generated types; each is described once, so that recursion is a reference.
 */
export class JsonSchemas {
  readonly #declarations: ReadonlyMap<string, Declaration>;
  readonly #simple: ReadonlyMap<string, SimpleDefinition>;
  readonly #simpleDocs: ReadonlyMap<string, string | undefined>;
  readonly #prefix: string;
  readonly #definitions = new Map<string, JsonSchema>();

  /** @param prefix of references to `definitions`: `#/components/schemas/` or `#/$defs/`. */
  constructor(service: ResolvedService, prefix: string) {
    const all = [...service.messages, ...service.declarations];
    this.#declarations = new Map(all.map((declaration) => [declaration.typeName, declaration]));
    this.#simple = new Map(service.simpleTypes.map(({ typeName, definition }) => [typeName, definition]));
    this.#simpleDocs = new Map(service.simpleTypes.map(({ typeName, doc }) => [typeName, doc]));
    this.#prefix = prefix;
  }

  /** Those that the schemas until now refer to, by name. */
  get definitions(): Readonly<Record<string, JsonSchema>> {
    const named = [...this.#definitions].map(([name, schema]) => [definitionName(name), schema] as const);
    return Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** The fields of a request or a response, with its attachments. */
  body({ type, nillable }: ResolvedBody, attachments: readonly ResolvedAttachment[] = []): JsonSchema {
    if (attachments.length === 0) return this.#nullable(this.#type(type), nillable);
    const own = type.kind === 'record' ? this.#declarations.get(type.typeName) : undefined;
    const schema = own?.kind === 'structure' ? this.#structure(own) : { type: 'object' };
    const added = attachments.map(({ property, type: contentMediaType }): [string, JsonSchema] => [
      property,
      { type: 'string', ...(contentMediaType !== undefined && { contentMediaType }) },
    ]);
    return {
      ...schema,
      properties: { ...(schema as { properties?: object }).properties, ...Object.fromEntries(added) },
    };
  }

  /** The same in one schema, not a reference: for an object with more properties. */
  whole({ type, nillable, ...body }: ResolvedBody, attachments: readonly ResolvedAttachment[] = []): JsonSchema {
    const own = type.kind === 'record' ? this.#declarations.get(type.typeName) : undefined;
    if (attachments.length > 0 || own?.kind !== 'structure') return this.body({ type, nillable, ...body }, attachments);
    return this.#structure(own);
  }

  /** The value of a header block or of a fault's detail. */
  root({ type, nillable }: Pick<RootValue, 'type' | 'nillable'>): JsonSchema {
    return this.#nullable(this.#type(type), nillable);
  }

  /** What an operation returns in the place of its response. */
  field({ type, nillable, many, optional }: Field): JsonSchema {
    const item = this.#nullable(this.#type(type), nillable);
    if (many) return { type: 'array', items: item };
    return optional ? { anyOf: [item, { type: 'null' }] } : item;
  }

  #type(type: ValueType): JsonSchema {
    switch (type.kind) {
      case 'simple':
        return this.#simpleValue(type);
      case 'record':
        return this.#reference(type.typeName, () => this.#declaration(type.typeName));
      case 'any':
        return { type: 'string', description: 'One element as XML text.', contentMediaType: 'application/xml' };
      case 'array': {
        let schema: JsonSchema = this.#nullable(this.#type(type.item), type.itemNillable);
        for (let rank = 0; rank < type.rank; rank++) schema = { type: 'array', items: schema };
        return schema;
      }
      case 'collection':
        if (type.name === 'Vector') return { type: 'array', items: {} };
        return { type: 'array', items: { type: 'array', minItems: 2, maxItems: 2, prefixItems: [{}, {}] } };
      case 'anyType':
        return {};
    }
  }

  #reference(name: string, make: () => JsonSchema): JsonSchema {
    if (!this.#definitions.has(name)) {
      // Set before it is made: it may contain itself.
      this.#definitions.set(name, {});
      this.#definitions.set(name, make());
    }
    return { $ref: `${this.#prefix}${definitionName(name)}` };
  }

  #declaration(typeName: string): JsonSchema {
    const declaration = this.#declarations.get(typeName);
    switch (declaration?.kind) {
      case 'structure':
        return this.#structure(declaration);
      case 'polymorphic':
        return this.#polymorphic(declaration);
      default:
        throw new RangeError(`The service declares no record ${typeName}.`);
    }
  }

  #polymorphic({ doc, members }: PolymorphicType): JsonSchema {
    const references = members.map(({ typeName, discriminant }) => {
      return { name: discriminant.value, reference: this.#reference(typeName, () => this.#declaration(typeName)) };
    });
    const mapping = Object.fromEntries(references.map(({ name, reference }) => [name, reference.$ref]));
    return {
      ...described(doc),
      oneOf: references.map(({ reference }) => reference),
      discriminator: { propertyName: '$type', mapping },
    };
  }

  #structure({ doc, discriminant, attributes, anyAttribute, content }: Structure): JsonSchema {
    const fields = new ObjectFields();
    if (discriminant !== undefined) fields.add('$type', { const: discriminant.value }, !discriminant.optional);
    for (const attribute of attributes) {
      fields.add(attribute.property, this.#attribute(attribute), attribute.required, attribute.doc);
    }
    if (anyAttribute !== undefined) {
      const text = { type: 'string' };
      const items = { type: 'object', properties: { namespace: text, local: text, value: text } };
      fields.add(anyAttribute.property, { type: 'array', items }, false, anyAttribute.doc);
    }
    if (content.kind === 'text') {
      const { property, type, doc: own } = content.text;
      fields.add(property, this.#simpleValue(type), true, own);
    } else if (content.kind === 'mixed') {
      const cases = mixedCases(content.members).map((member) => this.#case(member));
      fields.add('$content', { type: 'array', items: { anyOf: [{ type: 'string' }, ...cases] } }, false);
    } else {
      this.#addMembers(content.kind === 'fields' ? content.fields : content.members, fields);
    }
    return { ...described(doc), ...fields.schema };
  }

  #addMembers(members: readonly Member[], fields: ObjectFields): void {
    for (const member of members) {
      const { property, many, least, optional, doc } = member;
      fields.add(property, this.#member(member), many ? least > 0 : !optional, doc);
    }
  }

  #member(member: Member): JsonSchema {
    const item = this.#item(member);
    if (!member.many) return item;
    const { least, most } = member;
    return {
      type: 'array',
      items: item,
      ...(least > 0 && { minItems: least }),
      ...(most !== 'unbounded' && { maxItems: most }),
    };
  }

  #item(member: Member): JsonSchema {
    switch (member.kind) {
      case 'field':
        return this.#field(member);
      case 'any':
        return this.#type({ kind: 'any' });
      case 'choice':
        return this.#reference(member.choice.typeName, () => this.#choice(member.choice));
      case 'group':
        return this.#reference(member.group.typeName, () => {
          const fields = new ObjectFields();
          this.#addMembers(member.group.members, fields);
          return { ...described(member.group.doc), ...fields.schema };
        });
    }
  }

  #field({ type, nillable, sensitive }: Field): JsonSchema {
    const schema = this.#nullable(this.#type(type), nillable);
    return sensitive ? { ...schema, 'x-sensitive': true } : schema;
  }

  #choice({ doc, cases }: ChoiceType): JsonSchema {
    return { ...described(doc), oneOf: cases.map((member) => this.#case(member)) };
  }

  #case(member: Member): JsonSchema {
    const fields = new ObjectFields();
    fields.add('case', { const: member.property }, true);
    fields.add('value', this.#member(member), member.many ? member.least > 0 : !member.optional, member.doc);
    return fields.schema;
  }

  #attribute({ type, sensitive }: AttributeMember): JsonSchema {
    const schema = this.#simpleValue(type);
    return sensitive ? { ...schema, 'x-sensitive': true } : schema;
  }

  #nullable(schema: JsonSchema, nillable: boolean): JsonSchema {
    return nillable ? { anyOf: [schema, { type: 'null' }] } : schema;
  }

  #simpleValue({ declared, name, representation, fallback }: SimpleValue): JsonSchema {
    const definition = declared === undefined ? undefined : this.#simple.get(declared);
    const schema =
      declared === undefined || definition === undefined
        ? builtIn(name, representation)
        : this.#reference(declared, () => {
            return { ...described(this.#simpleDocs.get(declared)), ...this.#definition(definition) };
          });
    if (fallback === undefined) return schema;
    const value = jsonValue(fallback.text, definition ?? { kind: 'built-in', name, representation });
    return fallback.kind === 'fixed' ? { allOf: [schema], const: value } : { ...schema, default: value };
  }

  #definition(definition: SimpleDefinition): JsonSchema {
    switch (definition.kind) {
      case 'built-in':
        return builtIn(definition.name, definition.representation);
      case 'declared':
        return this.#reference(definition.typeName, () => this.#definition(definition.definition));
      case 'list':
        return { type: 'array', items: this.#definition(definition.item) };
      case 'union':
        return { anyOf: definition.members.map((member) => this.#definition(member)) };
      case 'restriction':
        return this.#restriction(definition);
    }
  }

  #restriction({ base, facets }: Extract<SimpleDefinition, { kind: 'restriction' }>): JsonSchema {
    const { enumeration } = facets;
    if (enumeration !== undefined && !isList(base))
      return { enum: enumeration.map(({ value }) => jsonValue(value, base)) };
    const own = isList(base) ? listFacets(facets) : isNumber(base) ? numberFacets(facets) : textFacets(facets, base);
    const { allOf = [], ...schema } = this.#definition(base) as { readonly allOf?: readonly JsonSchema[] };
    const stays = !('$ref' in schema || 'anyOf' in schema);
    const all = [...allOf, ...(stays ? [] : [schema]), ...patterns(isNumber(base) ? [] : facets.patterns)];
    return { ...(stays && schema), ...own, ...(all.length > 0 && { allOf: all }) };
  }
}

/** OpenAPI allows no other characters; identifiers have no dots, so that the names stay distinct. */
function definitionName(typeName: string): string {
  return typeName.replace(/[^A-Za-z0-9_-]/gu, (character) => `.${character.codePointAt(0)?.toString(16)}.`);
}

/** The properties of an object without others. */
class ObjectFields {
  readonly #properties: [name: string, schema: JsonSchema][] = [];
  readonly #required: string[] = [];

  add(name: string, schema: JsonSchema, required: boolean, doc?: string): void {
    this.#properties.push([name, { ...schema, ...described(doc) }]);
    if (required) this.#required.push(name);
  }

  get schema(): JsonSchema {
    return {
      type: 'object',
      properties: Object.fromEntries(this.#properties),
      ...(this.#required.length > 0 && { required: this.#required }),
      additionalProperties: false,
    };
  }
}

function described(doc: string | undefined): { readonly description?: string } {
  return doc === undefined || doc.trim() === '' ? {} : { description: doc.trim() };
}
