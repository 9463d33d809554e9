import {
  type ComponentIndex,
  ContentModels,
  type Contract,
  componentIndexOf,
  type EncodedTypes,
  encodedTypesOf,
  type Lookup,
  lookupIn,
  type Message,
  nameKey,
  type QName,
  type TypeDefinition,
  type TypeReference,
  xsd,
} from '../../contract/index.ts';
import { Places } from './places.ts';

/** One of the two contracts, with what finds its components. */
export class Side {
  readonly contract: Contract;
  readonly index: ComponentIndex;
  readonly contents: ContentModels;
  readonly lookup: Lookup;
  readonly places: Places;
  readonly encodedTypes: EncodedTypes | undefined;
  readonly #targetNamespace: string;
  readonly #messages: ReadonlyMap<string, Message>;

  /** @param targetNamespace that replaces the contract's own, so that a new namespace is one difference. */
  constructor(contract: Contract, targetNamespace: string) {
    this.contract = contract;
    this.index = componentIndexOf(contract);
    this.contents = new ContentModels(this.index);
    this.lookup = lookupIn(contract);
    this.places = new Places(contract);
    this.encodedTypes = encodedTypesOf(contract);
    this.#targetNamespace = targetNamespace;
    this.#messages = new Map(contract.messages.map((message) => [nameKey(message.name), message]));
  }

  message(name: QName | undefined): Message | undefined {
    return name && this.#messages.get(nameKey(name));
  }

  /** A namespace as the other side knows it. */
  namespace(namespace: string): string {
    return namespace === this.contract.targetNamespace ? this.#targetNamespace : namespace;
  }

  /** A soapAction as the other side knows it: most begin with the namespace. */
  text(text: string): string {
    const { targetNamespace } = this.contract;
    return targetNamespace !== '' && text.startsWith(targetNamespace)
      ? `${this.#targetNamespace}${text.slice(targetNamespace.length)}`
      : text;
  }

  /** An expanded name, for comparing it with one of the other side. */
  key({ namespace, local }: QName): string {
    return nameKey({ namespace: this.namespace(namespace), local });
  }

  /** The definition of a type; undefined for a built-in type, and for one that is not in the contract. */
  definition(reference: TypeReference): TypeDefinition | undefined {
    return this.index.definition(reference);
  }

  /** Whether values of a type are unparsed XML. */
  isAny(reference: TypeReference): boolean {
    if (reference.kind === 'anonymous') return false;
    const { namespace, local } = reference.name;
    if (namespace === xsd) return local === 'anyType';
    const encoded = this.encodedTypes?.find(reference);
    if (encoded !== undefined) return encoded.kind !== 'array' && encoded.kind !== 'simple';
    return this.definition(reference) === undefined;
  }

  /** The namespace of the schema that declares a type, which wildcards in it refer to. */
  namespaceOf(reference: TypeReference, outer: string): string {
    const name = reference.kind === 'named' ? reference.name : reference.type.name;
    return name === undefined ? outer : this.namespace(name.namespace);
  }
}
