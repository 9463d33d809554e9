/** The generation of `@soapwright/runtime` that generated code stands on. */
export const generation = 2;
