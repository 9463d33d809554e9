import { encodeUtf8 } from '#bytes';
import { type AttachedPart, refer } from './attached-parts.ts';
import {
  type AttributeNode,
  type Content,
  type ElementNode,
  fieldOfValue,
  type RawNode,
  type Value,
} from './message-tree.ts';
import type { ElementDescription, FieldDescription, PagesDescription } from './pages-description.ts';
import { isDispensable, leastLevels, levelsOf, mayBeNil } from './possible-records.ts';
import { type ConcreteType, concreteTypes, fieldsOf } from './record-fields.ts';
import { sampleText } from './simple-types.ts';

/** A required record in itself is followed so often. */
const mostRecursions = 3;

/** Larger samples omit optional records. */
const mostElements = { least: 0, usual: 200, most: 1_000 };

/** Servers refuse larger messages anyway, and required records could multiply without end. */
const mostOfAll = 100_000;

/** Levels of elements, of the 64 that a server accepts by default: optional content below is left out or nil. */
const deepest = 32;

/** Maximum items of a list, which show its alternatives. */
const mostRepeated = 20;

/** More deeply nested lists have the minimum of items. */
const shallow = 8;

/** The content of an element during its construction. */
interface ElementDraft {
  readonly attributes: AttributeNode[];
  moreAttributes: RawNode | undefined;
  readonly nodes: (ElementNode | RawNode)[];
  text: Value | undefined;
  isMixed: boolean;
}

export interface SampleOptions {
  /**
   * `least`: what is required only. `usual`: one of each field. `most`: what wildcards admit too, and in every other turn
   * nil where that is allowed. Default: `usual`.
   */
  readonly detail?: 'least' | 'usual' | 'most';
  /** Whether the start tags of an encoded message tell its types. Default: true. */
  readonly types?: boolean;
  /** Gets the attachments that the sample refers to. */
  readonly parts?: AttachedPart[];
  /** Samples of different turns show different cases of choices, derived types and listed values. Default: 0. */
  readonly turn?: number;
}

/** A valid element. */
export function sampleElement(
  service: PagesDescription,
  { name, namespace, record }: Pick<ElementDescription, 'name' | 'namespace' | 'record'>,
  options: SampleOptions = {},
): ElementNode {
  return new Sampler(service, options).element({ name, namespace, record }, []);
}

/** Builds samples. An optional record occurs once on each path, because recursive records would multiply. */
class Sampler {
  readonly #service: PagesDescription;
  readonly #detail: 'least' | 'usual' | 'most';
  readonly #types: boolean;
  readonly #turn: number;
  readonly #parts: AttachedPart[];
  #count = 0;
  #ids = 0;
  /** Of the element that is made: 1 for the outermost one. */
  #depth = 0;

  constructor(service: PagesDescription, { detail = 'usual', types = true, turn = 0, parts = [] }: SampleOptions) {
    this.#parts = parts;
    this.#types = types;
    this.#service = service;
    this.#detail = detail;
    this.#turn = turn;
  }

