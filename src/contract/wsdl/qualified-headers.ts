import { type BindingBody, type BindingOperation, type HeaderBinding, type Message, nameKey } from '../model/index.ts';

/**
 * An operation without header blocks in no namespace, which SOAP forbids (SOAP 1.1, 4.2; SOAP 1.2 part 1, 5.2.1).
 *
 * @param leftOut is called with each such block.
 */
export function withQualifiedHeaders(
  bound: BindingOperation,
  messages: readonly Message[],
  leftOut: (header: HeaderBinding) => void,
): BindingOperation {
  const isQualified = ({ message, part: name }: HeaderBinding): boolean => {
    const parts = messages.find((one) => nameKey(one.name) === nameKey(message))?.parts ?? [];
    const content = parts.find((part) => part.name === name)?.content;
    return content?.kind !== 'element' || content.name.namespace !== '';
  };
  const body = (one: BindingBody): BindingBody => {
    for (const header of one.headers) if (!isQualified(header)) leftOut(header);
    return { ...one, headers: one.headers.filter(isQualified) };
  };
  const { input, output } = bound;
  return { ...bound, ...(input && { input: body(input) }), ...(output && { output: body(output) }) };
}
