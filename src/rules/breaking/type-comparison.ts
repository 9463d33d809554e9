import type { QName, TypeDefinition, TypeReference } from '../../contract/index.ts';
import type { Content, Value } from './content.ts';
import { ContentComparison } from './content-comparison.ts';
import { type ContentPair, matchFields } from './field-matching.ts';
import { byDirection, type Reach, type ReachedBy, type Violations } from './findings.ts';
import { contentOfComplex, contentOfSimple } from './read-content.ts';
import type { Side } from './side.ts';
import { compareNamedSimple, compareValue } from './value-comparison.ts';

interface ValuePair {
  readonly before: Value;
  readonly after: Value;
  readonly reached: Map<Reach, string>;
}

/** Compares all that messages hold, from their bodies, headers and faults inwards. */
export class TypeComparison {
  readonly #before: Side;
  readonly #after: Side;
  readonly #violations: Violations;
  readonly #pairs: Map<string, ContentPair> = new Map();
  /** Pairs of simple types with names, which are compared once and not at each field. */
  readonly #simple: Map<string, ValuePair> = new Map();
  readonly #roots: ValuePair[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #ids: Map<object, number> = new Map();

  constructor(before: Side, after: Side, violations: Violations) {
    this.#before = before;
    this.#after = after;
    this.#violations = violations;
  }

  /** The root element of a body, a header or a fault. */
  addRoot(before: Value, after: Value, reach: Reach, operation: string): void {
    this.#roots.push({ before, after, reached: new Map([[reach, operation]]) });
    this.#visitValue(before, after, reach, operation);
  }

