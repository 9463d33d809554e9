import type { AnyAttribute, AnyElement } from '@soapwright/runtime';
import type { ElementNode } from '@soapwright/runtime/pages';
import { withEmptyDefault } from '@soapwright/runtime/xml';
import {
  type ArrayValue,
  type AttributeMember,
  apacheSoap,
  type Field,
  isEncodedService,
  type Member,
  type PolymorphicType,
  type QName,
  type RootValue,
  type SimpleValue,
  type Structure,
  sameName,
  soapEncoding,
  type ValueType,
  xsd,
} from '../../contract/index.ts';
import { mixedCases } from '../../emit/index.ts';
import { structName } from '../model/any-types.ts';
import { anySimple } from '../model/any-value.ts';
import type { Value } from '../model/value.ts';
import type { ValueModel } from '../model/value-model.ts';

type Content = ElementNode['content'];
type Nodes = Extract<Content, { kind: 'elements' }>['nodes'];
type RawNode = NonNullable<ElementNode['moreAttributes']>;
/** An element without its name. */
type Inside = Omit<ElementNode, 'kind' | 'name' | 'namespace'>;

/** Returns the URI of an attachment with a text as its content. */
export type Attach = (text: string) => string;

/** Builds elements from values that fit the contract, as `ValueReader` and `ValueMaker` return them. */
export class ElementWriter {
  readonly #model: ValueModel;
  readonly #isEncoded: boolean;
  readonly #attach: Attach | undefined;
  #use: RootValue['use'] = 'literal';

  /** @param attach for values that refer to attachments; undefined where they are URIs already. */
  constructor(model: ValueModel, attach?: Attach) {
    this.#model = model;
    this.#attach = attach;
    this.#isEncoded = isEncodedService(model.service);
  }

  root({ namespace, local }: QName, { use, type, schemaType }: RootValue, value: Value): ElementNode {
    this.#use = use;
    const inside = this.#element(type, value, schemaType);
    return { kind: 'element', name: local, namespace, ...inside };
  }

