import {
  type AnyAttributeMember,
  type AnyMember,
  type ArrayValue,
  type AttributeMember,
  apacheSoap,
  type ChoiceType,
  type CollectionValue,
  type Declaration,
  type Field,
  type GroupType,
  isEncodedService,
  type Member,
  nameKey,
  type QName,
  type ResolvedService,
  rootOf,
  type SimpleDefinition,
  type SimpleValue,
  type Structure,
  soapEncoding,
  type TextMember,
  type ValueType,
  type Wildcard,
  xsd,
} from '../contract/index.ts';
import type { Literal } from './code.ts';
import { type DeclaredSample, emptyElement, escapedName } from './declared-samples.ts';
import { stringLiteral } from './literal.ts';
import { sampleValue, takesNothing } from './sample-value.ts';

export type Entry = readonly [key: string, value: Literal];

/** A record with its fields. */
export type RecordEntry = readonly [key: string, fields: readonly Literal[]];

/** An entry, unless the text is undefined. */
export function given(key: string, text: string | undefined): readonly Entry[] {
  return text === undefined ? [] : [[key, stringLiteral(text)]];
}

/** A flag, if it is true. */
export function flag(key: string, value = false): readonly Entry[] {
  return value ? [[key, 'true']] : [];
}

/** Describes the records in the messages of a service. */
export class Describer {
  readonly #namespace: string;
  readonly #declared: readonly DeclaredSample[];
  /** Names of the records that are described already: groups are described with the mixed types that contain them. */
  readonly #described: Set<string> = new Set();
  /** The entries for the values of each simple type that the contract declares. */
  readonly #values: ReadonlyMap<string, readonly Entry[]>;
  readonly #isEncoded: boolean;
  readonly #arrays: readonly ArrayValue[];
  /** Collections that a field has. */
  readonly #collections: Set<CollectionValue['name']> = new Set();

  constructor(service: ResolvedService, declared: readonly DeclaredSample[]) {
    const { namespace, simpleTypes, arrays } = service;
    this.#namespace = namespace;
    this.#isEncoded = isEncodedService(service);
    this.#declared = declared;
    this.#arrays = arrays;
    this.#values = new Map(simpleTypes.map(({ typeName, definition }) => [typeName, valueEntries(definition)]));
  }

