import { type AnyAttribute, type AnyElement, anyElement } from '@soapwright/runtime';
import type fc from 'fast-check';
import type {
  AnyAttributeMember,
  ArrayValue,
  AttributeMember,
  ChoiceType,
  Contract,
  Declaration,
  Field,
  Member,
  PolymorphicType,
  QName,
  ResolvedService,
  SimpleDefinition,
  SimpleValue,
  Structure,
  ValueType,
  Wildcard,
} from '../../src/contract/model/index.ts';
import { sameName } from '../../src/contract/model/index.ts';
import { mixedCases } from '../../src/emit/types.ts';
import { Heights } from '../../src/messages/model/heights.ts';
import { simpleCodec } from '../../src/messages/model/simple-codec.ts';
import { type Draw, drawn } from './draw.ts';
import { fittingText, NoValue, rootsOf } from './simple-values.ts';

/** A value as a caller gives it, and as it comes out at the other end. */
export interface Sample {
  readonly sent: unknown;
  readonly read: unknown;
}

/** Values of a type, made from what types and codecs are made from: the resolved service. */
export function arbitraryOf(type: ValueType, service: ResolvedService, contract: Contract): fc.Arbitrary<Sample> {
  const known = new Known(service, contract);
  return drawn((draw) => new Values(draw, known).value(type));
}

/** What all messages of a service share. */
export class Known {
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly simple: ReadonlyMap<string, SimpleDefinition>;
  readonly heights: Heights;
  /** Global elements whose content is any text. */
  readonly texts: readonly QName[];

  constructor(service: ResolvedService, contract: Contract) {
    const all = [...service.messages, ...service.declarations];
    this.declarations = new Map(all.map((declaration) => [declaration.typeName, declaration]));
    this.simple = new Map(service.simpleTypes.map(({ typeName, definition }) => [typeName, definition]));
    this.heights = new Heights(all);
    this.texts = contract.schemas
      .flatMap(({ elements }) => elements)
      .filter(
        ({ type, abstract, fixed }) =>
          type.kind === 'named' && type.name.local === 'string' && !abstract && fixed === undefined,
      )
      .map(({ name }) => name);
  }
}

/** From here on a value takes the shortest way to its end. */
const deep = 5;

/** Makes the values of one message: no ID is there twice. */
export class Values {
  readonly #draw: Draw;
  readonly #known: Known;
  #ids = 0;

  constructor(draw: Draw, known: Known) {
    this.#draw = draw;
    this.#known = known;
  }

  value(type: ValueType, depth = 0): Sample {
    switch (type.kind) {
      case 'simple':
        return this.#simple(type);
      case 'record':
        return this.record(type.typeName, depth);
      case 'any':
        throw new NoValue('An element of any type has a name of its own.');
      case 'array':
        return this.#array(type, depth);
      case 'collection': {
        const values = this.#draw.times(0, 3, (): unknown => this.#any(depth + 1));
        return twice(type.name === 'Vector' ? values : new Map(values.map((one, index) => [`k${index}`, one])));
      }
      case 'anyType':
        return twice(this.#any(depth));
    }
  }

  /** Rows of a grid have one length. */
  #array({ item, itemNillable, rank }: ArrayValue, depth: number): Sample {
    const sizes = Array.from({ length: rank }, () => this.#draw.int(depth >= deep ? 0 : 1, depth >= deep ? 0 : 3));
    const rows = ([size = 0, ...inner]: readonly number[]): Sample => {
      const items = Array.from({ length: size }, (): Sample => {
        if (inner.length > 0) return rows(inner);
        return itemNillable && this.#draw.chance(20) ? twice(null) : this.value(item, depth + 1);
      });
      return { sent: items.map(({ sent }) => sent), read: items.map(({ read }) => read) };
    };
    return rows(sizes);
  }

  /** A value of any type in an encoded message. */
  #any(depth: number): unknown {
    const kind = this.#draw.int(1, depth >= deep ? 8 : 12);
    switch (kind) {
      case 9:
        return this.#draw.times(0, 3, () => this.#any(depth + 1));
      case 10:
        return new Map(this.#draw.times(0, 2, () => this.#any(deep)).map((key) => [key, this.#any(depth + 1)]));
      case 11:
        return { $type: 'Struct', a: this.#any(depth + 1), b: this.#any(deep) };
      case 12:
        return this.#anyRecord(depth);
      default:
        return this.#draw.pick<unknown>([
          ...['', ' text <&> é ', 'a', true, false, 0, -7, 2 ** 31, 0.5, -0, Number.NaN, null],
          ...[12n, -(2n ** 63n), 2n ** 64n, new Date('2024-02-29T12:30:00.5Z'), new Uint8Array([0, 1, 255])],
          { namespace: 'urn:q', local: 'name' },
        ]);
    }
  }

