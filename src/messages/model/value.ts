/** A value as generated code has it: records are objects, lists are arrays, `xs:long` is a bigint. */
export type Value = unknown;

/** The properties of a record. */
export type Fields = Record<string, Value>;
