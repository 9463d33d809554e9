import { type BindingOperation, faultUse, type PortTypeOperation } from '../../contract/index.ts';
import { type BoundPair, elementText, type MessageContext, type Root, rootOfPart } from './message-roots.ts';
import type { Place } from './places.ts';
import type { Side } from './side.ts';

/** A fault, or the fault of a header, which has no name. */
export interface FaultRoot extends Root {
  readonly fault?: string | undefined;
  readonly use: string;
}

/** Compares the faults of an operation. */
export function compareFaults({ old, current, one, other }: BoundPair, context: MessageContext): void {
  const { sides } = context;
  const [from, to] = [sides.before.places.of(old), sides.after.places.of(current)];
  const before = faultsOf(old, one, sides.before);
  const after = faultsOf(current, other, sides.after);
  compareFaultRoots(before, after, { from, to, operation: current.name }, context);
}

function faultsOf(operation: PortTypeOperation, bound: BindingOperation, side: Side): readonly FaultRoot[] {
  return operation.faults.flatMap(({ name, message }) => {
    const [part] = side.message(message)?.parts ?? [];
    const namespace = bound.faults.find((fault) => fault.name === name)?.namespace ?? '';
    const root = part && rootOfPart(part, namespace, side);
    return root === undefined ? [] : [{ ...root, fault: name, use: faultUse(bound, name) }];
  });
}

/** Compares faults by their elements; those that are left, by their names. */
export function compareFaultRoots(
  before: readonly FaultRoot[],
  after: readonly FaultRoot[],
  { from, to, operation }: { readonly from: Place; readonly to: Place; readonly operation: string },
  { types, violations }: MessageContext,
): void {
  const added = new Set(after);
  const lost: FaultRoot[] = [];
  for (const root of before) {
    const same = [...added].find(({ key }) => key === root.key);
    if (same === undefined) lost.push(root);
    else {
      added.delete(same);
      if (root.use !== same.use) {
        const message = `The fault "${root.name.local}" of ${to.label} was ${root.use}, and is ${same.use}.`;
        violations.add('BINDING_SAME_STYLE', { subject: to, after: to, before: from }, message);
      }
      types.addRoot(root.value, same.value, 'fault', operation);
    }
  }
  for (const root of lost) {
    const named = [...added].find(({ fault }) => fault !== undefined && fault === root.fault);
    const at = { subject: root.value.place, after: to, before: root.value.place };
    if (named === undefined) {
      const message = `The fault "${root.name.local}" of ${to.label} is deleted.`;
      violations.add('FAULT_NO_DELETE', at, message);
      continue;
    }
    added.delete(named);
    const message = `The element of the fault "${root.fault}" of ${to.label} was ${elementText(root.name)}, and is ${elementText(named.name)}.`;
    const places = { subject: named.value.place, after: named.value.place, before: root.value.place };
    violations.add('FAULT_SAME_ELEMENT', places, message);
  }
  for (const root of added) {
    const at = { subject: root.value.place, after: root.value.place, before: from };
    violations.add('FAULT_NO_ADD', at, `The fault "${root.name.local}" of ${to.label} is new.`);
  }
}