  #anyRecord(depth: number): unknown {
    const { heights, declarations } = this.#known;
    const usable = [...declarations.values()].filter(
      (one) => one.kind === 'structure' && one.name !== undefined && !one.abstract,
    ) as readonly Structure[];
    if (usable.length === 0) return null;
    const chosen = depth < deep - 1 ? this.#draw.pick(usable) : heights.least(usable, ({ typeName }) => typeName)[0];
    if (chosen === undefined) return null;
    const { sent } = this.record(chosen.typeName, depth + 1);
    // A record says its type here, even where a field of its own type need not.
    return { ...(sent as object), $type: chosen.discriminant?.value ?? chosen.typeName };
  }

  record(typeName: string, depth = 0): Sample {
    const declaration = this.#known.declarations.get(typeName);
    if (declaration?.kind === 'structure') return this.#structure(declaration, depth);
    if (declaration?.kind === 'polymorphic') return this.#polymorphic(declaration, depth);
    throw new NoValue(`${typeName} is not a record.`);
  }

  #simple(type: SimpleValue): Sample {
    const definition = this.#definition(type);
    const codec = simpleCodec(definition);
    const { fallback } = type;
    if (fallback?.kind === 'fixed') return twice(codec.parse(fallback.text));
    if (rootsOf(definition).includes('ID')) return twice(`id${this.#ids++}`);
    let text = fittingText(this.#draw, definition);
    // An empty element has the default: an empty text cannot be sent.
    for (let attempt = 0; fallback !== undefined && codec.print(codec.parse(text)) === ''; attempt++) {
      text = attempt > 20 ? fallback.text : fittingText(this.#draw, definition);
      if (attempt > 20) break;
    }
    const value = codec.parse(text);
    return type.representation === 'Blob' ? twice(new Blob([value as Uint8Array<ArrayBuffer>])) : twice(value);
  }

  #definition({ declared, name, representation }: SimpleValue): SimpleDefinition {
    const definition = declared === undefined ? undefined : this.#known.simple.get(declared);
    return definition ?? { kind: 'built-in', name, representation };
  }

  #structure(structure: Structure, depth: number): Sample {
    const { discriminant, attributes, anyAttribute, content } = structure;
    const parts: (readonly [property: string, sample: Sample])[] = [];
    if (discriminant !== undefined) {
      const leaves = discriminant.optional && this.#draw.chance(50);
      parts.push(['$type', { sent: leaves ? undefined : discriminant.value, read: discriminant.value }]);
    }
    for (const attribute of attributes) parts.push([attribute.property, this.#attribute(attribute)]);
    if (anyAttribute !== undefined) parts.push([anyAttribute.property, this.#otherAttributes(anyAttribute)]);
    switch (content.kind) {
      case 'fields':
        parts.push(...content.fields.map((field) => this.#member(field, depth)));
        break;
      case 'particles':
        parts.push(...content.members.map((member) => this.#member(member, depth)));
        break;
      case 'text':
        parts.push([content.text.property, this.#simple(content.text.type)]);
        break;
      case 'mixed':
        parts.push(['$content', this.#mixed(content.members, depth)]);
        break;
    }
    return objectOf(parts);
  }

  #polymorphic({ members, typeName }: PolymorphicType, depth: number): Sample {
    const possible = depth < deep ? members : this.#known.heights.least(members, ({ typeName: one }) => one);
    if (possible.length === 0) throw new NoValue(`${typeName} is abstract, and nothing extends it.`);
    return this.record(this.#draw.pick(possible).typeName, depth);
  }

  #attribute({ type, required }: AttributeMember): Sample {
    if (!required && this.#draw.chance(40)) {
      const { fallback } = type;
      return {
        sent: undefined,
        read: fallback === undefined ? undefined : simpleCodec(this.#definition(type)).parse(fallback.text),
      };
    }
    return this.#simple(type);
  }

  #otherAttributes({ wildcard, targetNamespace }: AnyAttributeMember): Sample {
    // What must be declared would have to be one of the contract's, which are known by name.
    if (wildcard.processContents === 'strict') return twice([]);
    const created = this.#draw.times(0, 2, (): AnyAttribute => {
      const namespace = this.#namespaceFor(wildcard, targetNamespace);
      return { namespace, local: `any-${this.#ids++}`, value: this.#draw.pick(['', 'x', ' a  b ', '<&"\'>', 'é\t\n']) };
    });
    return twice(created);
  }

  #member(member: Member, depth: number, force = false): readonly [string, Sample] {
    const { property, optional, many } = member;
    if (!force && this.#isUndeclared(member)) return [property, twice(many ? [] : undefined)];
    const isDeep = depth >= deep;
    if (many) return [property, this.#list(member, depth, force)];
    if (optional && !force && (isDeep || this.#draw.chance(40))) return [property, twice(undefined)];
    if (optional && !this.#known.heights.isFinite(member)) return [property, twice(undefined)];
    return [property, this.#item(member, depth, optional || force)];
  }

  /** What must be declared, when nothing that fits is. */
  #isUndeclared(member: Member): boolean {
    if (member.kind !== 'any' || member.wildcard.processContents !== 'strict') return false;
    return !this.#known.texts.some(({ namespace }) => admits(member.wildcard, namespace, member.targetNamespace));
  }

  #list(member: Member, depth: number, force: boolean): Sample {
    const most = member.most === 'unbounded' ? member.least + 3 : Math.min(member.most, member.least + 3);
    const least = force ? Math.max(1, member.least) : member.least;
    const isShort = depth >= deep || !this.#known.heights.isFinite(member);
    const items = this.#draw.times(least, isShort ? least : Math.max(least, most), () =>
      this.#item(member, depth, true),
    );
    return { sent: items.map(({ sent }) => sent), read: items.map(({ read }) => read) };
  }

  /** @param present it must be seen on the wire. */
  #item(member: Member, depth: number, present: boolean): Sample {
    switch (member.kind) {
      case 'field':
        return this.#field(member, depth);
      case 'choice':
        return this.#choice(member.choice, depth, present);
      case 'group': {
        const { members } = member.group;
        const { heights } = this.#known;
        const possible = depth < deep ? members.filter((one) => heights.isFinite(one)) : heights.leastMembers(members);
        const shown = present && possible.length > 0 ? this.#draw.pick(possible) : undefined;
        return objectOf(members.map((one) => this.#member(one, depth, one === shown)));
      }
      case 'any':
        return twice(this.#anyElement(member.wildcard, member.targetNamespace));
    }
  }

  #field({ type, nillable, name }: Field, depth: number): Sample {
    if (nillable && this.#mayBeNil(type) && (depth >= deep || this.#draw.chance(25))) return twice(null);
    if (type.kind === 'any') return twice(this.#element(name));
    return this.value(type, depth + 1);
  }

  /** See `nilWithoutAttributes` and `nilOfAbstractType` of differences.ts. */
  #mayBeNil(type: ValueType): boolean {
    const declaration = type.kind === 'record' ? this.#known.declarations.get(type.typeName) : undefined;
    if (declaration === undefined) return true;
    if (declaration.kind === 'structure') return !declaration.attributes.some(({ required }) => required);
    if (declaration.kind !== 'polymorphic' || declaration.abstract) return false;
    const [itself] = declaration.members;
    return itself !== undefined && this.#mayBeNil({ kind: 'record', typeName: itself.typeName, head: false });
  }

  #choice({ cases, typeName }: ChoiceType, depth: number, present: boolean): Sample {
    const { heights } = this.#known;
    const possible = depth < deep ? cases.filter((one) => heights.isFinite(one)) : heights.leastMembers(cases);
    if (possible.length === 0) throw new NoValue(`${typeName} has no case that ends.`);
    const chosen = this.#draw.pick(possible);
    const value = chosen.many ? this.#list(chosen, depth, true) : this.#item(chosen, depth, present);
    return {
      sent: { case: chosen.property, value: value.sent },
      read: { case: chosen.property, value: value.read },
    };
  }

  /** Elements as the content model has them, with text between. */
  #mixed(members: readonly Member[], depth: number): Sample {
    const items: Sample[] = [];
    const cases = mixedCases(members);
    const text = (): void => {
      if (this.#draw.chance(50)) items.push(twice(this.#draw.pick(['a', ' ', '\r\n', '<&>', ' é ', ']]>'])));
    };
    const visit = (member: Member): void => {
      const isDeep = depth >= deep;
      const isOpen = this.#known.heights.isFinite(member) && !this.#isUndeclared(member);
      const count =
        !isOpen && member.least === 0
          ? 0
          : member.many
            ? this.#draw.int(member.least, isDeep || member.most === member.least ? member.least : member.least + 1)
            : member.optional && (isDeep || this.#draw.chance(50))
              ? 0
              : 1;
      for (let index = 0; index < count; index++) {
        const { heights } = this.#known;
        if (member.kind === 'choice') {
          const { cases } = member.choice;
          const possible = isDeep ? heights.leastMembers(cases) : cases.filter((one) => heights.isFinite(one));
          if (possible.length === 0) throw new NoValue(`${member.choice.typeName} has no case that ends.`);
          visit(this.#draw.pick(possible));
        } else if (member.kind === 'group') member.group.members.forEach(visit);
        else {
          const { sent, read } = this.#item(member, depth, true);
          // An element in two positions is named by the first.
          const first = cases.find(
            (one) => one.kind === 'field' && member.kind === 'field' && sameName(one.name, member.name),
          );
          const property = first?.property ?? member.property;
          items.push({ sent: { case: member.property, value: sent }, read: { case: property, value: read } });
          text();
        }
      }
    };
    text();
    members.forEach(visit);
    return { sent: items.map(({ sent }) => sent), read: items.map(({ read }) => read) };
  }

  #anyElement(wildcard: Wildcard, target: string): AnyElement {
    if (wildcard.processContents === 'strict') {
      const declared = this.#known.texts.filter(({ namespace }) => admits(wildcard, namespace, target));
      if (declared.length > 0) {
        const { namespace, local } = this.#draw.pick(declared);
        return anyElement(`<p:${local} xmlns:p="${namespace.replaceAll('&', '&amp;')}">x</p:${local}>`);
      }
    }
    return this.#element({ namespace: this.#namespaceFor(wildcard, target), local: `any-${this.#draw.int(0, 3)}` });
  }

  #namespaceFor(wildcard: Wildcard, target: string): string {
    return this.#draw.pick(
      ['urn:any', 'urn:else', '', target].concat(wildcard.namespaces).filter((one) => admits(wildcard, one, target)),
    );
  }

  #element({ namespace, local }: QName): AnyElement {
    const declared = namespace === '' ? '' : ` xmlns="${namespace.replaceAll('&', '&amp;')}"`;
    const content = this.#draw.pick([
      '',
      'text &amp; more',
      '<p:any-a xmlns:p="urn:p" p:b="1" c="2">3</p:any-a>',
      '<any-b xmlns=""><any-c/></any-b>tail',
    ]);
    return anyElement(`<${local}${declared}>${content}</${local}>`);
  }
}

function twice(value: unknown): Sample {
  return { sent: value, read: value };
}

/** Names such as `__proto__` are set as every other. */
function objectOf(parts: readonly (readonly [property: string, sample: Sample])[]): Sample {
  return {
    sent: Object.fromEntries(parts.map(([property, { sent }]) => [property, sent])),
    read: Object.fromEntries(parts.map(([property, { read }]) => [property, read])),
  };
}

/** XML Schema part 1, 3.10.4. */
function admits({ namespaces }: Wildcard, namespace: string, target: string): boolean {
  if (namespace.startsWith('##')) return false;
  if (namespaces === '##any') return true;
  if (namespaces === '##other') return namespace !== '' && namespace !== target;
  return namespaces.some((word) =>
    word === '##targetNamespace' ? namespace === target : word === '##local' ? namespace === '' : word === namespace,
  );
}