  /** The content of a body in rpc style. */
  addContent(before: Content, after: Content, reach: Reach, operation: string): void {
    this.#visit(
      `${reach} ${operation}`,
      () => [before, after, { before: undefined, after: undefined }],
      reach,
      operation,
    );
  }

  /** Compares the types added so far, and reports violations. */
  compare(): void {
    // Not recursive, so that a long chain of types does not exhaust the stack.
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) next();
    for (const { before, after, reached } of this.#roots) this.#compareValue(before, after, reached);
    for (const { before, after, reached } of this.#simple.values()) {
      compareNamedSimple(before, after, { before: this.#before, after: this.#after }, reached, this.#violations);
    }
    for (const pair of this.#pairs.values()) this.#comparePair(pair);
  }

  #comparePair(pair: ContentPair): void {
    const sides = { before: this.#before, after: this.#after };
    new ContentComparison(pair, sides, this.#violations).compare();
    for (const { how, before, after } of pair.fields.matches) {
      if (how !== 'kind') this.#compareValue(before.value, after.value, pair.reached);
    }
    if (pair.before.text !== undefined && pair.after.text !== undefined) {
      this.#compareValue(pair.before.text, pair.after.text, pair.reached);
    }
  }

  #compareValue(before: Value, after: Value, reached: ReachedBy): void {
    for (const [direction, by] of byDirection(reached)) {
      const sides = { before: this.#before, after: this.#after };
      compareValue(before, after, { sides, direction, reached: by, violations: this.#violations });
    }
  }

  #visitValue(before: Value, after: Value, reach: Reach, operation: string): void {
    this.#visitType(before.type, after.type, before, after, reach, operation);
  }

  #visitType(
    beforeType: TypeReference,
    afterType: TypeReference,
    beforeValue: Value,
    afterValue: Value,
    reach: Reach,
    operation: string,
  ): void {
    const before = this.#before.definition(beforeType);
    const after = this.#after.definition(afterType);
    if (this.#before.isAny(beforeType) || this.#after.isAny(afterType)) return;
    if (before?.kind !== 'complex' && after?.kind !== 'complex') {
      this.#visitSimple(
        before,
        after,
        { ...beforeValue, type: beforeType },
        { ...afterValue, type: afterType },
        reach,
        operation,
      );
      return;
    }
    const key = `${this.#idOf(before ?? beforeValue.place)} ${this.#idOf(after ?? afterValue.place)}`;
    const contentOf = (
      side: Side,
      type: TypeDefinition | undefined,
      reference: TypeReference,
      value: Value,
    ): Content =>
      type?.kind === 'complex'
        ? contentOfComplex(type, side, side.namespaceOf(reference, value.namespace))
        : contentOfSimple({ ...value, type: reference });
    const types = {
      before: before?.kind === 'complex' ? before : undefined,
      after: after?.kind === 'complex' ? after : undefined,
    };
    const contents = (): readonly [Content, Content, ContentPair['types']] => [
      contentOf(this.#before, before, beforeType, beforeValue),
      contentOf(this.#after, after, afterType, afterValue),
      types,
    ];
    this.#visit(key, contents, reach, operation);
  }

  #visitSimple(
    before: TypeDefinition | undefined,
    after: TypeDefinition | undefined,
    beforeValue: Value,
    afterValue: Value,
    reach: Reach,
    operation: string,
  ): void {
    if (before?.name === undefined || after?.name === undefined) return;
    const key = `${this.#idOf(before)} ${this.#idOf(after)}`;
    const pair = this.#simple.get(key) ?? { before: beforeValue, after: afterValue, reached: new Map() };
    this.#simple.set(key, pair);
    if (!pair.reached.has(reach)) pair.reached.set(reach, operation);
  }

  #visit(
    key: string,
    contents: () => readonly [Content, Content, ContentPair['types']],
    reach: Reach,
    operation: string,
  ): void {
    let pair = this.#pairs.get(key);
    if (pair === undefined) {
      const [before, after, types] = contents();
      pair = { before, after, types, fields: matchFields(before, after), reached: new Map() };
      this.#pairs.set(key, pair);
    }
    if (pair.reached.has(reach)) return;
    pair.reached.set(reach, operation);
    const found = pair;
    this.#waiting.push(() => this.#visitChildren(found, reach, operation));
  }

  #visitChildren({ before, after, types, fields }: ContentPair, reach: Reach, operation: string): void {
    for (const match of fields.matches) {
      if (match.how !== 'kind') this.#visitValue(match.before.value, match.after.value, reach, operation);
    }
    if (before.text !== undefined && after.text !== undefined)
      this.#visitValue(before.text, after.text, reach, operation);
    if (before.array !== undefined && after.array !== undefined) {
      const [from, to] = [itemOf(before), itemOf(after)];
      if (from !== undefined && to !== undefined) this.#visitValue(from, to, reach, operation);
    }
    if (types.before?.name === undefined || types.after?.name === undefined) return;
    this.#visitSubtypes(types.before.name, types.after.name, reach, operation);
  }

  /** A message can hold a type derived from the declared one. */
  #visitSubtypes(before: QName, after: QName, reach: Reach, operation: string): void {
    const derived = new Map(this.#after.index.derivedDirectly(after).map((type) => [this.#after.key(type.name), type]));
    for (const type of this.#before.index.derivedDirectly(before)) {
      const other = derived.get(this.#before.key(type.name));
      if (other === undefined) continue;
      const from: TypeReference = { kind: 'named', name: type.name };
      const to: TypeReference = { kind: 'named', name: other.name };
      const value = { nillable: false, default: undefined, fixed: undefined };
      this.#visitValue(
        { ...value, type: from, place: this.#before.places.of(type), namespace: '' },
        { ...value, type: to, place: this.#after.places.of(other), namespace: '' },
        reach,
        operation,
      );
    }
  }

  #idOf(component: object): number {
    const known = this.#ids.get(component);
    if (known !== undefined) return known;
    this.#ids.set(component, this.#ids.size);
    return this.#ids.size - 1;
  }
}

/** The value of the items of an encoded array. */
function itemOf({ array, place }: Content): Value | undefined {
  if (array === undefined) return undefined;
  const at = { ...place, label: `the items of ${place.label}` };
  return {
    type: array.item,
    nillable: array.itemNillable,
    default: undefined,
    fixed: undefined,
    place: at,
    namespace: '',
  };
}