  /** @param open records around it. @param turn index of the concrete type. */
  element(
    { name, namespace, record }: Pick<ElementDescription, 'name' | 'namespace' | 'record'>,
    open: readonly string[],
    turn = this.#turn,
  ): ElementNode {
    this.#count++;
    this.#depth++;
    const types = this.#typesOf(record);
    const closed = types.filter((type) => !open.includes(type.record) && this.#fits(this.#levelsOf(type.record)));
    const candidates = closed.length > 0 ? closed : lowest(types, (type) => this.#levelsOf(type.record));
    const chosen = candidates[turn % Math.max(1, candidates.length)];
    const own = chosen?.record ?? record;
    const inside = this.#inside(own, [...open, record, own]);
    this.#depth--;
    return { kind: 'element', name, namespace, type: chosen?.type, ...inside };
  }

  #inside(record: string, open: readonly string[]): Pick<ElementNode, 'attributes' | 'moreAttributes' | 'content'> {
    const inside: ElementDraft = {
      attributes: [],
      moreAttributes: undefined,
      nodes: [],
      text: undefined,
      isMixed: false,
    };
    const isEndless = open.filter((one) => one === record).length > 2 * mostRecursions || this.#count > mostOfAll;
    if (!isEndless) this.#addFields(record, inside, open);
    const { attributes, moreAttributes, nodes, text, isMixed } = inside;
    if (text !== undefined) return { attributes, moreAttributes, content: text };
    if (!isMixed) return { attributes, moreAttributes, content: { kind: 'elements', nodes } };
    const texts = this.#detail === 'least' ? [] : [textValue('text')];
    return { attributes, moreAttributes, content: { kind: 'mixed', nodes: [...texts, ...nodes] } };
  }

  #addFields(record: string, inside: ElementDraft, open: readonly string[]): void {
    for (const field of fieldsOf(this.#service, record)) this.#add(field, inside, open);
  }

  #add(field: FieldDescription, inside: ElementDraft, open: readonly string[]): void {
    const { place, record = '', least = 0 } = field;
    const dispensable = isDispensable(field);
    if (dispensable && this.#detail === 'least' && place !== 'mixed') return;
    switch (place) {
      case undefined:
        this.#addElements(field, inside, open);
        break;
      case 'attribute': {
        const { name, namespace = '' } = field;
        inside.attributes.push({ name, namespace, value: this.#value(field) });
        break;
      }
      case 'text':
        inside.text = this.#value(field);
        break;
      case 'mixed':
        inside.isMixed = true;
        break;
      case 'any':
        if (dispensable && (this.#detail !== 'most' || field.sample === undefined)) break;
        for (let index = 0; index < Math.max(1, least); index++) inside.nodes.push(anyNode(field));
        break;
      case 'choice':
        if (dispensable && this.#isEnd(field, open)) break;
        this.#addCases(field, record, inside, open);
        break;
      case 'group':
        if (dispensable && this.#isEnd(field, open)) break;
        for (let index = 0; index < Math.max(1, least); index++) this.#addFields(record, inside, [...open, record]);
        break;
      case 'attributes':
        if (this.#detail === 'most' && field.sample !== undefined) inside.moreAttributes = anyNode(field);
        break;
    }
  }

  /** Whether a record that need not be there is left out, and one that may be nil is nil. */
  #isEnd(field: FieldDescription, open: readonly string[], most: number = mostElements[this.#detail]): boolean {
    return open.includes(field.record ?? '') || this.#count > most || !this.#fits(leastLevels(this.#service, field));
  }

  #fits(levels: number): boolean {
    return this.#depth + levels <= deepest;
  }

  /** Each case of a repeated choice once; otherwise the first case that is not recursive. */
  #addCases(field: FieldDescription, record: string, inside: ElementDraft, open: readonly string[]): void {
    const heightOf = (one: FieldDescription): number => (isDispensable(one) ? 0 : leastLevels(this.#service, one));
    const cases = fieldsOf(this.#service, record).filter((one) => Number.isFinite(heightOf(one)));
    const unopened = cases.filter(
      (one) => (one.record === undefined || !open.includes(one.record)) && this.#fits(heightOf(one)),
    );
    const candidates = unopened.length > 0 ? unopened : lowest(cases, heightOf);
    const least = Math.max(1, field.least ?? 0);
    const most = field.most ?? Number.POSITIVE_INFINITY;
    const showsAll = field.many && open.length < shallow && this.#detail !== 'least';
    const wanted = showsAll ? Math.min(candidates.length, most, mostRepeated) : 1;
    for (let index = 0; index < Math.max(least, wanted); index++) {
      const chosen = candidates[(this.#turn + index) % Math.max(1, candidates.length)];
      if (chosen !== undefined) this.#add(chosen, inside, [...open, record]);
    }
  }

  #addElements(field: FieldDescription, inside: ElementDraft, open: readonly string[]): void {
    const { name, namespace = this.#service.namespace, record, many, least = 0, most = mostRepeated } = field;
    if (record === undefined) {
      for (let index = 0; index < Math.max(1, least); index++) {
        const content: Content = this.#isNil(field) ? { kind: 'nil' } : this.#value(field);
        this.#count++;
        inside.nodes.push({
          kind: 'element',
          name,
          namespace,
          ...this.#head(field, content),
          attributes: [],
          content,
        });
      }
      return;
    }
    if (isDispensable(field) && this.#isEnd(field, open)) return;
    const mostBeforeNil = Math.max(mostElements.usual, mostElements[this.#detail]);
    const isNil = this.#isNil(field) || (mayBeNil(this.#service, field) && this.#isEnd(field, open, mostBeforeNil));
    const showsAll = many && open.length < shallow && this.#detail !== 'least';
    const types = showsAll ? Math.max(1, this.#typesOf(record).length) : 1;
    const wanted = Math.max(1, least, Math.min(types, most, mostRepeated));
    for (let index = 0; index < wanted; index++) {
      inside.nodes.push(
        isNil
          ? { kind: 'element', name, namespace, attributes: [], content: { kind: 'nil' } }
          : this.#encoded(field, this.element({ name, namespace, record }, open, this.#turn + index)),
      );
    }
  }

  /** With what an encoded message says of its type. */
  #encoded(field: FieldDescription, node: ElementNode): ElementNode {
    return { ...node, ...this.#head(field, node.content), ...(node.type && { type: node.type }) };
  }

  #head(field: FieldDescription, content: Content): Pick<ElementNode, 'type' | 'arrayType'> {
    return this.#types ? encodedHead(field, content) : {};
  }

  /** Nil where it is not needed, to show that it can be there. */
  #isNil(field: FieldDescription): boolean {
    if (this.#detail !== 'most' || this.#turn % 2 === 0) return false;
    return mayBeNil(this.#service, field) && concreteTypes(this.#service, field.record ?? '') === undefined;
  }

  /** The concrete types of a record that a message can hold; none if no type is derived from it. */
  #typesOf(record: string): readonly ConcreteType[] {
    const types = concreteTypes(this.#service, record) ?? [];
    return types.filter((type) => Number.isFinite(this.#levelsOf(type.record)));
  }

  #levelsOf(record: string): number {
    return levelsOf(this.#service).get(record) ?? Number.POSITIVE_INFINITY;
  }

  /** An ID occurs once in a document. */
  #value(field: FieldDescription): Value {
    const text = field.attached ? refer(this.#parts, sampleContent(field)) : sampleText(field, this.#turn);
    const { sensitive = false } = field;
    if (field.type !== 'ID') return { kind: 'text', text, sensitive, ...fieldOfValue(field, sensitive) };
    this.#ids++;
    return textValue(this.#ids === 1 ? text : `${text}${this.#ids}`);
  }
}

/** The content of an attachment. */
export function sampleContent({ name, sample = `Content of ${name}.` }: FieldDescription): Omit<AttachedPart, 'id'> {
  return { name, contentType: 'text/plain; charset=utf-8', content: encodeUtf8(sample) };
}

/** The types that the start tag of an encoded element tells (SOAP 1.1, 5.4.2). */
function encodedHead(
  { xsiType, arrayType }: FieldDescription,
  content: Content,
): Pick<ElementNode, 'type' | 'arrayType'> {
  const [, namespace = '', local = '', ranks = '', dimensions = ''] =
    /^\{(.*)\}([^[]*)(.*)\[(,*)\]$/.exec(arrayType ?? '') ?? [];
  const count = content.kind === 'elements' ? content.nodes.length : 0;
  const size = `${ranks}[${count}${dimensions.replaceAll(',', ',1')}]`;
  return {
    ...(xsiType !== undefined && { type: expandedName(xsiType) }),
    ...(arrayType !== undefined && content.kind !== 'nil' && { arrayType: { namespace, local, size } }),
  };
}

function expandedName(text: string): { readonly namespace: string; readonly local: string } {
  const end = text.indexOf('}');
  return { namespace: text.slice(1, end), local: text.slice(end + 1) };
}

function lowest<Item>(items: readonly Item[], heightOf: (item: Item) => number): readonly Item[] {
  const least = Math.min(...items.map(heightOf));
  return items.filter((item) => heightOf(item) === least);
}

function textValue(text: string): Value {
  return { kind: 'text', text, sensitive: false };
}

function anyNode({ sample = '<example xmlns="urn:example"/>' }: FieldDescription): RawNode {
  return { kind: 'raw', text: sample, sensitive: false };
}
