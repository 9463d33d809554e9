/** Values of one request, by the names of the inputs in its form: `Parameters/CompanyCode`. Bytes are those of a file. */
export type ExampleValues = Readonly<Record<string, string | Uint8Array>>;

/** Values that forms are filled with, by operation. Callers of other machines do not see them. */
export type RequestExamples = Readonly<Record<string, ExampleValues>>;
