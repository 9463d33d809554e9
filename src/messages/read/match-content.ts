import {
  type ContentModel,
  type ElementModel,
  type GroupModel,
  holds,
  nameKey,
  type QName,
  startsWith,
} from '../../contract/index.ts';

/** What is wrong with the children of an element. */
export interface ContentFault<Child> {
  readonly kind: 'order' | 'missing-element' | 'repeated-element' | 'unexpected-element';
  /** The child at fault; undefined for a missing one. */
  readonly child?: Child;
  /** The missing elements; one of them is enough. */
  readonly missing?: readonly QName[];
}

/**
 * Compares the children of an element, each known to its content model, with that model. One element of look-ahead
 * is enough (XML Schema part 1, 3.8.6). After a fault the comparison goes on: a child that comes too late is taken where it
 * belongs, and one that nothing awaits is passed over.
 */
export function matchContent<Child extends QName>(
  model: GroupModel,
  children: readonly Child[],
): readonly ContentFault<Child>[] {
  const matching = new Matching(children);
  matching.match(model);
  matching.passRest();
  return matching.faults;
}

class Matching<Child extends QName> {
  readonly faults: ContentFault<Child>[] = [];
  /** Children that are not matched yet, the next one last. */
  readonly #rest: Child[];
  /** Models that follow in the sequences around, the innermost last. */
  readonly #awaited: ContentModel[] = [];
  /** Models around that may occur again. */
  readonly #repeated: ContentModel[] = [];
  /** Number of children that each element particle has matched. */
  readonly #counts: Map<ElementModel, number> = new Map();
  readonly #elements: Map<string, ElementModel> = new Map();

  constructor(children: readonly Child[]) {
    this.#rest = children.toReversed();
  }

  match(model: ContentModel): void {
    if (model.kind === 'element') for (const key of model.elements.keys()) this.#elements.set(key, model);
    for (let count = 0; count < model.max; count++) {
      const repeats = count + 1 < model.max;
      if (repeats) this.#repeated.push(model);
      const matched = this.#matchOnce(model, count < model.min);
      if (repeats) this.#repeated.pop();
      if (!matched) return;
    }
  }

  /** What follows the content. */
  passRest(): void {
    for (let next = this.#rest.pop(); next !== undefined; next = this.#rest.pop()) this.#pass(next);
  }

  /** Whether an occurrence was matched. */
  #matchOnce(model: ContentModel, isRequired: boolean): boolean {
    this.#passUnawaited(model);
    const next = this.#rest.at(-1);
    if (next === undefined || !startsWith(model, next)) {
      // It belongs to this occurrence, and what comes before it is missing or late.
      const isBegun = next !== undefined && holds(model, next) && !this.#isAwaited(next, model);
      if (!isBegun && (!isRequired || model.nullable)) return false;
      const isSequence = model.kind === 'sequence' || model.kind === 'all';
      if (!isBegun && !isSequence && !this.#advance(model)) {
        this.faults.push({ kind: 'missing-element', missing: firstNames(model) });
        return false;
      }
    }
    const before = this.#rest.length;
    this.#enter(model);
    return this.#rest.length < before;
  }

  #enter(model: ContentModel): void {
    switch (model.kind) {
      case 'element':
        this.#counts.set(model, (this.#counts.get(model) ?? 0) + 1);
        this.#rest.pop();
        break;
      case 'any':
        this.#rest.pop();
        break;
      case 'sequence':
        this.#sequence(model.parts);
        break;
      case 'choice': {
        const next = this.#rest.at(-1);
        if (next === undefined) break;
        const chosen =
          model.parts.find((part) => startsWith(part, next)) ?? model.parts.find((part) => holds(part, next));
        if (chosen !== undefined) this.match(chosen);
        break;
      }
      case 'all':
        this.#all(model.parts);
    }
  }

  #sequence(parts: readonly ContentModel[]): void {
    this.#awaited.push(...parts.toReversed());
    for (const part of parts) {
      this.#awaited.pop();
      this.match(part);
    }
  }

  /** In any order, each at most once. */
  #all(parts: readonly ContentModel[]): void {
    const open = new Set(parts);
    for (;;) {
      this.#passUnawaited({ kind: 'choice', parts: [...open], min: 1, max: 1, nullable: false });
      const next = this.#rest.at(-1);
      const part = next && [...open].find((one) => startsWith(one, next));
      if (part === undefined) break;
      open.delete(part);
      this.match(part);
    }
    for (const part of open) this.match(part);
  }

  /** Passes over children that neither this model nor what follows can take. */
  #passUnawaited(model: ContentModel): void {
    for (let next = this.#rest.at(-1); next !== undefined; next = this.#rest.at(-1)) {
      if (holds(model, next) || this.#isAwaited(next)) return;
      this.#rest.pop();
      this.#pass(next);
    }
  }

  #pass(child: Child): void {
    const element = this.#elements.get(nameKey(child));
    const count = element === undefined ? 0 : (this.#counts.get(element) ?? 0);
    if (element === undefined) this.faults.push({ kind: 'unexpected-element', child });
    else if (count < element.max) {
      this.#counts.set(element, count + 1);
      this.faults.push({ kind: 'order', child });
    } else this.faults.push({ kind: 'repeated-element', child });
  }

  /** Whether something can still take a child. @param except the model that is being matched. */
  #isAwaited(child: Child, except?: ContentModel): boolean {
    const takes = (model: ContentModel): boolean => model !== except && holds(model, child);
    return this.#awaited.some(takes) || this.#repeated.some(takes);
  }

  /** Makes a later child that the model begins with the next one. If another row begins before it, that child is not ours. */
  #advance(model: ContentModel): boolean {
    const next = this.#rest.at(-1);
    if (next !== undefined && this.#repeated.some((row) => startsWith(row, next))) return false;
    const at = this.#rest.findLastIndex((child) => startsWith(model, child));
    const [child] = at === -1 ? [] : this.#rest.splice(at, 1);
    if (child === undefined) return false;
    this.faults.push({ kind: 'order', child });
    this.#rest.push(child);
    return true;
  }
}

/** Names of the elements that a model can begin with; none for a wildcard. */
function firstNames(model: ContentModel): readonly QName[] {
  switch (model.kind) {
    case 'element':
      return [model.name];
    case 'any':
      return [];
    case 'choice':
    case 'all':
      return model.parts.flatMap(firstNames);
    case 'sequence':
      return firstNames(
        model.parts.find(({ nullable }) => !nullable) ?? model.parts[0] ?? { ...model, kind: 'choice' },
      );
  }
}
