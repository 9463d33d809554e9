import { contract as kinds } from '../../diagnostics/index.ts';
import {
  type ComplexType,
  type ContentModel,
  type ElementDeclaration,
  type GlobalElement,
  type NamedComplexType,
  nameKey,
  type QName,
  xsd,
} from '../model/index.ts';
import type { CheckContext } from './check-context.ts';

/** Levels of elements that clients and servers read without `limits.maxDepth`. */
const readByDefault = 64;

/** Reports messages whose required content is nested more deeply than clients and servers read. */
export function checkDepth(context: CheckContext): void {
  const depths = new LeastDepths(context);
  const { contract, index } = context;
  for (const { name, parts } of contract.messages) {
    for (const { content, origin } of parts) {
      const type = content.kind === 'type' ? index.complexType(content.type) : undefined;
      const element = content.kind === 'element' ? index.element(content.name) : undefined;
      // The envelope and the body are around it, and the element of the operation around a part with a type.
      const levels = 2 + (element === undefined ? 2 + depths.ofNamed(type) : depths.ofGlobal(element));
      if (levels <= readByDefault || !Number.isFinite(levels)) continue;
      const parameters = { message: name.local, levels, limit: readByDefault };
      context.add(kinds.deepMessage, parameters, origin ?? element?.origin ?? type?.origin);
    }
  }
}

/** How many levels of elements the least content of types and elements has. Infinite for what has no finite value. */
class LeastDepths {
  readonly #context: CheckContext;
  readonly #known: Map<string, number> = new Map();

  constructor(context: CheckContext) {
    this.#context = context;
    const types = context.contract.schemas.flatMap((schema) => schema.types);
    const records = types.filter((type) => type.kind === 'complex' && !type.abstract) as readonly NamedComplexType[];
    const elements = context.contract.schemas.flatMap((schema) => schema.elements);
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      const learn = (key: string, depth: number): void => {
        if (depth >= this.#depthOf(key)) return;
        this.#known.set(key, depth);
        isChanged = true;
      };
      for (const record of records) learn(typeKey(record.name), this.#ofRecord(record));
      for (const element of elements) learn(elementKey(element.name), this.#ofElement(element));
    }
  }

  #depthOf(key: string): number {
    return this.#known.get(key) ?? Number.POSITIVE_INFINITY;
  }

  /** With its own level. */
  ofGlobal({ name }: GlobalElement): number {
    return this.#depthOf(elementKey(name));
  }

  /** Of the content of a type, or of the least one that is derived from it; 0 for a type without elements. */
  ofNamed(type: NamedComplexType | undefined): number {
    if (type === undefined) return 0;
    const concrete = [type, ...this.#context.index.derived(type.name)].filter(({ abstract }) => !abstract);
    return Math.min(...concrete.map((one) => this.#depthOf(typeKey(one.name))));
  }

  /** With its own level. */
  #ofElement({ nillable, type }: ElementDeclaration): number {
    if (nillable) return 1;
    if (type.kind === 'anonymous') return type.type.kind === 'complex' ? 1 + this.#ofRecord(type.type) : 1;
    return type.name.namespace === xsd ? 1 : 1 + this.ofNamed(this.#context.index.complexType(type.name));
  }

  #ofRecord(record: ComplexType): number {
    return this.#ofModel(this.#context.contents.of(record, ''));
  }

  #ofModel(model: ContentModel): number {
    if (model.nullable) return 0;
    switch (model.kind) {
      case 'element': {
        if (model.particle?.kind === 'element') return this.#ofElement(model.particle.element);
        const depths = [...model.elements.values()].map(({ name }) => this.#depthOf(elementKey(name)));
        return depths.length === 0 ? 1 : Math.min(...depths);
      }
      case 'any':
        return 1;
      case 'choice':
        return Math.min(...model.parts.map((part) => this.#ofModel(part)));
      default:
        return Math.max(...model.parts.map((part) => this.#ofModel(part)));
    }
  }
}

const typeKey = (name: QName): string => `type ${nameKey(name)}`;
const elementKey = (name: QName): string => `element ${nameKey(name)}`;