  /** @param named the declared type of an encoded record, which its xsi:type names. */
  #element(type: ValueType, value: Value, named: QName | undefined): Inside {
    if (value === null) return { attributes: [], content: { kind: 'nil' } };
    switch (type.kind) {
      case 'simple':
        return { ...this.#typed(type.schemaType), ...this.#text(type, value) };
      case 'record':
        return { ...this.#typed(named), ...this.#record(type.typeName, value as Fields) };
      case 'array':
        return this.#array(type, value as readonly Value[]);
      case 'collection':
        return this.#collection(type.name, value);
      case 'anyType':
        return this.#any(value);
      case 'any':
        throw new TypeError('An element of any type is XML text, with its own start tag.');
    }
  }

  #any(value: Value): Inside {
    const simple = anySimple(value);
    if (simple !== undefined) {
      const prefixes = new Prefixes();
      const text = plainText(simple.codec.print(value, prefixes));
      return { type: { namespace: xsd, local: simple.name }, ...text, moreAttributes: prefixes.declarations };
    }
    if (value instanceof Map) return this.#collection('Map', value);
    if (Array.isArray(value)) return this.#array(anyArray, value);
    const { $type, ...parts } = value as Fields;
    const record = this.#model.anyTypes.record($type);
    if (record !== undefined) return { ...this.#structure(record, value as Fields), type: record.name };
    if ($type !== structName) throw new RangeError(`The contract has no type ${String($type)}.`);
    const accessors = Object.entries(parts).filter(([, part]) => part !== undefined);
    const nodes = accessors.map(([name, part]) => element(name, this.#element(anyType, part, undefined)));
    return { type: { namespace: soapEncoding, local: 'Struct' }, attributes: [], content: { kind: 'elements', nodes } };
  }

  #typed(type: QName | undefined): { readonly type?: QName } {
    return this.#isEncoded && type !== undefined ? { type } : {};
  }

  #text(type: SimpleValue, value: Value): Inside {
    const prefixes = new Prefixes();
    return { ...plainText(this.#model.codec(type).print(value, prefixes)), moreAttributes: prefixes.declarations };
  }

  #record(typeName: string, value: Fields): Inside {
    const declaration = this.#model.declaration(typeName);
    if (declaration.kind === 'structure') return this.#structure(declaration, value);
    if (declaration.kind !== 'polymorphic') throw new RangeError(`${typeName} is no record.`);
    const member = memberOf(declaration, value.$type);
    const inside = this.#record(member.typeName, value);
    return sameName(member.name, declaration.name) ? inside : { ...inside, type: member.name };
  }

  #structure({ attributes, anyAttribute, content }: Structure, value: Fields): Inside {
    const more = anyAttribute === undefined ? [] : ((value[anyAttribute.property] ?? []) as readonly AnyAttribute[]);
    const prefixes = new Prefixes();
    const written = attributes.flatMap((attribute) => this.#attribute(attribute, value[attribute.property], prefixes));
    const others = more.map(({ namespace, local: name, value: text }) => {
      return { name, namespace, value: textNode(text) };
    });
    const text = content.kind === 'text' ? content.text : undefined;
    const secret = text?.sensitive === true ? text.property : undefined;
    const shown = text && this.#model.codec(text.type).print(value[text.property], prefixes);
    const head = { attributes: [...written, ...others], moreAttributes: prefixes.declarations };
    switch (content.kind) {
      case 'fields':
        return { ...head, content: { kind: 'elements', nodes: this.#members(content.fields, value) } };
      case 'particles':
        return { ...head, content: { kind: 'elements', nodes: this.#members(content.members, value) } };
      case 'text':
        return { ...head, content: textNode(shown ?? '', secret) };
      case 'mixed':
        return { ...head, content: this.#mixed(mixedCases(content.members), value.$content as readonly Value[]) };
    }
  }

  #attribute({ name, type, sensitive }: AttributeMember, value: Value, prefixes: Prefixes): ElementNode['attributes'] {
    if (value === undefined) return [];
    const text = this.#model.codec(type).print(value, prefixes);
    const shown = textNode(text, sensitive ? name.local : undefined);
    return [{ name: name.local, namespace: name.namespace, value: shown }];
  }

  #members(members: readonly Member[], value: Fields): Nodes {
    return members.flatMap((member) => {
      const own = value[member.property];
      if (own === undefined) return member.kind === 'field' && this.#isNil(member) ? this.#item(member, null) : [];
      return member.many
        ? (own as readonly Value[]).flatMap((item) => this.#item(member, item))
        : this.#item(member, own);
    });
  }

  /** Whether a field without a value is nil: encoded, unless its value is XML text. */
  #isNil({ nilIfAbsent, type }: Field): boolean {
    return nilIfAbsent === true && this.#use === 'encoded' && type.kind !== 'any';
  }

  #item(member: Member, value: Value): Nodes {
    switch (member.kind) {
      case 'field': {
        const { name, type, element, isReference } = member;
        if (type.kind === 'any' && value !== null) return [anyNode(value as AnyElement)];
        const named = element.type.kind === 'named' ? element.type.name : undefined;
        const isAttached = isReference && value !== null && this.#attach !== undefined;
        const inside = this.#element(type, isAttached ? this.#attach(String(value)) : value, named);
        // Accessors of encoded records are in no namespace.
        const namespace = this.#use === 'encoded' ? '' : name.namespace;
        return [
          { kind: 'element', name: name.local, namespace, ...(member.sensitive ? hidden(inside, name.local) : inside) },
        ];
      }
      case 'any':
        return [anyNode(value as AnyElement)];
      case 'group':
        return this.#members(member.group.members, value as Fields);
      case 'choice':
        return this.#case(member.choice.cases, value as Case);
    }
  }

  #case(cases: readonly Member[], { case: property, value }: Case): Nodes {
    const chosen = cases.find((one) => one.property === property);
    return chosen === undefined ? [] : this.#members([chosen], { [property]: value });
  }

  #mixed(cases: readonly Member[], items: readonly Value[]): Content {
    const nodes = items.map((item) => {
      return typeof item === 'string' ? [textNode(item)] : this.#case(cases, item as Case);
    });
    return { kind: 'mixed', nodes: nodes.flat() };
  }

  #array({ item, itemName, itemType, itemRanks, rank }: typeof anyArray, value: readonly Value[]): Inside {
    const sizes = [value.length];
    let items: readonly Value[] = value;
    while (sizes.length < rank) {
      const [row] = items as readonly (readonly Value[])[];
      sizes.push(row?.length ?? 0);
      items = items.flat();
    }
    const nodes = items.map((one): ElementNode => {
      const inside = this.#element(item, one, itemRanks === '' ? itemType : undefined);
      return { kind: 'element', name: itemName, namespace: '', ...inside };
    });
    return {
      type: { namespace: soapEncoding, local: 'Array' },
      arrayType: { ...itemType, size: `${itemRanks}[${sizes.join(',')}]` },
      attributes: [],
      content: { kind: 'elements', nodes },
    };
  }

  #collection(name: 'Map' | 'Vector', value: Value): Inside {
    const any = (local: string, one: Value): ElementNode => {
      return element(local, this.#element(anyType, one, undefined));
    };
    const nodes =
      name === 'Vector'
        ? (value as readonly Value[]).map((one) => any('item', one))
        : [...(value as ReadonlyMap<Value, Value>)].map(([key, one]) => {
            const pair: Content = { kind: 'elements', nodes: [any('key', key), any('value', one)] };
            return element('item', { attributes: [], content: pair });
          });
    return { type: { namespace: apacheSoap, local: name }, attributes: [], content: { kind: 'elements', nodes } };
  }
}

const anyType = { kind: 'anyType' } as const;

/** An array of values of any type. */
const anyArray: Pick<ArrayValue, 'item' | 'itemName' | 'itemType' | 'itemRanks' | 'rank'> = {
  item: anyType,
  itemName: 'item',
  itemType: { namespace: xsd, local: 'anyType' },
  itemRanks: '',
  rank: 1,
};

type Fields = Readonly<Record<string, Value>>;

interface Case {
  readonly case: string;
  readonly value: Value;
}

/** Prefixes of the names in the text and attributes of an element. */
class Prefixes {
  readonly #known: Map<string, string> = new Map();

