import { type ReaderOptions, XmlBytesReader } from './bytes-reader.ts';
import { isWhite, LESS, SLASH } from './chars.ts';
import type { ChildTable, TypeName, TypeTable } from './codec-tables.ts';
import { nextChild } from './content.ts';
import type { DeviationKind } from './deviation.ts';
import type { XmlError } from './error.ts';
import type { Lexer } from './lexer.ts';
import type { Tag } from './tag.ts';

export interface TolerantOptions extends ReaderOptions {
  /** Read the children of each element in the schema's order. */
  readonly arranging?: boolean;
  /** An element in another namespace than the contract has it in is unknown, whatever its local name. */
  readonly exactNames?: boolean;
}

/** Reads messages that deviate from their schema: it passes over what leaves no doubt of the meaning. */
export class TolerantReader extends XmlBytesReader {
  /** Whether an element in another namespace than the contract has it in is unknown. */
  private readonly exactNames: boolean;

  constructor(message: Uint8Array, options: TolerantOptions) {
    super(message, options);
    this.exactNames = options.exactNames ?? false;
  }

  /** Servers that build XML as text forget the namespace of the body's element. */
  override isDeclared(tag: Tag): boolean {
    if (super.isDeclared(tag)) return true;
    const { elements } = this;
    if (!elements.isLocal(tag) || (elements.namespace !== '' && tag.namespace !== '')) return false;
    this.#deviateInNamespace(tag);
    return true;
  }

  override type(table: TypeTable): number {
    const { attributes } = this.elements;
    if (attributes.hasType && !table.abstract) {
      const named = attributes.type();
      if (!table.names.some((name) => isNamed(name, named))) {
        this.#dropType(`its xsi:type names neither ${table.names[0]?.local} nor a type derived from it`);
        return 0;
      }
    }
    return super.type(table);
  }

  protected override isNilRecord(expected: ChildTable): boolean {
    const { attributes } = this.elements;
    if (attributes.hasType && expected.type !== undefined && !isNamed(expected.type, attributes.type())) {
      this.#dropType(`its xsi:type does not name ${expected.type.local}`);
    }
    return super.isNilRecord(expected);
  }

  #dropType(reason: string): void {
    this.deviate('unknown-type', 'type', reason);
    this.elements.attributes.dropType();
  }

  /** Servers write names without prefixes in no namespace, or in the default namespace of an outer element. */
  protected override indexAmong(expected: ChildTable, guess: number): number {
    const index = super.indexAmong(expected, guess);
    if (index !== -1 || this.exactNames) return index;
    const { elements } = this;
    const { namespace } = elements;
    const [only, ...others] = expected.tags.filter((tag) => elements.isLocal(tag));
    if (only === undefined || others.length > 0 || expected.others?.admits(namespace)) return -1;
    if (namespace !== '' && only.namespace !== '' && !this.#inheritsNamespace(namespace)) return -1;
    this.#deviateInNamespace(only);
    return expected.tags.indexOf(only);
  }

  #deviateInNamespace({ namespace }: Tag): void {
    this.deviate('namespace', 'unexpected-element', `it is not in the namespace ${JSON.stringify(namespace)}`);
  }

  #inheritsNamespace(namespace: string): boolean {
    const { scope, outerScope } = this.elements;
    return namespace === scope.defaultNamespace && scope.innermost === outerScope;
  }

  override item(count: number, most?: number): void {
    super.item(count);
    if (most !== undefined && count >= most) {
      this.deviate(
        'repeated-element',
        'repeated-element',
        `it may be there ${most === 1 ? 'once' : `${most} times`} only`,
      );
    }
  }

  absent(): boolean {
    const { attributes } = this.elements;
    if (attributes.instance === 0 || !attributes.isNil()) return false;
    this.deviate('nil', 'nil', 'it cannot be nil');
    return this.nil();
  }

  /** Servers write null in a list as an element without content. */
  absentItem(): boolean {
    const { elements, lexer } = this;
    if (this.absent()) return true;
    if (elements.attributes.count > 0 || !(elements.empty || isAtEndTag(lexer))) return false;
    this.deviate('nil', 'missing-element', 'it is empty');
    if (elements.empty) elements.close();
    else nextChild(elements);
    return true;
  }

  tolerate(kind: DeviationKind, { path, message }: XmlError): boolean {
    this.deviations?.push({ kind, path, message });
    return true;
  }
}

/** Whether only white space is before an end tag. */
function isAtEndTag({ data, pos }: Lexer): boolean {
  let at = pos;
  while (isWhite(data[at] ?? 0)) at++;
  return data[at] === LESS && data[at + 1] === SLASH;
}

function isNamed({ namespace, local }: TypeName, found: TypeName | undefined): boolean {
  return local === found?.local && namespace === found.namespace;
}
