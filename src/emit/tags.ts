import { encodeIdentifier, nameKey, type QName, type ResolvedService, xmlNamespace } from '../contract/index.ts';
import { type Code, listed } from './code.ts';
import type { GeneratedFile } from './generated-file.ts';
import { stringLiteral } from './literal.ts';

interface TagConstant {
  readonly type: 'Tag' | 'AttributeName';
  readonly module: 'soap' | 'encoded';
  readonly call: string;
  /** Called for declared constants only: their arguments become imports or declarations. */
  readonly args: () => readonly string[];
}

/** The constants of a codec for the names of elements and attributes, each created at its first use. */
export class Names {
  readonly #service: Pick<ResolvedService, 'namespace' | 'prefixes' | 'prefixed'>;
  readonly #file: GeneratedFile;
  readonly #constants: Map<string, TagConstant> = new Map();
  /** Names of the constants by their purpose. */
  readonly #names: Map<string, string> = new Map();
  /** Constants of elements of the contract's own namespace, by local name: nearly all, and each is used many times. */
  readonly #own: Map<string, string> = new Map();
  readonly #ownHeads: Map<string, string> = new Map();

  /** @param file where the constants are declared. */
  constructor(service: Pick<ResolvedService, 'namespace' | 'prefixes' | 'prefixed'>, file: GeneratedFile) {
    this.#service = service;
    this.#file = file;
  }

  /** The constant for an element; an element with attributes has a constant of its own. */
  element(name: QName, head: boolean): string {
    if (name.namespace !== this.#service.namespace) return this.#element(name, head);
    const known = head ? this.#ownHeads : this.#own;
    const before = known.get(name.local);
    if (before !== undefined) return before;
    const constant = this.#element(name, head);
    known.set(name.local, constant);
    return constant;
  }

  #element(name: QName, head: boolean): string {
    const [before, behind] = this.#affixes(name.namespace);
    const constant = `${before}${encodeIdentifier(name.local)}${behind}${head ? 'Start' : 'Tag'}`;
    const call = head ? 'startTag' : 'tag';
    const args = (): readonly string[] => this.#arguments(name, this.#elementPrefix(name.namespace));
    return this.#constant(constant, `${call} ${nameKey(name)}`, { type: 'Tag', module: 'soap', call, args });
  }

  /** The constant for an encoded accessor, which has its name and the type that its xsi:type names. */
  accessor(local: string, type: string | undefined, isStart: boolean): string {
    const affix = type === undefined ? 'Accessor' : `_${encodeIdentifier(type.slice(type.indexOf(':') + 1))}`;
    const constant = `${encodeIdentifier(local)}${affix}${isStart ? 'Start' : 'Tag'}`;
    const args = type === undefined ? [stringLiteral(local)] : [stringLiteral(local), stringLiteral(type)];
    const call = isStart ? 'startAccessor' : 'accessor';
    return this.#constant(constant, `${call} ${args}`, { type: 'Tag', module: 'encoded', call, args: () => args });
  }

  attribute(name: QName): string {
    const [before] = this.#affixes(name.namespace);
    const prefix = name.namespace === '' ? undefined : this.#prefix(name.namespace);
    const constant = `${name.namespace === '' ? '' : before || 'tns_'}${encodeIdentifier(name.local)}Attribute`;
    const args = (): readonly string[] => this.#arguments(name, prefix);
    return this.#constant(constant, `attributeName ${nameKey(name)}`, {
      type: 'AttributeName',
      module: 'soap',
      call: 'attributeName',
      args,
    });
  }

  /** Their names, which nothing else may have. */
  get constants(): Iterable<string> {
    return this.#constants.keys();
  }

  /** Sorted, so that adding one moves no other. @param used names of the constants to declare; by default all. */
  declarations(use: 'own' | 'exported' = 'own', used?: ReadonlySet<string>): readonly Code[] {
    return [...this.#constants]
      .filter(([constant]) => used === undefined || used.has(constant))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([constant, { type, module, call, args }]) => {
        const value = `/*@__PURE__*/ ${this.#file.module(module)}.${call}(`;
        const head = use === 'own' ? `const ${constant}` : `export const ${constant}: soap.${type}`;
        return listed(`${head} = ${value}`, args(), ');');
      });
  }

  /** Names with prefixes can be those of other constants: `a_b` is also an element `b` of the namespace with prefix `a`. */
  #constant(wanted: string, key: string, tag: TagConstant): string {
    const existing = this.#names.get(key);
    if (existing !== undefined) return existing;
    let constant = wanted;
    while (this.#constants.has(constant)) constant += '_';
    this.#names.set(key, constant);
    this.#constants.set(constant, tag);
    return constant;
  }

  /** Prefix and suffix that distinguish the same local name in several namespaces. */
  #affixes(namespace: string): readonly [before: string, behind: string] {
    if (namespace === this.#service.namespace) return ['', ''];
    return namespace === '' ? ['', 'Unqualified'] : [`${encodeIdentifier(this.#prefix(namespace))}_`, ''];
  }

  #prefix(namespace: string): string {
    return namespace === xmlNamespace ? 'xml' : (this.#service.prefixes.get(namespace) ?? 'tns');
  }

  /** Undefined if the default namespace is enough. */
  #elementPrefix(namespace: string): string | undefined {
    if (namespace === '') return this.#service.prefixed ? '' : undefined;
    return namespace === this.#service.namespace && !this.#service.prefixed ? undefined : this.#prefix(namespace);
  }

  #arguments({ namespace, local }: QName, prefix: string | undefined): readonly string[] {
    const args = [this.#file.namespace(namespace), stringLiteral(local)];
    return prefix === undefined ? args : [...args, stringLiteral(prefix)];
  }
}

/**
 * The prefixes that messages declare, each as the key of an object literal, with their namespaces; none where the default
 * namespace is enough. The contract's own namespace is among them if no default namespace is allowed.
 */
export function declaredPrefixes({
  namespace,
  prefixes,
  prefixed,
}: Pick<ResolvedService, 'namespace' | 'prefixes' | 'prefixed'>): readonly (readonly [
  key: string,
  namespace: string,
])[] {
  return [...prefixes]
    .filter(([name]) => (prefixed || name !== namespace) && name !== xmlNamespace && name !== '')
    .map(([name, prefix]) => [propertyKey(prefix), name]);
}

/** A prefix as the key of an object literal. */
export function propertyKey(prefix: string): string {
  return /^[A-Za-z_]\w*$/.test(prefix) ? prefix : stringLiteral(prefix);
}
