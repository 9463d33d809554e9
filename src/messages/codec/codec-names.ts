import * as soap from '@soapwright/runtime';
import {
  type AnyAttributeMember,
  type AnyMember,
  type Field,
  type QName,
  type SimpleValue,
  xmlNamespace,
} from '../../contract/index.ts';
import type { ValueModel } from '../model/value-model.ts';

/** Reads the value of the open element through its end tag. */
export type Read = (reader: soap.XmlReader) => unknown;

/** A message that only the reader and writer of whole messages take. */
export class NoCodecError extends Error {
  override readonly name = 'NoCodecError';
}

/** The names, wildcards and simple types that codecs use, each created once. */
export class CodecNames {
  readonly model: ValueModel;
  readonly #tags: Map<string, soap.Tag> = new Map();
  readonly #wildcards: Map<AnyMember | AnyAttributeMember, soap.Wildcard> = new Map();
  readonly #defaults: Map<string, soap.SimpleType<unknown>> = new Map();

  constructor(model: ValueModel) {
    this.model = model;
  }

  /** @param isStart whether attributes follow. */
  tag({ namespace, local }: QName, isStart: boolean): soap.Tag {
    const key = `${isStart ? '<' : ''}${local} ${namespace}`;
    const known = this.#tags.get(key);
    if (known !== undefined) return known;
    const make = isStart ? soap.startTag : soap.tag;
    const tag = make(namespace, local, this.#elementPrefix(namespace));
    this.#tags.set(key, tag);
    return tag;
  }

  tagOf({ name, type }: Field): soap.Tag {
    return this.tag(name, type.kind === 'record' && type.head);
  }

  attribute({ namespace, local }: QName): soap.AttributeName {
    return namespace === ''
      ? soap.attributeName(namespace, local)
      : soap.attributeName(namespace, local, this.#prefix(namespace));
  }

  /** What the root of a body declares for its content. */
  prefixes(): soap.Prefixes {
    const { namespace, prefixes, prefixed } = this.model.service;
    const declared = [...prefixes].filter(
      ([name]) => (prefixed || name !== namespace) && name !== xmlNamespace && name !== '',
    );
    return Object.fromEntries(declared.map(([name, prefix]) => [prefix, name]));
  }

  /** Undefined for one that admits everything. */
  wildcard(member: AnyMember | AnyAttributeMember): soap.Wildcard | undefined {
    const { namespaces } = member.wildcard;
    if (namespaces === '##any') return undefined;
    const known = this.#wildcards.get(member) ?? soap.wildcard(namespaces, member.targetNamespace);
    this.#wildcards.set(member, known);
    return known;
  }

  /** The object that reads and writes a value, with the value of an empty element or an absent attribute. */
  object(type: SimpleValue): soap.SimpleType<unknown> {
    const { fallback } = type;
    if (fallback === undefined) return this.model.codec(type);
    const key = JSON.stringify([type.declared ?? type.name, type.representation, fallback.kind, fallback.text]);
    const make = fallback.kind === 'fixed' ? soap.fixed : soap.defaulted;
    const known = this.#defaults.get(key) ?? make(this.model.codec(type), fallback.text);
    this.#defaults.set(key, known);
    return known;
  }

  #prefix(namespace: string): string {
    return namespace === xmlNamespace ? 'xml' : (this.model.service.prefixes.get(namespace) ?? 'tns');
  }

  /** Undefined if the default namespace is enough. */
  #elementPrefix(namespace: string): string | undefined {
    const { prefixed, namespace: own } = this.model.service;
    if (namespace === '') return prefixed ? '' : undefined;
    return namespace === own && !prefixed ? undefined : this.#prefix(namespace);
  }
}

/** Whether values are bytes: of an element of their own, or of a part of an MTOM message. */
export function isBytes({ name, declared, fallback }: SimpleValue): boolean {
  return name === 'base64Binary' && declared === undefined && fallback === undefined;
}