  prefix(namespace: string): string {
    if (namespace === '') return '';
    const prefix = this.#known.get(namespace) ?? `q${this.#known.size === 0 ? '' : this.#known.size + 1}`;
    this.#known.set(namespace, prefix);
    return prefix;
  }

  /** Undefined without any. */
  get declarations(): RawNode | undefined {
    const all = [...this.#known].map(([namespace, prefix]) => `xmlns:${prefix}="${escaped(namespace)}"`);
    return all.length === 0 ? undefined : rawNode(all.join(' '));
  }
}

function memberOf({ members, typeName }: PolymorphicType, named: Value): PolymorphicType['members'][number] {
  const found = members.find(
    ({ discriminant }) => discriminant.value === named || (named === undefined && discriminant.optional),
  );
  if (found === undefined) throw new RangeError(`${typeName} has no type ${String(named)}.`);
  return found;
}

function element(local: string, inside: Inside): ElementNode {
  return { kind: 'element', name: local, namespace: '', ...inside };
}

function plainText(text: string): Inside {
  return { attributes: [], content: textNode(text) };
}

/** @param secret name of the field, if it is sensitive. */
function textNode(text: string, secret?: string): Extract<Content, { kind: 'text' }> {
  if (secret === undefined) return { kind: 'text', text, sensitive: false };
  return { kind: 'text', text, sensitive: true, field: { name: secret, type: 'string' } };
}

/** The same, with all values sensitive. */
function hidden(inside: Inside, field: string): Inside {
  const { content, attributes } = inside;
  return {
    ...inside,
    attributes: attributes.map((one) => ({ ...one, value: textNode(one.value.text, one.name) })),
    content: hiddenContent(content, field),
  };
}

function hiddenContent(content: Content, field: string): Content {
  if (content.kind === 'nil') return content;
  if (content.kind !== 'elements' && content.kind !== 'mixed') return textNode(content.text, field);
  const nodes = content.nodes.map((node) => {
    if (node.kind === 'element') return { ...node, ...hidden(node, node.name) };
    return node.kind === 'raw' ? { ...node, sensitive: true } : textNode(node.text, field);
  });
  return { ...content, nodes } as Content;
}

function rawNode(text: string): RawNode {
  return { kind: 'raw', text, sensitive: false };
}

/** An element in no namespace declares that: a default namespace may be in force around it. */
function anyNode({ namespace, local, xml }: AnyElement): RawNode {
  return rawNode(namespace === '' && xml.startsWith(`<${local}`) ? withEmptyDefault(xml) : xml);
}

function escaped(text: string): string {
  return text.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
