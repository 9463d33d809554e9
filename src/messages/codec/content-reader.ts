import * as soap from '@soapwright/runtime';
import type { ChoiceMember, Field, GroupMember, Member } from '../../contract/index.ts';
import { elementsOf, type Label, type ParticleContent } from '../../emit/index.ts';
import type { Fields, Value } from '../model/value.ts';
import type { CodecNames, Read } from './codec-names.ts';

interface ContentSettings {
  readonly table: soap.ChildTable;
  readonly content: ParticleContent;
  readonly names: CodecNames;
  /** Reads the value of a field. */
  readonly reader: { field(field: Field): Read };
}

type ReadInto = (reader: soap.XmlReader, value: Fields) => void;
type Condition = (reader: soap.XmlReader) => boolean;

/** Makes functions that read the members of a content model. Each begins and ends with an element that was opened. */
export class ContentReader {
  readonly #settings: ContentSettings;
  readonly #groups: Map<string, { read: Read }> = new Map();

  constructor(settings: ContentSettings) {
    this.#settings = settings;
  }

  /** A sequence of particles. */
  members(members: readonly Member[]): ReadInto {
    const all = members.map((member) => this.#particle(member));
    return (reader, value) => {
      for (const read of all) read(reader, value);
    };
  }

  #particle(member: Member): ReadInto {
    const { property } = member;
    if (member.many) {
      const read = this.#items(member, this.#more(member));
      return (reader, value) => {
        value[property] = read(reader, []);
      };
    }
    const read = this.#valueAndNext(member);
    const starts = this.#condition(member);
    if (member.optional) {
      return (reader, value) => {
        if (starts(reader)) value[property] = read(reader);
      };
    }
    const isChecked = member.kind === 'field' || member.kind === 'any';
    const missing = this.#missing(member);
    return (reader, value) => {
      if (isChecked && !starts(reader)) throw missing(reader);
      value[property] = read(reader);
    };
  }

  #items(member: Member, more: (reader: soap.XmlReader, count: number) => boolean) {
    const { least, most } = member;
    const read = this.#valueAndNext(member);
    const limit = most === 'unbounded' ? undefined : most;
    const tags = this.#firstTags(member);
    const [tag] = tags;
    return (reader: soap.XmlReader, list: Value[]): Value[] => {
      while (more(reader, list.length)) {
        reader.item(list.length, limit);
        list.push(read(reader));
      }
      if (list.length >= least) return list;
      throw member.kind === 'field' && tag !== undefined
        ? reader.few(tag, least, reader.current)
        : reader.expectedOne(tags, reader.current);
    };
  }

  #missing(member: Member): (reader: soap.XmlReader) => soap.XmlError {
    const [tag] = member.kind === 'field' ? [this.#settings.names.tagOf(member)] : [];
    return (reader) =>
      tag === undefined ? reader.expectedOne([], reader.current) : reader.expected(tag, reader.current);
  }

  /** Reads a member, and opens what follows. */
  #valueAndNext(member: Member): Read {
    const { table, reader: fields } = this.#settings;
    switch (member.kind) {
      case 'field': {
        const read = fields.field(member);
        return (reader) => {
          const value = read(reader);
          reader.next(table);
          return value;
        };
      }
      case 'any':
        return (reader) => {
          const value = reader.any();
          reader.next(table);
          return value;
        };
      default:
        return this.#group(member);
    }
  }

  /** A group can contain itself. */
  #group(member: ChoiceMember | GroupMember): Read {
    const { typeName } = member.kind === 'choice' ? member.choice : member.group;
    const known = this.#groups.get(typeName);
    if (known !== undefined) return (reader) => known.read(reader);
    const made: { read: Read } = { read: () => undefined };
    this.#groups.set(typeName, made);
    made.read = member.kind === 'choice' ? this.#choice(member) : this.#sequence(member);
    return made.read;
  }

  #sequence({ group }: GroupMember): Read {
    const read = this.members(group.members);
    return (reader) => {
      const value: Fields = {};
      read(reader, value);
      return value;
    };
  }

  /** Elements are better known than what a wildcard admits only in some namespaces. */
  #choice(member: ChoiceMember): Read {
    const byLabel = new Map<number, Read>();
    const guarded: { readonly starts: Condition; readonly read: Read }[] = [];
    for (const one of member.choice.cases) {
      const labels = this.#settings.content.first.of(one);
      const read = this.#case(one);
      const guards = labels.filter(({ guard }) => guard !== undefined);
      if (guards.length > 0) guarded.push({ starts: this.#admits(guards), read });
      for (const label of labels) {
        const index = indexOf(label);
        if (label.guard === undefined && !byLabel.has(index)) byLabel.set(index, read);
      }
    }
    const tags = this.#firstTags(member);
    return (reader) => {
      const read = guarded.find(({ starts }) => starts(reader))?.read ?? byLabel.get(reader.current);
      if (read === undefined) throw reader.expectedOne(tags, reader.current);
      return read(reader);
    };
  }

  #case(member: Member): Read {
    const { property } = member;
    if (!member.many) {
      const read = this.#valueAndNext(member);
      return (reader) => ({ case: property, value: read(reader) });
    }
    // The first item is there, and one above the maximum is an error.
    const condition = this.#more(member);
    const read = this.#items(member, (reader, count) => count === 0 || condition(reader, count));
    return (reader) => ({ case: property, value: read(reader, []) });
  }

  #condition(member: Member): Condition {
    return this.#admits(this.#settings.content.first.of(member));
  }

  #admits(labels: readonly Label[]): Condition {
    const { content, names } = this.#settings;
    const plain = new Set(labels.filter(({ guard }) => guard === undefined).map(indexOf));
    const guards = new Set(labels.flatMap(({ guard }) => guard ?? []));
    const wildcards = content.wildcards
      .filter(({ property }) => guards.has(property))
      .flatMap((member) => names.wildcard(member) ?? []);
    if (wildcards.length === 0) return (reader) => plain.has(reader.current);
    return (reader) =>
      plain.has(reader.current) ||
      (reader.current === soap.OTHER && wildcards.some((wildcard) => wildcard.admits(reader.namespace)));
  }

  /** Whether there is another item. If a repeated group begins with such an item, one above the maximum is of the next group. */
  #more(member: Member): (reader: soap.XmlReader, count: number) => boolean {
    const { first, again } = this.#settings.content;
    const starts = this.#condition(member);
    const { most } = member;
    if (most === 'unbounded' || !first.of(member).some(({ text }) => again.has(text))) return starts;
    return (reader, count) => count < most && starts(reader);
  }

  #firstTags(member: Member): readonly soap.Tag[] {
    const { first } = this.#settings.content;
    const labels = new Set(first.of(member).map(({ text }) => text));
    return elementsOf([member])
      .filter((element) => labels.has(String(first.indexOf(element))))
      .map((element) => this.#settings.names.tagOf(element));
  }
}

function indexOf({ text }: Label): number {
  return text === 'soap.OTHER' ? soap.OTHER : Number(text);
}
