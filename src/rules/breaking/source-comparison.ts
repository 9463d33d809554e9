import type {
  Declaration,
  GlobalElement,
  PolymorphicType,
  ResolvedOperation,
  RootValue,
  SimpleValue,
} from '../../contract/index.ts';
import { soleResult } from '../../emit/index.ts';
import type { Violations } from './findings.ts';
import { matchOperations } from './operation-pairs.ts';
import type { Place } from './places.ts';
import { type PropertyView, printed, propertiesOf, type ResolvedSide, viewOf } from './property-views.ts';
import type { RuleIdOf } from './rule.ts';
import { simpleTextOf } from './type-union.ts';
import type { Sides } from './value-comparison.ts';

/** Where a difference is, in both contracts. */
interface At {
  readonly before: Place;
  readonly after: Place;
}

/** Compares the names and types of the generated TypeScript. */
export class SourceComparison {
  readonly #before: ResolvedSide;
  readonly #after: ResolvedSide;
  readonly #violations: Violations;
  readonly #visited: Set<string> = new Set();
  /** Names of the types of requests and responses, in the old contract and in the new one. */
  readonly #messageTypes: Map<string, string> = new Map();
  readonly #waiting: (() => void)[] = [];

  constructor({ before, after }: Sides, violations: Violations) {
    this.#before = printed(before);
    this.#after = printed(after);
    this.#violations = violations;
  }

  compare(): void {
    const [before, after] = [this.#before, this.#after];
    const whole = { before: before.side.places.whole, after: after.side.places.whole };
    // A new name of the service is a change of the contract, from which these follow.
    if (before.service.name === after.service.name) {
      for (const kind of ['client', 'handlers', 'createServer'] as const) {
        this.#compareNames(before.service.names[kind], after.service.names[kind], whole);
      }
    }
    const { pairs, added } = matchOperations(before.side.contract, after.side.contract);
    const olds = new Map(before.service.operations.map((one) => [one.operation, one]));
    const currents = new Map(after.service.operations.map((one) => [one.operation, one]));
    for (const pair of pairs) {
      const [old, current] = [olds.get(pair.before), currents.get(pair.after)];
      if (old !== undefined && current !== undefined) this.#compareOperation(old, current);
    }
    for (const operation of added) {
      const place = after.side.places.of(operation);
      const message = `The handlers need a method for ${place.label}, which is new.`;
      this.#add('HANDLER_INTERFACE_NO_ADD', place, { before: whole.before, after: place }, message);
    }
    // Not recursive, so that a long chain of types does not exhaust the stack.
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) next();
  }

