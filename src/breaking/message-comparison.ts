import {
  type BindingBody,
  type BindingOperation,
  faultUse,
  type HeaderBinding,
  type LocalElement,
  type Part,
  type Particle,
  type PortTypeOperation,
  type QName,
} from '../contract/index.ts';
import { capital } from '../lint/wording.ts';
import { type Content, contentOfParts, type Value } from './content.ts';
import type { Reach, ReachedBy, Violations } from './findings.ts';
import type { Place } from './places.ts';
import type { RuleId } from './rule.ts';
import type { Side } from './side.ts';
import type { TypeComparison } from './type-comparison.ts';
import type { Sides } from './value-comparison.ts';

/** An operation in both contracts, with its bindings. */
export interface BoundPair {
  readonly old: PortTypeOperation;
  readonly current: PortTypeOperation;
  readonly one: BindingOperation | undefined;
  readonly other: BindingOperation | undefined;
}

/** A root element of a header or a fault. */
interface Root {
  readonly name: QName;
  readonly key: string;
  readonly value: Value;
}

/** Compares the messages of an operation: its bodies, headers and faults. */
export class MessageComparison {
  readonly #sides: Sides;
  readonly #types: TypeComparison;
  readonly #violations: Violations;

  constructor(sides: Sides, types: TypeComparison, violations: Violations) {
    this.#sides = sides;
    this.#types = types;
    this.#violations = violations;
  }

