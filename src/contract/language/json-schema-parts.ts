/** A JSON Schema (draft 7). */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** A reference to a definition of the same file. */
export function reference(name: string): JsonSchema {
  return { $ref: `#/definitions/${name}` };
}

/** An object that has all of these keys. */
export function has(...keys: readonly string[]): JsonSchema {
  return { required: keys };
}

export function when(condition: JsonSchema, then: JsonSchema, otherwise?: JsonSchema): JsonSchema {
  return { if: condition, then, ...(otherwise && { else: otherwise }) };
}
