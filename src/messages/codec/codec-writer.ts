import * as soap from '@soapwright/runtime';
import {
  defaultContentType,
  type Field,
  holdsName,
  isEmptyBody,
  type Member,
  type PolymorphicType,
  type ResolvedBody,
  type SimpleValue,
  type Structure,
  sameName,
} from '../../contract/index.ts';
import type { Fields, Value } from '../model/value.ts';
import { type CodecNames, isBytes, NoCodecError } from './codec-names.ts';

/** Writes the content of the open element. */
export type Write = (writer: soap.XmlWriter, value: Value) => void;

/** Writes an element. */
type WriteElement = Write;

/** The root of a body, and the writer of its content. */
export interface RootWriter {
  readonly tag: soap.Tag;
  readonly write: Write;
}

/**
 * Makes functions that write literal values as generated codecs do, one for each type. What a codec does not do is a
 * `NoCodecError` when the function is made.
 */
export class CodecWriter {
  readonly #names: CodecNames;
  readonly #made: Map<string, { write: Write }> = new Map();

  constructor(names: CodecNames) {
    this.#names = names;
  }

  root({ element, use, type, nillable, contentType }: ResolvedBody): RootWriter {
    if (use === 'encoded') throw new NoCodecError('It is encoded.');
    if (isEmptyBody(element)) return { tag: soap.noElement, write: () => {} };
    const { namespace, local } = element;
    if (type.kind === 'any' && !nillable) {
      const tag = soap.anyRootTag(namespace, local);
      return { tag, write: (writer, value) => soap.writeAny(writer, tag, value as soap.AnyElement) };
    }
    const isStart =
      nillable ||
      (type.kind === 'record' && type.head) ||
      (type.kind === 'simple' && holdsName(this.#names.model.definition(type)));
    const make = isStart ? soap.rootStartTag : soap.rootTag;
    const tag = make(namespace, local, this.#names.prefixes());
    const write = this.#rootContent({ type, nillable, contentType }, tag);
    if (!nillable) return { tag, write };
    return {
      tag,
      write: (writer, value) => (value === null ? soap.writeNilContent(writer) : write(writer, value)),
    };
  }

  #rootContent(
    { type, nillable, contentType }: Pick<ResolvedBody, 'type' | 'nillable' | 'contentType'>,
    tag: soap.Tag,
  ): Write {
    switch (type.kind) {
      case 'record': {
        const write = this.#record(type.typeName);
        if (!nillable || type.head) return write;
        return (writer, value) => {
          writer.content();
          write(writer, value);
        };
      }
      case 'simple': {
        if (isBytes(type) && contentType !== undefined) throw new NoCodecError('Its part has a media type.');
        const codec = this.#names.object(type);
        return (writer, value) => soap.writeContent(writer, codec, value);
      }
      case 'any':
        return (writer, value) => soap.writeAny(writer, tag, value as soap.AnyElement);
      default:
        throw new NoCodecError('It is encoded.');
    }
  }

  #record(typeName: string): Write {
    return this.#once(typeName, () => {
      const declaration = this.#names.model.declaration(typeName);
      if (declaration.kind === 'structure') return this.#structure(declaration);
      if (declaration.kind === 'polymorphic') return this.#polymorphic(declaration);
      throw new RangeError(`${typeName} is no record.`);
    });
  }

  #polymorphic({ name, members }: PolymorphicType): Write {
    const writers = new Map<Value, Write>();
    for (const { typeName, name: own, discriminant } of members) {
      const write = this.#record(typeName);
      const type = sameName(own, name) ? undefined : soap.xsiType(own.namespace, own.local);
      const typed: Write = (writer, value) => {
        if (type !== undefined) writer.type(type);
        write(writer, value);
      };
      writers.set(discriminant.value, typed);
      if (discriminant.optional && type === undefined) writers.set(undefined, typed);
    }
    return (writer, value) => {
      const write = writers.get((value as Fields).$type);
      if (write === undefined) throw writer.wrong('$type', `it must be one of ${[...writers.keys()].join(', ')}`);
      write(writer, value);
    };
  }

  #structure(structure: Structure): Write {
    const { head, content } = structure;
    const start = this.#startTag(structure);
    switch (content.kind) {
      case 'mixed':
        throw new NoCodecError('It has text between elements.');
      case 'text': {
        const { property, type } = content.text;
        const codec = this.#names.object(type);
        return (writer, value) => {
          for (const write of start) write(writer, value);
          soap.writeContent(writer, codec, (value as Fields)[property]);
        };
      }
      default: {
        const write = this.#members(content.kind === 'fields' ? content.fields : content.members);
        if (!head) return write;
        return (writer, value) => {
          for (const part of start) part(writer, value);
          writer.content();
          write(writer, value);
        };
      }
    }
  }

  #startTag({ attributes, anyAttribute }: Structure): readonly Write[] {
    const own = attributes.map(({ name, property, type, required }): Write => {
      const attribute = this.#names.attribute(name);
      const codec = this.#names.object(type);
      return (writer, value) => {
        const one = (value as Fields)[property];
        if (required && one === undefined) throw writer.missingAttribute(attribute);
        soap.writeAttribute(writer, attribute, codec, one);
      };
    });
    if (anyAttribute === undefined) return own;
    const { property } = anyAttribute;
    const wildcard = this.#names.wildcard(anyAttribute);
    return [
      ...own,
      (writer, value) => {
        const others = (value as Fields)[property] ?? [];
        soap.writeOtherAttributes(writer, others as readonly soap.AnyAttribute[], wildcard);
      },
    ];
  }

  #members(members: readonly Member[]): Write {
    const writers = members.map((member) => ({ ...member, write: this.#item(member) }));
    return (writer, value) => {
      for (const { property, many, optional, write } of writers) {
        const one = (value as Fields)[property];
        if (many) for (const item of (one ?? []) as readonly Value[]) write(writer, item);
        else if (one !== undefined || !optional) write(writer, one);
      }
    };
  }

  #item(member: Member): WriteElement {
    switch (member.kind) {
      case 'field':
        return this.#field(member);
      case 'choice':
        return this.#once(member.choice.typeName, () => this.#choice(member.choice.cases));
      case 'group':
        return this.#once(member.group.typeName, () => this.#members(member.group.members));
      case 'any': {
        const wildcard = this.#names.wildcard(member);
        return (writer, value) => soap.writeWildcard(writer, value as soap.AnyElement, wildcard);
      }
    }
  }

  /** @param make its writer; a type, a group and a choice can contain itself. */
  #once(typeName: string, make: () => Write): Write {
    const known = this.#made.get(typeName);
    if (known !== undefined) return (writer, value) => known.write(writer, value);
    const made: { write: Write } = { write: () => {} };
    this.#made.set(typeName, made);
    made.write = make();
    return made.write;
  }

  #choice(cases: readonly Member[]): WriteElement {
    const writers = new Map(cases.map((one) => [one.property, { many: one.many, write: this.#item(one) }]));
    return (writer, value) => {
      const { case: property, value: own } = value as { readonly case: string; readonly value: Value };
      const one = writers.get(property);
      if (one === undefined) throw writer.wrong('case', `it must be one of ${[...writers.keys()].join(', ')}`);
      if (one.many) for (const item of own as readonly Value[]) one.write(writer, item);
      else one.write(writer, own);
    };
  }

  #field(field: Field): WriteElement {
    if (field.isReference === true) throw new NoCodecError('It refers to an attachment.');
    const write = this.#value(field);
    if (!field.nillable) return write;
    const tag = this.#names.tag(field.name, false);
    return (writer, value) => (value === null ? writer.nil(tag) : write(writer, value));
  }

  #value(field: Field): WriteElement {
    const { type } = field;
    const tag = this.#names.tagOf(field);
    switch (type.kind) {
      case 'record': {
        const write = this.#record(type.typeName);
        return (writer, value) => {
          if (value === undefined) throw writer.missing(tag);
          writer.open(tag);
          write(writer, value);
          writer.close(tag);
        };
      }
      case 'any':
        return (writer, value) => soap.writeAny(writer, tag, value as soap.AnyElement | undefined);
      case 'simple':
        return isBytes(type) ? bytesWriter(tag, defaultContentType(field.element)) : this.#simple(tag, type);
      default:
        throw new NoCodecError('It is encoded.');
    }
  }

  #simple(tag: soap.Tag, type: SimpleValue): WriteElement {
    const codec = this.#names.object(type);
    return (writer, value) => soap.writeValue(writer, tag, codec, value);
  }
}

function bytesWriter(tag: soap.Tag, contentType: string | undefined): WriteElement {
  if (contentType === undefined) return (writer, value) => soap.writeBase64(writer, tag, value as Uint8Array);
  return (writer, value) => soap.writeBase64(writer, tag, soap.withContentType(value as Uint8Array, contentType));
}