  /** Empty for a base type, which is described by its derived types, and for a record that is described already. */
  record(declaration: Declaration): readonly RecordEntry[] {
    if (this.#described.has(declaration.typeName)) return [];
    this.#described.add(declaration.typeName);
    switch (declaration.kind) {
      case 'structure': {
        const { typeName, content } = declaration;
        const own: RecordEntry = [typeName, this.#structure(declaration)];
        return content.kind === 'mixed' ? [own, ...this.#groupsIn(content.members)] : [own];
      }
      case 'choice-type':
        return [[declaration.typeName, declaration.cases.map((member) => this.#member(member))]];
      case 'group-type':
        return [[declaration.typeName, declaration.members.map((member) => this.#member(member))]];
      case 'polymorphic':
        return [];
    }
  }

  /** Arrays and collections of encoded messages, each as a record of its items; those of the fields until now. */
  encoded(): readonly RecordEntry[] {
    const arrays = this.#arrays.map((array): RecordEntry => [array.typeName, [this.#item(array)]]);
    const string = [...this.#value(anyType), ...this.#encodedTypes(anyType, undefined)];
    const item = field({ name: 'item', namespace: '', value: string }, { many: true, least: 0, most: 'unbounded' });
    const keyAndValue = ['key', 'value'].map((name) => field({ name, namespace: '', value: string }, {}));
    const mapItem = [['record', stringLiteral('Map_item')]] as const;
    const items = field({ name: 'item', namespace: '', value: mapItem }, { many: true, least: 0, most: 'unbounded' });
    const map: readonly RecordEntry[] = [
      ['Map', [items]],
      ['Map_item', keyAndValue],
    ];
    return [
      ...arrays,
      ...(this.#collections.has('Map') ? map : []),
      ...(this.#collections.has('Vector') ? [['Vector', [item]] as const] : []),
    ];
  }

  #item({ item, itemName, itemNillable, itemType, itemRanks }: ArrayValue): Literal {
    const types = this.#encodedTypes(item, itemRanks === '' ? itemType : undefined);
    const value = [...this.#value(item), ...types];
    return field(
      { name: itemName, namespace: '', value },
      { many: true, least: 0, most: 'unbounded', nillable: itemNillable },
    );
  }

  /** What encoded messages say of the type of a value: nothing in contracts without them. */
  #encodedTypes(type: ValueType, named: QName | undefined): readonly Entry[] {
    switch (type.kind) {
      case 'array': {
        const dimensions = `[${','.repeat(type.rank - 1)}]`;
        return [
          ['xsiType', stringLiteral(`{${soapEncoding}}Array`)],
          ['arrayType', stringLiteral(`${nameKey(type.itemType)}${type.itemRanks}${dimensions}`)],
        ];
      }
      case 'collection':
        return [['xsiType', stringLiteral(`{${apacheSoap}}${type.name}`)]];
      case 'anyType':
        return [['xsiType', stringLiteral(`{${xsd}}string`)]];
      case 'simple':
        return type.schemaType === undefined ? [] : [['xsiType', stringLiteral(nameKey(type.schemaType))]];
      case 'record':
        return this.#isEncoded && named !== undefined ? [['xsiType', stringLiteral(nameKey(named))]] : [];
      case 'any':
        return [];
    }
  }

  /** The text of an element. */
  text(name: string, type: ValueType, { sensitive = false, doc }: Partial<TextMember> = {}): Literal {
    return field({ name, place: 'text', value: this.#value(type) }, { sensitive, doc });
  }

  #structure({ attributes, anyAttribute, content }: Structure): readonly Literal[] {
    return [
      ...attributes.map((attribute) => this.#attribute(attribute)),
      ...(anyAttribute === undefined ? [] : [anyAttributes(anyAttribute)]),
      ...this.#content(content),
    ];
  }

  #attribute({ property, name, type, required, doc, ...rest }: AttributeMember): Literal {
    const namespace = name.namespace === '' ? undefined : name.namespace;
    return field(
      { name: name.local, place: 'attribute', namespace, value: this.#value(type) },
      {
        optional: !required,
        sensitive: rest.sensitive,
        deprecated: rest.deprecated,
        since: rest.since,
        doc: doc ?? (property === name.local ? undefined : property),
      },
    );
  }

  #content(content: Structure['content']): readonly Literal[] {
    switch (content.kind) {
      case 'fields':
        return content.fields.map((member) => this.#member(member));
      case 'particles':
        return content.members.map((member) => this.#member(member));
      case 'text':
        return [this.text(content.text.property, content.text.type, content.text)];
      case 'mixed':
        return [
          field({ name: '$content', place: 'mixed', value: text }, { optional: true }),
          ...content.members.map((member) => this.#member(member)),
        ];
    }
  }

  /** Choices and groups of mixed content, which have no type in TypeScript: nothing else declares them. */
  #groupsIn(members: readonly Member[]): readonly RecordEntry[] {
    return members.flatMap((member) => {
      if (member.kind !== 'choice' && member.kind !== 'group') return [];
      const type: ChoiceType | GroupType = member.kind === 'choice' ? member.choice : member.group;
      return [...this.record(type), ...this.#groupsIn(type.kind === 'choice-type' ? type.cases : type.members)];
    });
  }

  #member(member: Member): Literal {
    switch (member.kind) {
      case 'field':
        return this.#element(member);
      case 'choice':
      case 'group': {
        const { typeName } = member.kind === 'choice' ? member.choice : member.group;
        const value: readonly Entry[] = [['record', stringLiteral(typeName)]];
        return field({ name: member.property, place: member.kind, value }, member);
      }
      case 'any':
        return field(
          { name: member.property, place: 'any', value: text, sample: anySample(member, this.#declared) },
          member,
        );
    }
  }

  #element(element: Field): Literal {
    const { name, type } = element;
    const namespace = name.namespace === this.#namespace ? undefined : name.namespace;
    const { example } = element.element;
    const { type: declared } = element.element;
    const named = declared.kind === 'named' ? declared.name : undefined;
    const own = [...this.#value(type), ...this.#encodedTypes(type, named)];
    // The content of an attachment is not a value of its type.
    const isOther = example !== undefined || element.isReference === true;
    const value = isOther ? [...own.filter(([key]) => key !== 'sample'), ...given('sample', example)] : own;
    return field(
      { name: name.local, namespace, value },
      { ...element, error: element.element.error, attached: element.isReference },
    );
  }

  #value(type: ValueType): readonly Entry[] {
    switch (type.kind) {
      case 'record':
        return [['record', stringLiteral(type.typeName)]];
      case 'any':
        return [['type', stringLiteral('anyType')]];
      case 'array':
        return [['record', stringLiteral(type.typeName)]];
      case 'collection':
        this.#collections.add(type.name);
        return [['record', stringLiteral(type.name)]];
      case 'anyType':
        return [['type', stringLiteral('string')]];
      case 'simple':
        return [['type', stringLiteral(type.name)], ...this.#valuesOf(type), ...fallback(type)];
    }
  }

  #valuesOf({ declared }: SimpleValue): readonly Entry[] {
    return declared === undefined ? [] : (this.#values.get(declared) ?? []);
  }
}

const anyType: ValueType = { kind: 'anyType' };

const text: readonly Entry[] = [['type', stringLiteral('string')]];

function anyAttributes({ property, doc, wildcard, targetNamespace }: AnyAttributeMember): Literal {
  const sample = anyAttributeSample(wildcard, targetNamespace);
  return field({ name: property, place: 'attributes', value: text, sample }, { many: true, doc });
}

/** An attribute that a wildcard lets in; a strict one only lets declared attributes in. */
function anyAttributeSample({ namespaces, processContents }: Wildcard, targetNamespace: string): string | undefined {
  if (processContents === 'strict') return undefined;
  const namespace = admittedNamespace(namespaces, targetNamespace);
  return namespace === '' ? 'example="text"' : `xmlns:e="${escapedName(namespace)}" e:example="text"`;
}

/** An element that a wildcard lets in; a strict one only lets declared elements in. */
export function anySample(
  { wildcard, targetNamespace }: AnyMember,
  declared: readonly DeclaredSample[],
): string | undefined {
  const { namespaces, processContents } = wildcard;
  if (processContents === 'strict') {
    return declared.find(({ namespace }) => admits(namespaces, namespace, targetNamespace))?.text;
  }
  return emptyElement({ namespace: admittedNamespace(namespaces, targetNamespace), local: 'example' });
}

function admittedNamespace(namespaces: Wildcard['namespaces'], targetNamespace: string): string {
  const foreign = targetNamespace === 'urn:example' ? 'urn:another-example' : 'urn:example';
  const first = typeof namespaces === 'string' ? foreign : (namespaces[0] ?? foreign);
  return namespaceNamed(first, targetNamespace);
}

function admits(namespaces: Wildcard['namespaces'], namespace: string, targetNamespace: string): boolean {
  if (namespaces === '##any') return true;
  if (namespaces === '##other') return namespace !== targetNamespace && namespace !== '';
  return namespaces.some((one) => namespaceNamed(one, targetNamespace) === namespace);
}

function namespaceNamed(name: string, targetNamespace: string): string {
  if (name === '##targetNamespace') return targetNamespace;
  return name === '##local' ? '' : name;
}

function fallback({ fallback: found }: SimpleValue): readonly Entry[] {
  return found === undefined ? [] : given(found.kind === 'fixed' ? 'fixed' : 'fallback', found.text);
}

/** The entries for the values of a declared type: all values of an enumeration, otherwise a sample. */
function valueEntries(definition: SimpleDefinition): readonly Entry[] {
  const values = valuesOf(definition);
  if (values !== undefined) return [['values', { list: values.map(stringLiteral) }]];
  const root = rootOf(definition) ?? { kind: 'built-in', name: 'string', representation: 'string' };
  const filled = takesNothing(root) && !takesNothing(definition);
  return [...given('sample', sampleValue(definition)), ...flag('filled', filled)];
}

/** The values of a type that lists them; one without a list has its base's. */
function valuesOf(definition: SimpleDefinition): readonly string[] | undefined {
  if (rootOf(definition) === undefined) return undefined;
  switch (definition.kind) {
    case 'declared':
      return valuesOf(definition.definition);
    case 'restriction':
      return definition.facets.enumeration?.map(({ value }) => value) ?? valuesOf(definition.base);
    default:
      return undefined;
  }
}

/** Properties of all kinds of fields. */
interface FieldProperties {
  readonly optional?: boolean;
  readonly many?: boolean;
  readonly least?: number;
  readonly most?: number | 'unbounded';
  readonly nillable?: boolean;
  readonly sensitive?: boolean;
  readonly error?: boolean | undefined;
  readonly stream?: boolean;
  readonly attached?: boolean | undefined;
  readonly deprecated?: string | undefined;
  readonly since?: string | undefined;
  readonly doc?: string | undefined;
}

interface DescribedField {
  readonly name: string;
  readonly place?: string;
  readonly namespace?: string | undefined;
  readonly value: readonly Entry[];
  readonly sample?: string | undefined;
}

/** Entry by entry, since a large contract has a hundred thousand of them. */
function field({ name, place, namespace, value, sample }: DescribedField, noted: FieldProperties): Literal {
  const { many = false, least = 0, most = 'unbounded' } = noted;
  const entries: Entry[] = [['name', stringLiteral(name)]];
  const give = (key: string, text: string | undefined): void => {
    if (text !== undefined) entries.push([key, stringLiteral(text)]);
  };
  const raise = (key: string, isSo: boolean | undefined): void => {
    if (isSo === true) entries.push([key, 'true']);
  };
  give('place', place);
  give('namespace', namespace);
  for (const entry of value) entries.push(entry);
  give('sample', sample);
  raise('optional', noted.optional);
  raise('many', many);
  if (many && least > 0) entries.push(['least', String(least)]);
  if (many && most !== 'unbounded') entries.push(['most', String(most)]);
  raise('nillable', noted.nillable);
  raise('sensitive', noted.sensitive);
  raise('error', noted.error);
  raise('stream', noted.stream);
  raise('attached', noted.attached);
  give('deprecated', noted.deprecated);
  give('since', noted.since);
  give('doc', noted.doc);
  return { object: entries };
}
