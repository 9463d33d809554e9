import type { ComplexType, QName } from '../../contract/index.ts';
import { capital, listed } from '../lint/wording.ts';
import type { Content, KeyedModel, WireField } from './content.ts';
import { isAdmittedInSomeOrder, type LanguageOptions, notAdmitted } from './content-language.ts';
import type { ContentPair, FieldMatch } from './field-matching.ts';
import { movedFields } from './field-order.ts';
import { byDirection, type Direction, type ReachedBy, type ViolationPlaces, type Violations } from './findings.ts';
import { requestOccurs, responseOccurs } from './occurrences.ts';
import { typeText } from './places.ts';
import type { RuleId } from './rule.ts';
import type { Side } from './side.ts';
import type { Sides } from './value-comparison.ts';
import { covers, fitsIn, isOpen } from './wildcards.ts';

/** Compares two contents: which fields they have, how often and in which order, and which types take their place. */
export class ContentComparison {
  readonly #pair: ContentPair;
  readonly #before: Content;
  readonly #after: Content;
  readonly #sides: Sides;
  readonly #violations: Violations;
  /** Keys of fields, in the new contract, whose number is reported: the order of the others is left to compare. */
  readonly #reported: Set<string> = new Set();

  constructor(pair: ContentPair, sides: Sides, violations: Violations) {
    this.#pair = pair;
    this.#before = pair.before;
    this.#after = pair.after;
    this.#sides = sides;
    this.#violations = violations;
  }

  compare(): void {
    this.#compareNames();
    this.#compareReserved();
    if (!this.#compareKinds()) return;
    for (const match of this.#pair.fields.matches) this.#compareMatch(match);
    for (const [direction, reached] of byDirection(this.#pair.reached)) {
      for (const match of this.#pair.fields.matches) this.#compareOccurs(match, direction, reached);
      for (const field of this.#pair.fields.deleted) this.#deleted(field, direction, reached);
      for (const field of this.#pair.fields.added) this.#added(field, direction, reached);
      this.#compareWildcards(direction, reached);
      this.#compareOrder(direction, reached);
      this.#compareSubtypes(direction, reached);
      this.#reported.clear();
    }
  }

  #add(rule: RuleId, at: Partial<ViolationPlaces>, message: string, reached: ReachedBy): void {
    const places = { subject: this.#after.place, after: this.#after.place, before: this.#before.place, ...at };
    this.#violations.add(rule, places, message, reached);
  }

  #compareNames(): void {
    const { before, after } = this.#pair.types;
    if (before?.name === undefined || after === undefined) return;
    const isSame =
      after.name !== undefined && this.#sides.before.key(before.name) === this.#sides.after.key(after.name);
    if (isSame) return;
    const to = after.name === undefined ? 'a type without a name' : `the type ${typeText(after.name)}`;
    this.#add('COMPLEX_TYPE_SAME_NAME', {}, `The type ${typeText(before.name)} is now ${to}.`, this.#pair.reached);
  }

  #compareReserved(): void {
    const { before, after } = this.#pair.types;
    const old = before?.reserved ?? [];
    const current = after?.reserved ?? [];
    for (const name of old) {
      const reused = this.#pair.fields.added.find((field) => reservedNames(field).includes(name));
      if (reused !== undefined) {
        const { place } = reused.value;
        this.#add(
          'RESERVED_NO_REUSE',
          { subject: place, after: place },
          `${capital(place.label)} has a reserved name.`,
          new Map(),
        );
      } else if (!current.includes(name)) {
        this.#add(
          'RESERVED_NO_DELETE',
          {},
          `${capital(this.#after.place.label)} no longer reserves "${name}".`,
          new Map(),
        );
      }
    }
  }

  /** Whether both contents are of one kind; the fields of others have nothing in common. */
  #compareKinds(): boolean {
    const { place, kind, mixed } = this.#after;
    const from = this.#before;
    if (from.kind !== kind) {
      const isRecord = this.#pair.types.before !== undefined && this.#pair.types.after !== undefined;
      const rule = isRecord && from.kind !== 'array' && kind !== 'array' ? 'FIELD_SAME_KIND' : 'FIELD_COMPATIBLE_TYPE';
      this.#add(
        rule,
        {},
        `${capital(place.label)} was ${kinds[from.kind]}, and is ${kinds[kind]}.`,
        this.#pair.reached,
      );
      return false;
    }
    const [old, current] = [from.array?.ranks.join(), this.#after.array?.ranks.join()];
    if (old !== current) {
      this.#add('FIELD_COMPATIBLE_TYPE', {}, `${capital(place.label)} has other dimensions.`, this.#pair.reached);
    }
    for (const [direction, reached] of byDirection(this.#pair.reached)) {
      const isNarrower = direction === 'request' ? from.mixed && !mixed : mixed && !from.mixed;
      const message = `${capital(place.label)} ${mixed ? 'has' : 'no longer has'} text between its elements.`;
      if (isNarrower) this.#add('FIELD_COMPATIBLE_TYPE', {}, message, reached);
    }
    return true;
  }

  #compareMatch({ how, before, after }: FieldMatch): void {
    if (how === 'same') return;
    const at = { subject: after.value.place, after: after.value.place, before: before.value.place };
    const label = capital(after.value.place.label);
    const { reached } = this.#pair;
    const message = {
      namespace: `${label} was in ${namespaceText(before.name)}, and is in ${namespaceText(after.name)}.`,
      kind: `${label} was an ${before.kind}, and is an ${after.kind}.`,
      name: `${label} was called "${before.name.local}".`,
      rename: `${label} looks like a rename of "${before.name.local}".`,
    }[how];
    this.#add(matchRules[how], at, message, reached);
  }

  #compareOccurs({ how, before, after }: FieldMatch, direction: Direction, reached: ReachedBy): void {
    if (how === 'kind') {
      for (const { key } of [before, after]) this.#reported.add(key);
      return;
    }
    const [from, to] = [before.occurs, after.occurs];
    const { place } = after.value;
    const found = direction === 'request' ? requestOccurs(from, to) : responseOccurs(from, to);
    for (const [rule, text] of found) {
      this.#reported.add(after.key);
      const at = { subject: place, after: place, before: before.value.place };
      this.#add(rule, at, `${capital(place.label)} ${text}.`, reached);
    }
  }

