import {
  type Contract,
  firstBound,
  type GlobalElement,
  type Part,
  type QName,
  type ResolvedOperation,
} from '../../../src/contract/model/index.ts';
import type { Symbols } from '../../../src/contract/wsdl/symbols.ts';
import type { MessageElement } from './messages.ts';
import { escaped } from './original-schemas.ts';

/** Elements of a contract that no schema declares: those that stand for parts with types. */
export function addedElements({ schemas }: Contract, symbols: Symbols): readonly GlobalElement[] {
  return schemas.flatMap(({ elements }) => elements).filter(({ name }) => symbols.find('element', name) === undefined);
}

/**
 * Declarations for the elements at the roots of messages that no schema declares (WSDL 1.1, 3.5). They have names of their
 * own, since several messages of a service can have the same wrapper.
 */
export class Drivers {
  readonly namespace = 'urn:corpus:roots';
  readonly #contract: Contract;
  readonly #added: ReadonlyMap<string, GlobalElement>;
  readonly #names: Map<string, string> = new Map();
  readonly #declarations: string[] = [];

  constructor(contract: Contract, added: readonly GlobalElement[]) {
    this.#contract = contract;
    this.#added = new Map(added.map((element) => [`${element.name.namespace} ${element.name.local}`, element]));
  }

  get elements(): string {
    return this.#declarations.join('\n');
  }

  /** A document that the schemas can check. */
  documentOf(message: MessageElement, text: string): string {
    const name = this.#messageName(message);
    if (name === undefined) return text;
    const old = /^<([^\s/>]+)/.exec(text)?.[1] ?? '';
    const opened = `<roots:${name} xmlns:roots="${this.namespace}"${text.slice(old.length + 1)}`;
    return opened.endsWith(`</${old}>`) ? `${opened.slice(0, -old.length - 3)}</roots:${name}>` : opened;
  }

  #messageName({ label, element, body }: MessageElement): string | undefined {
    const known = this.#names.get(label);
    if (known !== undefined) return known;
    const declaration = this.#declaration(element, body);
    if (declaration === undefined) return undefined;
    const name = `root${this.#names.size}`;
    this.#names.set(label, name);
    this.#declarations.push(`<xs:element name="${name}"${declaration}`);
    return name;
  }

  #declaration({ name, namespace }: MessageElement['element'], body: MessageElement['body']): string | undefined {
    if (body !== undefined) {
      const parts = rpcParts(this.#contract, body.operation, body.direction);
      if (parts !== undefined) {
        const content = parts.map(partDeclaration).join('');
        return `><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
      }
    }
    const added = this.#added.get(`${namespace} ${name}`);
    return added?.type.kind === 'named' ? `${attribute('type', added.type.name)}/>` : undefined;
  }
}

/** The parts in the body of an rpc message; undefined for document style. */
function rpcParts(
  contract: Contract,
  { operation }: ResolvedOperation,
  direction: 'input' | 'output',
): readonly Part[] | undefined {
  const bound = firstBound(contract, operation);
  if (bound?.style !== 'rpc') return undefined;
  const name = operation[direction]?.message;
  const message = contract.messages.find((one) => one.name.local === name?.local);
  const listed = bound[direction]?.parts;
  return (message?.parts ?? []).filter((part) => listed === undefined || listed.includes(part.name));
}

function partDeclaration({ name, content }: Part): string {
  return content.kind === 'element'
    ? `<xs:element${attribute('ref', content.name)}/>`
    : `<xs:element name="${name}"${attribute('type', content.type)}/>`;
}

function attribute(name: string, { namespace, local }: QName): string {
  return namespace === '' ? ` ${name}="${local}"` : ` xmlns:p="${escaped(namespace)}" ${name}="p:${local}"`;
}
