import type { BindingBody, BindingOperation, Message, PortTypeOperation, QName } from '../model/index.ts';
import { nameKey } from '../model/index.ts';

/**
 * An operation whose bodies list only parts that their messages have. A body that lists none of them has all parts.
 *
 * @param unknown is called with each name that no part has.
 */
export function withKnownParts(
  bound: BindingOperation,
  operation: PortTypeOperation,
  messages: ReadonlyMap<string, Message>,
  unknown: (part: string, message: QName) => void,
): BindingOperation {
  const body = (one: BindingBody, name: QName | undefined): BindingBody => {
    const message = name && messages.get(nameKey(name));
    if (message === undefined || one.parts === undefined) return one;
    const isKnown = (part: string): boolean => message.parts.some((other) => other.name === part);
    const known = one.parts.filter(isKnown);
    if (known.length === one.parts.length) return one;
    for (const part of one.parts) if (!isKnown(part)) unknown(part, message.name);
    return { ...one, parts: known.length === 0 ? undefined : known };
  };
  const { input, output } = bound;
  return {
    ...bound,
    ...(input && { input: body(input, operation.input?.message) }),
    ...(output && { output: body(output, operation.output?.message) }),
  };
}
