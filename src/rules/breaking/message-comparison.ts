import type {
  BindingBody,
  BindingOperation,
  LocalElement,
  Part,
  Particle,
  PortTypeOperation,
  QName,
} from '../../contract/index.ts';
import { capital } from '../lint/wording.ts';
import type { Content, Value } from './content.ts';
import { compareFaults } from './fault-comparison.ts';
import type { Reach } from './findings.ts';
import { HeaderComparison } from './header-comparison.ts';
import { type BoundPair, elementText, type MessageContext, rootOfElement, wordOf } from './message-roots.ts';
import type { Place } from './places.ts';
import { contentOfParts } from './read-content.ts';
import type { RuleId } from './rule.ts';
import type { Side } from './side.ts';
import type { Sides } from './value-comparison.ts';

/** Compares the messages of an operation: its bodies, headers and faults. */
export class MessageComparison {
  readonly #context: MessageContext;
  readonly #sides: Sides;
  readonly #headers: HeaderComparison;

  constructor(context: MessageContext) {
    this.#context = context;
    this.#sides = context.sides;
    this.#headers = new HeaderComparison(context);
  }

  /** Compares an operation as a port of both contracts offers it. */
  compare(pair: BoundPair): void {
    const isComparable = this.#compareBound(pair);
    this.#headers.compare(pair);
    if (!isComparable) return;
    this.#compareBodies(pair);
    compareFaults(pair, this.#context);
  }

  #add(rule: RuleId, after: Place, before: Place, message: string): void {
    this.#context.violations.add(rule, { subject: after, after, before }, message);
  }

  /** Compares how an operation is bound. Returns whether its messages have anything in common. */
  #compareBound({ old, current, one, other }: BoundPair): boolean {
    const [place, from] = [this.#placeOf(current, 'after'), this.#placeOf(old, 'before')];
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

  #compareBodies({ old, current, one, other }: BoundPair): void {
    for (const side of ['input', 'output'] as const) {
      const reach: Reach = side === 'input' ? 'request' : 'response';
      if (old[side] === undefined || current[side] === undefined) continue;
      const [before, after] = [
        this.#bodyOf(old, one, side, this.#sides.before),
        this.#bodyOf(current, other, side, this.#sides.after),
      ];
      this.#compareRootNames(before, after, side, [this.#placeOf(old, 'before'), this.#placeOf(current, 'after')]);
      if (before.value !== undefined && after.value !== undefined) {
        this.#context.types.addRoot(before.value, after.value, reach, current.name);
      } else if (before.content !== undefined && after.content !== undefined) {
        this.#context.types.addContent(before.content, after.content, reach, current.name);
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

  #bodyOf(operation: PortTypeOperation, bound: BindingOperation, side: 'input' | 'output', of: Side): Body {
    const message = of.message(operation[side]?.message);
    const binding: BindingBody | undefined = bound[side];
    const listed = binding?.parts;
    const parts = (message?.parts ?? []).filter(({ name }) => listed === undefined || listed.includes(name));
    if (bound.style === 'rpc') {
      const local = side === 'input' ? operation.name : `${operation.name}Response`;
      const namespace = binding?.namespace ?? of.contract.targetNamespace;
      return { name: { namespace, local }, value: undefined, content: partsContent(parts, operation, side, of) };
    }
    const [part] = parts;
    const element = part?.content.kind === 'element' ? of.index.element(part.content.name) : undefined;
    if (element === undefined || parts.length > 1) {
      return { name: noName, value: undefined, content: partsContent(parts, operation, side, of) };
    }
    const { name, value } = rootOfElement(element, of);
    return { name, value, content: undefined };
  }
}

interface Body {
  readonly name: QName;
  /** Of a message of one element. */
  readonly value: Value | undefined;
  /** Of parts. */
  readonly content: Content | undefined;
}

const noName: QName = { namespace: '', local: '' };

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