  #add(rule: RuleIdOf<'SOURCE'>, subject: Place, at: At, message: string): void {
    this.#violations.add(rule, { subject, ...at }, message);
  }

  #compareNames(before: string, after: string, at: At): void {
    if (before === after) return;
    this.#add('TYPE_SAME_NAME', at.after, at, `"${before}" is now "${after}" in TypeScript.`);
  }

  #compareOperation(before: ResolvedOperation, after: ResolvedOperation): void {
    const at = {
      before: this.#before.side.places.of(before.operation),
      after: this.#after.side.places.of(after.operation),
    };
    if (before.identifier !== after.identifier) {
      const message = `The method of ${at.after.label} was "${before.identifier}", and is "${after.identifier}".`;
      this.#add('METHOD_SAME_NAME', at.after, at, message);
    }
    for (const side of ['input', 'output'] as const) {
      const [one, other] = [before[side]?.structure, after[side]?.structure];
      if (one !== undefined && other !== undefined) this.#messageTypes.set(one.typeName, other.typeName);
    }
    this.#compareRoots(before.input, after.input, at, 'request');
    this.#compareResults(before, after, at);
    const headers = (operation: ResolvedOperation): readonly NamedRoot[] =>
      [...operation.headers.input, ...operation.headers.output].map(({ header }) => header);
    this.#compareNamed(headers(before), headers(after), at, 'header');
    this.#compareNamed(before.faults, after.faults, at, 'fault');
  }

  #compareResults(before: ResolvedOperation, after: ResolvedOperation, at: At): void {
    if (before.output === undefined || after.output === undefined) return;
    if ((before.result === undefined) !== (after.result === undefined)) {
      const [from, to] = [before, after].map(({ result }) =>
        result === undefined ? 'the response' : 'its only field',
      );
      const message = `The method of ${at.after.label} returned ${from}, and returns ${to}.`;
      this.#add('PROPERTY_SAME_TS_TYPE', at.after, at, message);
      return;
    }
    const [old, current] = [before.result, after.result];
    if (old !== undefined && current !== undefined) {
      const views = [viewOf(old, '0', this.#before), viewOf(current, '0', this.#after)] as const;
      this.#compareProperty(views[0], views[1], { what: `The result of ${at.after.label}`, at });
      if (soleResult(before) !== undefined && soleResult(after) !== undefined) return;
    }
    this.#compareRoots(before.output, after.output, at, 'response');
  }

  #compareRoots(before: RootValue, after: RootValue, at: At, word: string): void {
    const what = `The ${word} of ${at.after.label}`;
    if (before.nillable !== after.nillable) {
      const message = `${what} ${after.nillable ? 'can be null' : 'can no longer be null'}.`;
      this.#add('PROPERTY_SAME_TS_TYPE', at.after, at, message);
    }
    this.#compareTypes(before.type, after.type, { what, at });
  }

  #compareNamed(before: readonly NamedRoot[], after: readonly NamedRoot[], at: At, word: string): void {
    const { side } = this.#after;
    const byKey = new Map(after.map((root) => [side.key(root.element.name), root]));
    for (const root of before) {
      const other = byKey.get(this.#before.side.key(root.element.name));
      if (other === undefined) continue;
      const places = { before: this.#before.side.places.of(root.element), after: side.places.of(other.element) };
      this.#compareNames(root.identifier, other.identifier, places);
      this.#compareTypes(root.type, other.type, { what: `The ${word} "${other.element.name.local}"`, at });
    }
  }

  #compareProperty(before: PropertyView, after: PropertyView, { what, at }: Subject): void {
    if (before.isOptional !== after.isOptional) {
      const message = `${what} is ${after.isOptional ? 'optional' : 'required'} in TypeScript.`;
      this.#add('PROPERTY_SAME_OPTIONALITY', at.after, at, message);
    }
    const change = (isSame: boolean, message: string): void => {
      if (!isSame) this.#add('PROPERTY_SAME_TS_TYPE', at.after, at, `${what} ${message}.`);
    };
    change(before.isList === after.isList, after.isList ? 'is a list' : 'is no longer a list');
    change(before.isNillable === after.isNillable, after.isNillable ? 'can be null' : 'can no longer be null');
    this.#compareTypes(before.type, after.type, { what, at });
  }

  #compareTypes(before: PropertyView['type'], after: PropertyView['type'], subject: Subject): void {
    const { what, at } = subject;
    if (before.kind !== after.kind) {
      const message = `${what} was ${kindText(before)} in TypeScript, and is ${kindText(after)}.`;
      this.#add('PROPERTY_SAME_TS_TYPE', at.after, at, message);
      return;
    }
    if (before.kind === 'simple' && after.kind === 'simple') this.#compareSimple(before, after, subject);
    else if (before.kind === 'record' && after.kind === 'record') this.#visit(before.typeName, after.typeName, at);
    else if (before.kind === 'array' && after.kind === 'array') {
      if (before.rank !== after.rank || before.itemNillable !== after.itemNillable) {
        this.#add('PROPERTY_SAME_TS_TYPE', at.after, at, `${what} is another list in TypeScript.`);
      }
      this.#compareTypes(before.item, after.item, subject);
    } else if (before.kind === 'collection' && after.kind === 'collection') {
      if (before.name !== after.name) this.#add('PROPERTY_SAME_TS_TYPE', at.after, at, `${what} is a ${after.name}.`);
    } else if ('typeName' in before && 'typeName' in after) this.#visit(before.typeName, after.typeName, at);
  }

  #compareSimple(before: SimpleValue, after: SimpleValue, { what, at }: Subject): void {
    const [old, current] = [this.#simpleOf(before, this.#before), this.#simpleOf(after, this.#after)];
    const key = `${before.declared} ${after.declared}`;
    const isNamed = before.declared !== undefined && after.declared !== undefined;
    if (isNamed && before.declared !== after.declared && !this.#visited.has(`simple ${key}`)) {
      this.#visited.add(`simple ${key}`);
      this.#compareNames(before.declared, after.declared, at);
    }
    const [from, to] = [old.members.join(' | '), current.members.join(' | ')];
    if (from === to) return;
    if (!old.isUnion || !current.isUnion) {
      this.#add('PROPERTY_SAME_TS_TYPE', at.after, at, `${what} was ${from} in TypeScript, and is ${to}.`);
      return;
    }
    if (isNamed && this.#visited.has(`union ${key}`)) return;
    this.#visited.add(`union ${key}`);
    const changes = [
      ...current.members.filter((member) => !old.members.includes(member)).map((member) => `${member} is new`),
      ...old.members.filter((member) => !current.members.includes(member)).map((member) => `${member} is gone`),
    ];
    const name = after.declared === undefined ? what : `The type "${after.declared}"`;
    this.#add('ENUM_UNION_SAME', at.after, at, `${name} has other values: ${changes.join(', ')}.`);
  }

  #simpleOf(value: SimpleValue, { simpleTypes }: ResolvedSide): ReturnType<typeof simpleTextOf> {
    return simpleTextOf(value, value.declared === undefined ? undefined : simpleTypes.get(value.declared)?.definition);
  }

  #visit(before: string, after: string, at: At): void {
    const key = `${before} ${after}`;
    if (this.#visited.has(key)) return;
    this.#visited.add(key);
    this.#waiting.push(() => this.#compareDeclarations(before, after, at));
  }

  #compareDeclarations(oldName: string, currentName: string, found: At): void {
    const before = this.#before.declarations.get(oldName);
    const after = this.#after.declarations.get(currentName);
    if (before === undefined || after === undefined) return;
    const at = {
      before: placeOf(before, this.#before) ?? found.before,
      after: placeOf(after, this.#after) ?? found.after,
    };
    if (this.#isSameComponent(before, after)) this.#compareNames(oldName, currentName, at);
    if (before.kind !== after.kind) {
      const message = `The type "${currentName}" was ${kindText(before)}, and is ${kindText(after)}.`;
      this.#add('PROPERTY_SAME_TS_TYPE', at.after, at, message);
    } else if (before.kind === 'polymorphic' && after.kind === 'polymorphic') this.#compareMembers(before, after, at);
    else this.#compareProperties(before, after, at);
  }

  /** Names of types that have another name in the contract, or none, follow from those of others. */
  #isSameComponent(before: Declaration, after: Declaration): boolean {
    const [one, other] = [before, after].map((declaration) => ('name' in declaration ? declaration.name : undefined));
    if (one !== undefined && other !== undefined) return this.#before.side.key(one) === this.#after.side.key(other);
    return this.#messageTypes.get(before.typeName) === after.typeName;
  }

  #compareMembers(before: PolymorphicType, after: PolymorphicType, at: At): void {
    const members = new Map(after.members.map((member) => [this.#after.side.key(member.name), member]));
    for (const member of before.members) {
      const other = members.get(this.#before.side.key(member.name));
      if (other !== undefined) this.#visit(member.typeName, other.typeName, at);
    }
  }

  #compareProperties(before: Declaration, after: Declaration, at: At): void {
    const olds = propertiesOf(before, this.#before);
    const left = new Map(propertiesOf(after, this.#after).map((property) => [property.key, property]));
    const lost: PropertyView[] = [];
    const compare = (old: PropertyView, current: PropertyView): void => {
      left.delete(current.key);
      const places = {
        before: this.#placeIn(old, this.#before, at.before),
        after: this.#placeIn(current, this.#after, at.after),
      };
      const what = `The property "${current.property}" of "${after.typeName}"`;
      if (old.property !== current.property) {
        this.#add('PROPERTY_SAME_NAME', places.after, places, `${what} was called "${old.property}".`);
      }
      this.#compareProperty(old, current, { what, at: places });
    };
    for (const old of olds) {
      const current = left.get(old.key);
      if (current === undefined) lost.push(old);
      else compare(old, current);
    }
    for (const old of lost) {
      const current = [...left.values()].find(({ property }) => property === old.property);
      if (current !== undefined) compare(old, current);
      else {
        const places = { before: this.#placeIn(old, this.#before, at.before), after: at.after };
        this.#add(
          'PROPERTY_SAME_NAME',
          places.before,
          places,
          `The property "${old.property}" of "${after.typeName}" is gone.`,
        );
      }
    }
    if (after.kind === 'choice-type') return;
    for (const property of left.values()) {
      if (property.isOptional) continue;
      const places = { before: at.before, after: this.#placeIn(property, this.#after, at.after) };
      const message = `The property "${property.property}" of "${after.typeName}" is new, and not optional.`;
      this.#add('PROPERTY_SAME_OPTIONALITY', places.after, places, message);
    }
  }

  #placeIn({ component, property }: PropertyView, { side }: ResolvedSide, outer: Place): Place {
    const place = component === undefined ? side.places.whole : side.places.of(component);
    return place === side.places.whole ? side.places.below(outer, property, `the property "${property}"`) : place;
  }
}

type NamedRoot = RootValue & { readonly identifier: string; readonly element: GlobalElement };

interface Subject {
  /** As the beginning of a sentence. */
  readonly what: string;
  readonly at: At;
}

function placeOf(declaration: Declaration, { side }: ResolvedSide): Place | undefined {
  const name = 'name' in declaration ? declaration.name : undefined;
  const type = name && side.index.type(name);
  return type && side.places.of(type);
}

const kindTexts: Readonly<Record<PropertyView['type']['kind'] | Declaration['kind'], string>> = {
  simple: 'a simple value',
  record: 'a record',
  any: 'unparsed XML',
  array: 'a list',
  collection: 'a collection',
  anyType: 'a value of any type',
  'choice-type': 'a choice',
  'group-type': 'a group',
  structure: 'an interface',
  polymorphic: 'a union of types',
};

function kindText({ kind }: { readonly kind: keyof typeof kindTexts }): string {
  return kindTexts[kind];
}
