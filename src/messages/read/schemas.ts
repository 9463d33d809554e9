import type { TreeElement } from '@soapwright/runtime/xml';
import {
  attributesOf,
  type ComplexType,
  type ComponentIndex,
  type Contract,
  componentIndexOf,
  type DeclaredAttribute,
  elementsLeftOut,
  kindOf,
  type Lookup,
  lookupIn,
  type QName,
  rootTypeOf,
  type SimpleContent,
  sameName,
  type TypeReference,
  xsd,
} from '../../contract/index.ts';
import { namespaceOf } from './element-content.ts';
import { MessageContents } from './message-contents.ts';
import { SimpleValues, type ValueFault } from './simple-values.ts';

const masked = '(sensitive)';
/** Characters of a value that are shown. */
const longestValue = 40;

/** The components of a contract, as comparing messages needs them. */
export class Schemas {
  readonly index: ComponentIndex;
  readonly lookup: Lookup;
  readonly contents: MessageContents;
  readonly #values: SimpleValues;
  readonly #attributes: Map<ComplexType, readonly DeclaredAttribute[]> = new Map();

  constructor(contract: Contract) {
    this.index = componentIndexOf(contract);
    this.lookup = lookupIn(contract);
    this.contents = new MessageContents(this.index, elementsLeftOut(contract));
    this.#values = new SimpleValues(this.index);
  }

  /** The attributes of a type, inherited ones included; collected once. */
  attributesOf(type: ComplexType): readonly DeclaredAttribute[] {
    const known = this.#attributes.get(type);
    if (known !== undefined) return known;
    const found = attributesOf(type, this.lookup);
    this.#attributes.set(type, found);
    return found;
  }

  /** What is wrong with the text of an element or its attribute; undefined if it is a value of the type. */
  faultOf(text: string, type: TypeReference, element: TreeElement, fixed?: string): ValueFault | undefined {
    const context = {
      resolvePrefix: (prefix: string): string | undefined => namespaceOf(element, prefix),
      maxItems: Number.POSITIVE_INFINITY,
    };
    return this.#values.faultOf(text, type, context, fixed);
  }

  /** A value for a message to people. Free text can be a secret that nobody has marked, and is not shown. */
  shownValue(
    text: string,
    type: TypeReference,
    { sensitive, kind }: { readonly sensitive: boolean; readonly kind: ValueFault['kind'] },
  ): string | undefined {
    if (sensitive) return masked;
    const root = rootTypeOf(type, this.index);
    const isFree = root?.kind !== 'atomic' || ['text', 'binary', 'list'].includes(kindOf(root.name));
    if (isFree && kind !== 'unknown-enumeration-value') return undefined;
    return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
  }

  /** The text content of a type, perhaps by inheritance; undefined for a type of elements. */
  simpleContentOf({ content, derivation }: ComplexType): SimpleContent | undefined {
    if (content.kind === 'simple') {
      const inner = this.index.definition(content.type);
      return inner?.kind === 'complex' ? this.simpleContentOf(inner) : content;
    }
    const base =
      derivation?.method === 'extension' && content.kind === 'empty'
        ? this.index.complexType(derivation.base)
        : undefined;
    return base && this.simpleContentOf(base);
  }

  /** Whether a type is the declared one or derived from it. */
  isDerived(name: QName, declared: TypeReference): boolean {
    if (declared.kind !== 'named') return false;
    if (sameName(name, declared.name)) return true;
    if (declared.name.namespace === xsd && /^any(?:Simple)?Type$/.test(declared.name.local)) {
      return name.namespace === xsd || this.index.type(name) !== undefined;
    }
    if (this.index.derived(declared.name).some((type) => sameName(type.name, name))) return true;
    return this.#isRestriction(name, declared.name);
  }

  /** Of simple types. */
  #isRestriction(name: QName, base: QName): boolean {
    const seen = new Set<unknown>();
    for (let type = this.index.type(name); type?.kind === 'simple' && !seen.has(type); ) {
      seen.add(type);
      const { variety } = type;
      if (variety.kind !== 'restriction' || variety.base.kind !== 'named') return false;
      if (sameName(variety.base.name, base)) return true;
      type = this.index.type(variety.base.name);
    }
    return false;
  }

  /** The namespace of a name with a prefix, as xsi:type has it; undefined without a declaration. */
  namespaceOf(element: TreeElement, name: string): string | undefined {
    const colon = name.indexOf(':');
    return namespaceOf(element, colon === -1 ? '' : name.slice(0, colon));
  }

  /** The name of a type for a message to people. */
  shownType(type: TypeReference): string {
    return type.kind === 'named' ? type.name.local : 'its type';
  }
}