  #deleted(field: WireField, direction: Direction, reached: ReachedBy): void {
    const at = { subject: field.value.place, before: field.value.place };
    const isRequired = field.occurs.min > 0;
    const text = `${capital(field.value.place.label)} is deleted`;
    this.#reported.add(field.key);
    if (direction === 'response') {
      if (isRequired) this.#add('RESPONSE_FIELD_NO_DELETE_REQUIRED', at, `${text}, and was required.`, reached);
    } else if (!isOpen(this.#after, field)) {
      this.#add('REQUEST_FIELD_NO_DELETE_OPTIONAL', at, `${text}.`, reached);
    }
  }

  #added(field: WireField, direction: Direction, reached: ReachedBy): void {
    const { place } = field.value;
    const at = { subject: place, after: place };
    this.#reported.add(field.key);
    if (direction === 'request') {
      const message = `${capital(place.label)} is new and required.`;
      if (field.occurs.min > 0) this.#add('REQUEST_FIELD_NO_NEW_REQUIRED', at, message, reached);
    } else if (!isOpen(this.#before, field)) {
      this.#add('RESPONSE_FIELD_NO_ADD', at, `${capital(place.label)} is new.`, reached);
    }
  }

  /** Compares wildcards like fields: the admitted elements are the type. */
  #compareWildcards(direction: Direction, reached: ReachedBy): void {
    const isRequest = direction === 'request';
    const [narrow, wide] = isRequest ? [this.#before, this.#after] : [this.#after, this.#before];
    const admitting = [wide.wildcards, wide.anyAttribute === undefined ? [] : [wide.anyAttribute]];
    const admitted = [narrow.wildcards, narrow.anyAttribute === undefined ? [] : [narrow.anyAttribute]];
    for (const [index, list] of admitted.entries()) {
      const what = index === 0 ? 'wildcard' : 'wildcard for attributes';
      for (const wildcard of list) {
        const others = admitting[index] ?? [];
        if (others.some((other) => covers(other, wildcard))) continue;
        this.#reported.add(wildcard.key);
        const at = isRequest ? { before: wildcard.place } : { after: wildcard.place };
        const label = this.#after.place.label;
        if (others.length > 0) {
          this.#add(
            'FIELD_COMPATIBLE_TYPE',
            at,
            `The ${what} of ${label} admits ${isRequest ? 'less' : 'more'}.`,
            reached,
          );
        } else if (isRequest) {
          this.#add('REQUEST_FIELD_NO_DELETE_OPTIONAL', at, `The ${what} of ${label} is deleted.`, reached);
        } else this.#add('RESPONSE_FIELD_NO_ADD', at, `The ${what} of ${label} is new.`, reached);
      }
    }
  }

  /** Compares the order of fields, and how groups combine them. */
  #compareOrder(direction: Direction, reached: ReachedBy): void {
    if (this.#sides.after.encodedTypes !== undefined) return;
    const isRequest = direction === 'request';
    const old = renamed(this.#before.model, this.#pair.fields.matches);
    const [narrow, wide] = isRequest ? [old, this.#after.model] : [this.#after.model, old];
    const options: LanguageOptions = { fits: fitsIn(isRequest ? this.#after : this.#before), passed: this.#reported };
    const word = notAdmitted(narrow, wide, options);
    if (word === undefined) return;
    const label = capital(this.#after.place.label);
    if (isAdmittedInSomeOrder(word, wide, options)) {
      const moved = movedFields(
        this.#pair.fields.matches,
        [...this.#before.fields.keys()],
        [...this.#after.fields.keys()],
      );
      const [first] = moved;
      const names = listed(moved.map(({ after }) => after.name.local));
      const message =
        names === '' ? `${label} has its fields in another order.` : `${label} has ${names} in another place.`;
      const at = first && { after: first.after.value.place, before: first.before.value.place };
      this.#add('FIELD_SAME_ORDER', { ...at }, message, reached);
      return;
    }
    const names = word.length === 0 ? 'no element' : listed(word.map((key) => key.replace(/^\{.*\}/, '')));
    const rule = isRequest ? 'REQUEST_CARDINALITY_NOT_NARROWED' : 'RESPONSE_CARDINALITY_NOT_WIDENED';
    const text = isRequest ? 'no longer admits content of' : 'can now have content of';
    this.#add(rule, {}, `${label} ${text} ${names}.`, reached);
  }

  #compareSubtypes(direction: Direction, reached: ReachedBy): void {
    const { before, after } = this.#pair.types;
    if (before?.name === undefined || after?.name === undefined) return;
    const old = this.#concrete({ ...before, name: before.name }, this.#sides.before);
    const current = this.#concrete({ ...after, name: after.name }, this.#sides.after);
    if (direction === 'response') {
      for (const [key, type] of current) {
        if (old.has(key)) continue;
        const place = key === 'itself' ? this.#after.place : this.#sides.after.places.of(type);
        const message = `${capital(place.label)} can take the place of a type that it could not take before.`;
        this.#add('RESPONSE_SUBTYPE_NO_ADD', { subject: place, after: place }, message, reached);
      }
      return;
    }
    for (const [key, type] of old) {
      if (current.has(key)) continue;
      const place = key === 'itself' ? this.#before.place : this.#sides.before.places.of(type);
      const message = `${capital(place.label)} can no longer take the place of the type that it was derived from.`;
      this.#add('FIELD_COMPATIBLE_TYPE', { subject: place, before: place }, message, reached);
    }
  }

  /** The type and its substitutes in a message, by key. */
  #concrete(type: ComplexType & { readonly name: QName }, side: Side): ReadonlyMap<string, ComplexType> {
    const derived = side.index.derived(type.name).filter(({ abstract }) => !abstract);
    const entries = derived.map((one): [string, ComplexType] => [side.key(one.name), one]);
    // An abstract type without a concrete one is taken as concrete.
    const itself: [string, ComplexType][] = type.abstract && entries.length > 0 ? [] : [['itself', type]];
    return new Map([...itself, ...entries]);
  }
}

const matchRules = {
  namespace: 'FIELD_SAME_NAMESPACE',
  kind: 'FIELD_SAME_KIND',
  name: 'FIELD_SAME_WIRE_NAME',
  rename: 'FIELD_SAME_WIRE_NAME',
} as const;

const kinds: Readonly<Record<Content['kind'], string>> = {
  elements: 'content of elements',
  text: 'a text',
  array: 'an encoded array',
};

function reservedNames({ kind, name, property }: WireField): readonly string[] {
  return kind === 'attribute' ? [name.local, `@${name.local}`, property] : [name.local, property];
}

function namespaceText({ namespace }: QName): string {
  return namespace === '' ? 'no namespace' : `"${namespace}"`;
}

/** The old model with the names that its fields have in the new contract. */
function renamed(old: KeyedModel | undefined, matches: readonly FieldMatch[]): KeyedModel | undefined {
  const names = new Map(
    matches.filter(({ how }) => how !== 'kind').map(({ before, after }) => [before.key, after.key]),
  );
  return old && { ...old, keysOf: (leaf) => old.keysOf(leaf).map((key) => names.get(key) ?? key) };
}
