import { type ReaderOptions, XmlBytesReader } from './bytes-reader.ts';
import type { ChildTable, TypeName, TypeTable } from './codec-tables.ts';
import type { DeviationKind } from './deviation.ts';
import type { XmlError } from './error.ts';

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
    this.deviate('namespace', 'unexpected-element', `it is not in the namespace ${JSON.stringify(only.namespace)}`);
    return expected.tags.indexOf(only);
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

  tolerate(kind: DeviationKind, { path, message }: XmlError): boolean {
    this.deviations?.push({ kind, path, message });
    return true;
  }
}

function isNamed({ namespace, local }: TypeName, found: TypeName | undefined): boolean {
  return local === found?.local && namespace === found.namespace;
}
