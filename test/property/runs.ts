import fc from 'fast-check';

/** How much is tried: few contracts each time that the tests run, as many as are asked for by hand. */
const times = Number(process.env.SOAPWRIGHT_PROPERTY_RUNS ?? 1);

/** `count` times SOAPWRIGHT_PROPERTY_RUNS, at least one. */
export function runs(count: number): number {
  return Math.max(1, Math.round(count * times));
}

/** The same each time, so that a failure is one tomorrow too, unless another one is asked for. */
export const seed: number = Number(process.env.SOAPWRIGHT_PROPERTY_SEED ?? 20_240_229);

/** What to say of a failure, so that it can be had again. */
export function again(index: number): string {
  return `SOAPWRIGHT_PROPERTY_SEED=${seed} SOAPWRIGHT_PROPERTY_RUNS=${times}, number ${index}`;
}

export function samples<T>(arbitrary: fc.Arbitrary<T>, count: number, offset = 0): readonly T[] {
  return fc.sample(arbitrary, { numRuns: count, seed: seed + offset });
}
