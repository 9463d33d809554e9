import { type SimpleType, ValueError } from './simple-type.ts';
import { normalise } from './white-space-facet.ts';

/**
 * A union: a text or a value belongs to the first member that it fits (XML Schema part 2, 2.5.1.3). A value of a later
 * member whose text also fits an earlier one is read back as a value of the earlier one, because a message does not name
 * the member.
 */
export function union<Values extends readonly unknown[]>(
  name: string,
  ...members: { readonly [Index in keyof Values]: SimpleType<Values[Index]> }
): SimpleType<Values[number]> {
  const all: readonly SimpleType<Values[number]>[] = members;
  const reason = `it fits none of ${all.map((member) => member.name).join(', ')}`;
  const first = <Result>(attempt: (member: SimpleType<Values[number]>) => Result): Result => {
    const { stackTraceLimit } = Error;
    // A member rejects a text with an error whose stack trace is never used, and costs much more than the parsing.
    Reflect.set(Error, 'stackTraceLimit', 0);
    try {
      for (const member of all) {
        try {
          return attempt(member);
        } catch (error) {
          if (!(error instanceof ValueError)) throw error;
        }
      }
    } finally {
      Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
    }
    throw new ValueError(reason);
  };
  return {
    name,
    // The member decides about white space.
    whiteSpace: 'preserve',
    contextual: all.some((member) => member.contextual === true),
    compare: (a, b) =>
      first((member) => {
        const same = member.print(a) === member.print(b);
        return same ? 0 : (member.compare?.(a, b) ?? Number.NaN);
      }),
    parse: (text, context) => first((member) => member.parse(text, context)),
    tidied: (text, context) =>
      first((member) => {
        member.parse(text, context);
        return member.tidied?.(text, context) ?? normalise(text, member.whiteSpace);
      }),
    print: (value, prefixes) => first((member) => member.print(value, prefixes)),
  };
}
