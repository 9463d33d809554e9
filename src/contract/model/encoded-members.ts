import { boundOperation, faultUse } from './bound-operation.ts';
import { type ContentModel, ContentModels } from './content-model.ts';
import { type EncodedTypes, encodedTypesOf } from './encoded-types.ts';
import { type ComponentIndex, componentIndexOf } from './lookup.ts';
import type { ComplexType, Contract, LocalElement, Part, QName, TypeReference } from './model.ts';
import { nameKey } from './qualified-name.ts';

/**
 * The elements in the types of encoded messages that may be left out although their schema requires them: their values can
 * be null, which callers write by leaving the accessor out or by xsi:nil (SOAP 1.1, 5.1, rule 9).
 */
export function elementsLeftOut(contract: Contract): ReadonlySet<LocalElement> {
  const types = encodedTypesOf(contract);
  if (types === undefined) return new Set();
  const walk = new Walk(componentIndexOf(contract), types);
  for (const { content } of encodedParts(contract)) {
    if (content.kind === 'type') walk.type({ kind: 'named', name: content.type });
    else walk.element(content.name);
  }
  walk.finish();
  return walk.found;
}

function encodedParts({ bindings, portTypes, messages }: Contract): readonly Part[] {
  const parts = new Map(messages.map((message) => [nameKey(message.name), message.parts]));
  const operations = new Map(portTypes.map((portType) => [nameKey(portType.name), portType.operations]));
  const names: QName[] = [];
  for (const binding of bindings) {
    for (const operation of operations.get(nameKey(binding.portType)) ?? []) {
      const bound = boundOperation(binding, operation);
      for (const side of ['input', 'output'] as const) {
        const message = operation[side]?.message;
        if (bound?.[side]?.use === 'encoded' && message !== undefined) names.push(message);
        for (const header of bound?.[side]?.headers ?? []) {
          if (header.use === 'encoded') names.push(header.message);
        }
      }
      for (const { name, message } of operation.faults) if (faultUse(bound, name) === 'encoded') names.push(message);
    }
  }
  return names.flatMap((name) => parts.get(nameKey(name)) ?? []);
}

/** Visits each type once. Not recursive, so that a long chain of types does not exhaust the stack. */
class Walk {
  readonly found: Set<LocalElement> = new Set();
  readonly #index: ComponentIndex;
  readonly #contents: ContentModels;
  readonly #types: EncodedTypes;
  readonly #seen: Set<ComplexType> = new Set();
  readonly #seenElements: Set<string> = new Set();
  readonly #waiting: TypeReference[] = [];

  constructor(index: ComponentIndex, types: EncodedTypes) {
    this.#index = index;
    this.#contents = new ContentModels(index);
    this.#types = types;
  }

  finish(): void {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) this.#visit(next);
  }

  type(reference: TypeReference): void {
    this.#waiting.push(reference);
  }

  element(name: QName): void {
    if (this.#seenElements.has(nameKey(name))) return;
    this.#seenElements.add(nameKey(name));
    const element = this.#index.element(name);
    if (element !== undefined) this.type(element.type);
    for (const substitute of this.#index.substitutes(name)) this.type(substitute.type);
  }

  #visit(reference: TypeReference): void {
    const type = this.#index.definition(reference);
    if (type?.kind !== 'complex' || this.#seen.has(type)) return;
    this.#seen.add(type);
    const encoded = this.#types.find(reference);
    if (encoded?.kind === 'array') this.type(encoded.item);
    if (encoded !== undefined) return;
    if (type.derivation !== undefined) this.type({ kind: 'named', name: type.derivation.base });
    const content = this.#contents.ofOwn(type, '');
    if (content !== undefined) this.#content(content);
    if (reference.kind !== 'named') return;
    for (const { name } of this.#index.derivedDirectly(reference.name)) this.type({ kind: 'named', name });
  }

  /** @param isCase whether it is in a choice, where the presence of an element says which case it is. */
  #content(model: ContentModel, isCase = false): void {
    if ('parts' in model) {
      for (const part of model.parts) this.#content(part, isCase || model.kind === 'choice');
    } else if (model.particle?.kind === 'element') {
      const { element } = model.particle;
      if (!isCase && model.max === 1 && this.#types.mayBeLeftOut(element)) this.found.add(element);
      this.type(element.type);
    } else if (model.kind === 'element') this.element(model.name);
  }
}
