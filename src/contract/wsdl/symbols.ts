import { wsdl as kinds } from '../../diagnostics/index.ts';
import { nameKey, type QName } from '../model/index.ts';
import { attributeOf, type XmlDocument, type XmlElement } from './document.ts';
import { reportRepeated } from './repeated-declarations.ts';
import { isSchemaNamespace } from './xml-names.ts';

/** The symbol spaces of XML Schema (part 1, 2.5). */
export type SymbolKind = 'element' | 'type' | 'attribute' | 'group' | 'attributeGroup' | 'notation';

/** An xs:schema, with the namespace that it has where it is used: a chameleon include takes that of its includer. */
export interface SchemaSource {
  readonly document: XmlDocument;
  readonly element: XmlElement;
  readonly targetNamespace: string;
  /** Whether it has no namespace of its own, so that unprefixed names in it are in the target namespace. */
  readonly isChameleon: boolean;
  /** Namespaces that it imports. */
  readonly imports: Set<string>;
  /** Prefix of its target namespace in the file. */
  readonly prefix: string | undefined;
}

/** A global declaration. */
export interface Declared {
  readonly kind: SymbolKind;
  readonly name: QName;
  readonly element: XmlElement;
  readonly source: SchemaSource;
  /** The declaration that it redefines. */
  readonly redefines?: Declared | undefined;
}

const kindOf: Readonly<Record<string, SymbolKind>> = {
  element: 'element',
  complexType: 'type',
  simpleType: 'type',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attributeGroup',
  notation: 'notation',
};

/** All global declarations by kind and name, in the order in which files are read. */
export class Symbols {
  readonly #spaces: Map<SymbolKind, Map<string, Declared>> = new Map();
  readonly #namespaces: Set<string> = new Set();

  /** Declares all children of an xs:schema. */
  addSchema(source: SchemaSource): void {
    this.#namespaces.add(source.targetNamespace);
    for (const child of source.element.children) this.#add(child, source, false);
  }

  /** Declares the children of an xs:redefine, replacing declarations of the included schema. */
  addRedefinitions(redefine: XmlElement, source: SchemaSource): void {
    for (const child of redefine.children) this.#add(child, source, true);
  }

  find(kind: SymbolKind, name: QName): Declared | undefined {
    return this.#spaces.get(kind)?.get(nameKey(name));
  }

  /** Whether a schema of the namespace was read. */
  has(namespace: string): boolean {
    return this.#namespaces.has(namespace);
  }

  get namespaces(): Iterable<string> {
    return this.#namespaces;
  }

  all(kind: SymbolKind): readonly Declared[] {
    return [...(this.#spaces.get(kind)?.values() ?? [])];
  }

  #add(element: XmlElement, source: SchemaSource, redefine: boolean): void {
    const kind =
      isSchemaNamespace(element.namespace) && Object.hasOwn(kindOf, element.local) ? kindOf[element.local] : undefined;
    const local = attributeOf(element, 'name');
    const { document, targetNamespace } = source;
    if (kind === undefined) return;
    if (local === undefined || local === '') {
      document.report(
        kinds.missingAttribute,
        { element: `xs:${element.local}`, attribute: 'the attribute name' },
        element,
      );
      return;
    }
    const name = { namespace: targetNamespace, local };
    const space = this.#spaces.get(kind) ?? new Map<string, Declared>();
    this.#spaces.set(kind, space);
    const existing = space.get(nameKey(name));
    if (redefine) {
      space.set(nameKey(name), { kind, name, element, source, redefines: existing });
    } else if (existing === undefined) {
      space.set(nameKey(name), { kind, name, element, source });
    } else if (existing.element !== element) {
      const earlier = existing.source;
      reportRepeated(
        { element: existing.element, document: earlier.document, schema: earlier.element },
        { element, document, schema: source.element },
        'xs',
      );
    }
  }
}
