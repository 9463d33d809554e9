import {
  type ComplexType,
  keyOf,
  type Particle,
  type QName,
  type SimpleType,
  type TypeReference,
} from '../../contract/index.ts';
import { contract as kinds } from '../../diagnostics/index.ts';
import type { Checking } from './checking.ts';

/** Records of the contract's own file that no message can hold. Those that it includes serve others too. */
export function checkUnused(checking: Checking): void {
  const { contract, main } = checking;
  const reach = new Reach(checking);
  // A global element may stand wherever a wildcard lets it in.
  for (const { elements } of contract.schemas) for (const { type } of elements) reach.reference(type);
  for (const { parts } of contract.messages) {
    for (const { content } of parts) if (content.kind === 'type') reach.type(content.type);
  }
  reach.finish();
  for (const type of contract.schemas.flatMap(({ types }) => types)) {
    if (type.kind !== 'complex' || reach.has(type.name) || type.origin?.file !== main.source.file) continue;
    checking.add(kinds.unusedRecord, { record: type.name.local }, type.origin);
  }
}

class Reach {
  readonly #checking: Checking;
  readonly #found: Set<string> = new Set();
  readonly #waiting: (ComplexType | SimpleType)[] = [];
  readonly #groups: Set<string> = new Set();

  constructor(checking: Checking) {
    this.#checking = checking;
  }

  has(name: QName): boolean {
    return this.#found.has(keyOf(name));
  }

  finish(): void {
    for (let type = this.#waiting.pop(); type !== undefined; type = this.#waiting.pop()) {
      if (type.kind === 'simple') continue;
      if (type.derivation !== undefined) this.type(type.derivation.base);
      // Whatever is derived from it may stand in its place.
      if (type.name !== undefined) for (const { name } of this.#checking.index.derived(type.name)) this.type(name);
      if (type.content.kind === 'elements') this.#particle(type.content.particle);
    }
  }

  type(name: QName): void {
    const key = keyOf(name);
    if (this.#found.has(key)) return;
    const type = this.#checking.index.type(name);
    this.#found.add(key);
    if (type !== undefined) this.#waiting.push(type);
  }

  reference(reference: TypeReference): void {
    if (reference.kind === 'named') this.type(reference.name);
    else this.#waiting.push(reference.type);
  }

  #particle(particle: Particle): void {
    if (particle.kind === 'element') this.reference(particle.element.type);
    else if (particle.kind === 'groupReference') {
      const group = this.#checking.index.group(particle.name);
      if (group === undefined || this.#groups.has(keyOf(particle.name))) return;
      this.#groups.add(keyOf(particle.name));
      this.#particle(group.particle);
    } else if ('particles' in particle) for (const one of particle.particles) this.#particle(one);
  }
}