  #add(rule: RuleId, after: Place, before: Place, message: string, reached?: ReachedBy): void {
    this.#violations.add(rule, { subject: after, after, before }, message, reached);
  }

  /** Compares how an operation is bound. Returns whether its messages have anything in common. */
  compareBound(pair: {
    readonly place: Place;
    readonly from: Place;
    readonly one: BindingOperation;
    readonly other: BindingOperation;
  }): boolean {
    const { place, from, one, other } = pair;
    const label = capital(place.label);
    if (this.#sides.before.text(one.soapAction) !== other.soapAction) {
      const message = `The soapAction of ${place.label} was "${one.soapAction}", and is "${other.soapAction}".`;
      this.#add('OPERATION_SAME_SOAP_ACTION', place, from, message);
    }
    if (one.soapActionRequired !== true && other.soapActionRequired === true) {
      this.#add('OPERATION_SAME_SOAP_ACTION', place, from, `${label} requires its soapAction.`);
    }
    if (one.style !== other.style) {
      this.#add(
        'BINDING_SAME_STYLE',
        place,
        from,
        `${label} was in ${one.style} style, and is in ${other.style} style.`,
      );
      return false;
    }
    const uses = (['input', 'output'] as const).flatMap((side) => {
      const [old, current] = [one[side]?.use, other[side]?.use];
      return old === undefined || current === undefined || old === current ? [] : [{ side, old, current }];
    });
    for (const { side, old, current } of uses) {
      this.#add('BINDING_SAME_STYLE', place, from, `The ${side} of ${place.label} was ${old}, and is ${current}.`);
    }
    return uses.length === 0;
  }

  compareBodies({ old, current, one, other }: BoundPair): void {
    for (const side of ['input', 'output'] as const) {
      const reach: Reach = side === 'input' ? 'request' : 'response';
      if (old[side] === undefined || current[side] === undefined) continue;
      const [before, after] = [
        this.#bodyOf(old, one, side, this.#sides.before),
        this.#bodyOf(current, other, side, this.#sides.after),
      ];
      this.#compareRootNames(before, after, side, [this.#placeOf(old, 'before'), this.#placeOf(current, 'after')]);
      if (before.value !== undefined && after.value !== undefined) {
        this.#types.addRoot(before.value, after.value, reach, current.name);
      } else if (before.content !== undefined && after.content !== undefined) {
        this.#types.addContent(before.content, after.content, reach, current.name);
      }
    }
  }

  #placeOf(operation: PortTypeOperation, at: 'before' | 'after'): Place {
    return this.#sides[at].places.of(operation);
  }

  #compareRootNames(before: Body, after: Body, side: 'input' | 'output', [from, to]: readonly [Place, Place]): void {
    const [old, current] = [this.#sides.before.key(before.name), this.#sides.after.key(after.name)];
    if (old === current) return;
    const rule = side === 'input' ? 'OPERATION_SAME_INPUT_ELEMENT' : 'OPERATION_SAME_OUTPUT_ELEMENT';
    const message = `The element of the ${side} of ${to.label} was ${elementText(before.name)}, and is ${elementText(after.name)}.`;
    this.#add(rule, to, from, message);
  }

  #bodyOf(operation: PortTypeOperation, bound: BindingOperation | undefined, side: 'input' | 'output', of: Side): Body {
    const message = of.message(operation[side]?.message);
    const binding: BindingBody | undefined = bound?.[side];
    const listed = binding?.parts;
    const parts = (message?.parts ?? []).filter(({ name }) => listed === undefined || listed.includes(name));
    if (bound?.style === 'rpc') {
      const local = side === 'input' ? operation.name : `${operation.name}Response`;
      const namespace = binding?.namespace ?? of.contract.targetNamespace;
      return { name: { namespace, local }, value: undefined, content: partsContent(parts, operation, side, of) };
    }
    const [part] = parts;
    const element = part?.content.kind === 'element' ? of.index.element(part.content.name) : undefined;
    if (element === undefined || parts.length > 1) {
      return { name: noName, value: undefined, content: partsContent(parts, operation, side, of) };
    }
    const { name, type, nillable, fixed, default: otherwise } = element;
    const place = of.places.of(element);
    const value = { type, nillable, default: otherwise, fixed, place, namespace: of.namespace(name.namespace) };
    return { name, value, content: undefined };
  }

  compareHeaders(pair: BoundPair): void {
    for (const side of ['input', 'output'] as const) this.#compareHeadersOf(side, pair);
  }

  #compareHeadersOf(side: 'input' | 'output', { old, current, one, other }: BoundPair): void {
    const [from, to] = [this.#placeOf(old, 'before'), this.#placeOf(current, 'after')];
    const reach: Reach = side === 'input' ? 'request header' : 'response header';
    const reached = new Map([[reach, current.name]]);
    const before = this.#headersOf(one?.[side], this.#sides.before);
    const after = this.#headersOf(other?.[side], this.#sides.after);
    for (const [key, { header, root }] of before) {
      const found = after.get(key);
      if (found !== undefined) {
        this.#compareHeader(side, { before: header, after: found.header, root: found.root, from, to }, reached);
        this.#types.addRoot(root.value, found.root.value, reach, current.name);
        continue;
      }
      const text = `The header "${root.name.local}" of the ${wordOf(side)} of "${old.name}" is deleted`;
      const at = { subject: root.value.place, after: to, before: root.value.place };
      if (side === 'input' && header.mustUnderstand) {
        this.#violations.add(
          'HEADER_NO_DELETE_MUST_UNDERSTAND',
          at,
          `${text}, and clients demand that it is understood.`,
          reached,
        );
      } else if (side === 'output' && header.required) {
        this.#violations.add('RESPONSE_FIELD_NO_DELETE_REQUIRED', at, `${text}, and was required.`, reached);
      }
    }
    for (const [key, { header, root }] of after) {
      if (before.has(key)) continue;
      const demanded = side === 'input' ? header.required : header.mustUnderstand;
      const why = side === 'input' ? 'required' : 'must be understood';
      const text = `The header "${root.name.local}" of the ${wordOf(side)} of "${current.name}" is new, and ${why}.`;
      if (demanded) this.#add('HEADER_NO_NEW_REQUIRED', root.value.place, from, text, reached);
    }
  }

  #compareHeader(side: 'input' | 'output', { before, after, root, from, to }: HeaderPair, reached: ReachedBy): void {
    const name = `The header "${root.name.local}" of the ${wordOf(side)} of ${to.label}`;
    if (side === 'input' && !before.required && after.required) {
      this.#add('HEADER_NO_NEW_REQUIRED', to, from, `${name} was optional, and is required.`, reached);
    }
    if (side === 'output' && before.required && !after.required) {
      this.#add('RESPONSE_FIELD_NOT_MADE_OPTIONAL', to, from, `${name} was required, and is optional.`, reached);
    }
    if (before.use !== after.use) {
      this.#add('BINDING_SAME_STYLE', to, from, `${name} was ${before.use}, and is ${after.use}.`);
    }
    this.#compareFaultRoots(
      (before.faults ?? []).flatMap((fault) => this.#rootOf(fault, this.#sides.before) ?? []),
      (after.faults ?? []).flatMap((fault) => this.#rootOf(fault, this.#sides.after) ?? []),
      { from, to, operation: to.label },
    );
  }

  /** By name and role: another role is another header. */
  #headersOf(body: BindingBody | undefined, side: Side): ReadonlyMap<string, { header: HeaderBinding; root: Root }> {
    const entries = (body?.headers ?? []).flatMap((header): [string, { header: HeaderBinding; root: Root }][] => {
      const root = this.#rootOf(header, side);
      return root === undefined ? [] : [[`${root.key} ${header.role ?? ''}`, { header, root }]];
    });
    return new Map(entries);
  }

  #rootOf(
    { message, part: name, namespace }: Pick<HeaderBinding, 'message' | 'part' | 'namespace'>,
    side: Side,
  ): Root | undefined {
    const part = side.message(message)?.parts.find((one) => one.name === name);
    return part && rootOfPart(part, namespace ?? side.contract.targetNamespace, side);
  }

  compareFaults({ old, current, one, other }: BoundPair): void {
    const faultsOf = (
      operation: PortTypeOperation,
      bound: BindingOperation | undefined,
      side: Side,
    ): readonly NamedRoot[] =>
      operation.faults.flatMap(({ name, message }) => {
        const [part] = side.message(message)?.parts ?? [];
        const namespace = bound?.faults.find((fault) => fault.name === name)?.namespace ?? '';
        const root = part && rootOfPart(part, namespace, side);
        return root === undefined ? [] : [{ ...root, fault: name, use: faultUse(bound, name) }];
      });
    const before = faultsOf(old, one, this.#sides.before);
    const after = faultsOf(current, other, this.#sides.after);
    const [from, to] = [this.#placeOf(old, 'before'), this.#placeOf(current, 'after')];
    this.#compareFaultRoots(before, after, { from, to, operation: current.name });
  }

  #compareFaultRoots(
    before: readonly NamedRoot[],
    after: readonly NamedRoot[],
    { from, to, operation }: { readonly from: Place; readonly to: Place; readonly operation: string },
  ): void {
    const added = new Set(after);
    const lost: NamedRoot[] = [];
    for (const root of before) {
      const same = [...added].find(({ key }) => key === root.key);
      if (same === undefined) lost.push(root);
      else {
        added.delete(same);
        if (root.use !== same.use) {
          const message = `The fault "${root.name.local}" of ${to.label} was ${root.use}, and is ${same.use}.`;
          this.#add('BINDING_SAME_STYLE', to, from, message);
        }
        this.#types.addRoot(root.value, same.value, 'fault', operation);
      }
    }
    for (const root of lost) {
      const named = [...added].find(({ fault }) => fault !== undefined && fault === root.fault);
      const at = { subject: root.value.place, after: to, before: root.value.place };
      if (named === undefined) {
        const message = `The fault "${root.name.local}" of ${to.label} is deleted.`;
        this.#violations.add('FAULT_NO_DELETE', at, message);
        continue;
      }
      added.delete(named);
      const message = `The element of the fault "${root.fault}" of ${to.label} was ${elementText(root.name)}, and is ${elementText(named.name)}.`;
      this.#add('FAULT_SAME_ELEMENT', named.value.place, root.value.place, message);
    }
    for (const root of added) {
      const at = { subject: root.value.place, after: root.value.place, before: from };
      this.#violations.add('FAULT_NO_ADD', at, `The fault "${root.name.local}" of ${to.label} is new.`);
    }
  }
}

interface Body {
  readonly name: QName;
  /** Of a message of one element. */
  readonly value: Value | undefined;
  /** Of parts. */
  readonly content: Content | undefined;
}

interface NamedRoot extends Root {
  readonly fault?: string | undefined;
  readonly use?: string | undefined;
}

interface HeaderPair {
  readonly before: HeaderBinding;
  readonly after: HeaderBinding;
  readonly root: Root;
  readonly from: Place;
  readonly to: Place;
}

const noName: QName = { namespace: '', local: '' };

function wordOf(side: 'input' | 'output'): string {
  return side === 'input' ? 'request' : 'response';
}

function elementText({ namespace, local }: QName): string {
  if (local === '') return 'none';
  return namespace === '' ? `"${local}" in no namespace` : `"${local}" in "${namespace}"`;
}

/** An encoded header or fault has a type: its element has the name of the part. */
function rootOfPart(part: Part, namespace: string, side: Side): Root | undefined {
  const element = part.content.kind === 'element' ? side.index.element(part.content.name) : undefined;
  if (element !== undefined) {
    const { name, type, nillable, fixed, default: otherwise } = element;
    const place = side.places.of(element);
    const value = { type, nillable, default: otherwise, fixed, place, namespace: side.namespace(name.namespace) };
    return { name, key: side.key(name), value };
  }
  if (part.content.kind === 'element') return undefined;
  const name = { namespace, local: part.name };
  const place = { path: part.name, label: `the part "${part.name}"`, origin: part.origin };
  const type = { kind: 'named' as const, name: part.content.type };
  const value = {
    type,
    nillable: false,
    default: undefined,
    fixed: undefined,
    place,
    namespace: side.namespace(namespace),
  };
  return { name, key: side.key(name), value };
}

function partsContent(
  parts: readonly Part[],
  operation: PortTypeOperation,
  direction: 'input' | 'output',
  side: Side,
): Content {
  const outer = side.places.of(operation);
  const word = wordOf(direction);
  const place = { path: `${outer.path}/${word}`, label: `the ${word} of "${operation.name}"`, origin: outer.origin };
  const places = new Map<Particle, Place>();
  const particles = parts.map((part): Particle => {
    const particle = particleOf(part);
    places.set(particle, side.places.below(place, part.name, `the part "${part.name}"`, part.origin));
    return particle;
  });
  return contentOfParts(particles, side, place, places);
}

function particleOf({ name, content, origin, typeScriptName }: Part): Particle {
  const occurs = { min: 1, max: 1 };
  if (content.kind === 'element') return { kind: 'elementReference', occurs, name: content.name };
  const element: LocalElement = {
    name: { namespace: '', local: name },
    type: { kind: 'named', name: content.type },
    nillable: false,
    sensitive: false,
    stream: false,
    origin,
    typeScriptName,
  };
  return { kind: 'element', occurs, element };
}
