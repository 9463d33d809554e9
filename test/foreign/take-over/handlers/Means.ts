import type { ArrayOfDouble1, MeansRequest } from '../generated/server.ts';

/** Mean values of series; a series without values has none. */
export async function Means({ series, scale }: MeansRequest): Promise<ArrayOfDouble1> {
  const factor = scale.reduce((product, one) => product * one, 1);
  return { double: series?.ArrayOfDouble.map((one) => mean(one?.double ?? [], factor)) ?? [] };
}

function mean(values: readonly number[], factor: number): number | null {
  if (values.length === 0) return null;
  return (values.reduce((sum, one) => sum + one, 0) / values.length) * factor;
}
