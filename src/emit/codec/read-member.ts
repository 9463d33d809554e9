import type { Field, Member } from '../../contract/index.ts';
import { type Code, line, listed, within } from '../code.ts';
import { lineComment } from '../doc.ts';
import { stringLiteral } from '../literal.ts';
import { itemText, memberText } from '../type-text.ts';
import type { CodecNames } from './names.ts';
import { readValue } from './values.ts';

/** A statement that reads a value: the code before and after the expression that reads it. */
export interface Reading {
  readonly head: string;
  readonly read: string;
  readonly tail: string;
  /** An expression for the values read before it. */
  readonly soFar: string;
  /** Where the value is, if that is not the member's property. */
  readonly property?: string;
}

/** Prints the code that reads one member of a content model, whatever the order of its content. */
export class MemberReader {
  readonly #names: CodecNames;
  /** The type that the members belong to. */
  readonly #typeName: string;

  constructor(names: CodecNames, typeName: string) {
    this.#names = names;
    this.#typeName = typeName;
  }

  /** A property of the object that is returned. */
  entry(property: string): string {
    const variable = this.#names.variable(property);
    return variable === property ? variable : `${property}: ${variable}`;
  }

  /** The variable that the value, or the list, is put into. */
  declaration(member: Member): Code {
    const variable = this.#names.variable(member.property);
    if (member.many) return line(`const ${variable}: ${memberText(member, this.#names.file)} = [];`);
    return line(`let ${variable}: ${itemText(member, this.#names.file)} | undefined;`);
  }

  /** The statement that reads a member; around a streamed value it also passes the values read before. */
  statement(member: Member, { head, read, tail, soFar, property = member.property }: Reading): Code {
    if (!this.#names.streams.isIn(member)) return line(`${head}${read}${tail}`);
    const parameters = [stringLiteral(property), soFar, `() => ${read}`];
    return listed(`${head}reader.within(`, parameters, `)${tail}`);
  }

  /** Counts another item of a list, and rejects one above the maximum. */
  item({ property, most }: Member): Code {
    const limit = most === 'unbounded' ? '' : `, ${most}`;
    return line(`reader.item(${this.#names.variable(property)}.length${limit});`);
  }

  /** The expression that reads an optional member; a tolerant reader reads one that is nil as absent. */
  unlessNil(member: Member, read: string): string {
    const isPlain = member.kind === 'field' && !member.nillable && member.type.kind !== 'any';
    return this.#names.isTolerant && this.#names.use === 'literal' && isPlain
      ? `reader.absent?.() ? undefined : ${read}`
      : read;
  }

  /** The statement that adds an item to a list; a tolerant reader leaves out a record that is null. */
  unlessNull(member: Member, push: Code): Code {
    const { isTolerant, use } = this.#names;
    if (!isTolerant || use !== 'literal' || member.kind !== 'field') return push;
    if (member.nillable || member.type.kind !== 'record') return push;
    const absent = this.#names.isNeverEmpty(member.type.typeName) ? 'absentItem' : 'absent';
    return within(`if (reader.${absent}?.() !== true)`, [push]);
  }

  /** The statement for a missing element whose property can do without it: a list or null. */
  missing(error: string): string {
    return this.#names.isTolerant ? `soap.tolerate(reader, 'missing-element', ${error});` : `throw ${error};`;
  }

  /** The expression that reads the value of an element. */
  value(field: Field): string {
    return readValue(field, this.#typeName, this.#names);
  }
}

/** A comment with the element of a numeric label of a `switch`. */
export function labelComment(member: Member): string {
  return member.kind === 'field' ? ` // ${lineComment(member.name.local)}` : '';
}
