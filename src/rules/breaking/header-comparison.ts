import type { BindingBody, HeaderBinding } from '../../contract/index.ts';
import { compareFaultRoots, type FaultRoot } from './fault-comparison.ts';
import type { Reach, ReachedBy } from './findings.ts';
import { type BoundPair, type MessageContext, type Root, rootOfPart, wordOf } from './message-roots.ts';
import type { Place } from './places.ts';
import type { RuleId } from './rule.ts';
import type { Side } from './side.ts';

interface HeaderPair {
  readonly before: HeaderBinding;
  readonly after: HeaderBinding;
  readonly root: Root;
  readonly from: Place;
  readonly to: Place;
  readonly operation: string;
}

/** Compares the headers of an operation. */
export class HeaderComparison {
  readonly #context: MessageContext;

  constructor(context: MessageContext) {
    this.#context = context;
  }

  compare(pair: BoundPair): void {
    for (const side of ['input', 'output'] as const) this.#compareHeadersOf(side, pair);
  }

  #compareHeadersOf(side: 'input' | 'output', { old, current, one, other }: BoundPair): void {
    const { before: oldSide, after: currentSide } = this.#context.sides;
    const [from, to] = [oldSide.places.of(old), currentSide.places.of(current)];
    const reach: Reach = side === 'input' ? 'request header' : 'response header';
    const reached = new Map([[reach, current.name]]);
    const before = this.#headersOf(one[side], oldSide);
    const after = this.#headersOf(other[side], currentSide);
    for (const [key, { header, root }] of before) {
      const found = after.get(key);
      if (found !== undefined) {
        this.#compareHeader(
          side,
          { before: header, after: found.header, root: found.root, from, to, operation: current.name },
          reached,
        );
        this.#context.types.addRoot(root.value, found.root.value, reach, current.name);
        continue;
      }
      const text = `The header "${root.name.local}" of the ${wordOf(side)} of "${old.name}" is deleted`;
      const at = { subject: root.value.place, after: to, before: root.value.place };
      if (side === 'input' && header.mustUnderstand) {
        this.#context.violations.add(
          'HEADER_NO_DELETE_MUST_UNDERSTAND',
          at,
          `${text}, and clients demand that it is understood.`,
          reached,
        );
      } else if (side === 'output' && header.required) {
        this.#context.violations.add('RESPONSE_FIELD_NO_DELETE_REQUIRED', at, `${text}, and was required.`, reached);
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

  #compareHeader(
    side: 'input' | 'output',
    { before, after, root, from, to, operation }: HeaderPair,
    reached: ReachedBy,
  ): void {
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
    const { before: oldSide, after: currentSide } = this.#context.sides;
    const faults = [this.#headerFaults(before, oldSide), this.#headerFaults(after, currentSide)] as const;
    compareFaultRoots(...faults, { from, to, operation }, this.#context);
  }

  #headerFaults({ faults = [] }: HeaderBinding, side: Side): readonly FaultRoot[] {
    return faults.flatMap((fault) => {
      const root = this.#rootOf(fault, side);
      return root === undefined ? [] : [{ ...root, use: fault.use }];
    });
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

  #add(rule: RuleId, after: Place, before: Place, message: string, reached?: ReachedBy): void {
    this.#context.violations.add(rule, { subject: after, after, before }, message, reached);
  }
}
