import type { Target } from '../config/index.ts';
import type { Spool } from '../output/index.ts';
import { noMemory } from './memory.ts';
import { isNeeded, type Plan, type Planning, plan } from './plan.ts';
import { type Preparation, type PrepareOptions, prepare } from './prepare.ts';

/**
 * Reads the contracts, and compares what they come to with the disk. What was made before is known by its digests alone:
 * where that is not enough, because something is to be written or shown, it is made anew.
 */
export async function compare(
  targets: readonly Target[],
  options: PrepareOptions,
  planning: Planning,
  spool: Spool,
): Promise<{ readonly preparation: Preparation; readonly found: Plan }> {
  const look = async (memory = noMemory): Promise<{ preparation: Preparation; found: Plan }> => {
    const preparation = await prepare(targets, { ...options, memory }, spool);
    options.onStage?.('Comparing with what is there');
    return { preparation, found: await plan(preparation.prepared, planning) };
  };
  const known = await look(options.memory);
  if (!(known.preparation.recalled && isNeeded(known.found))) return known;
  return await look(options.memory && { ...options.memory, recall: () => undefined });
}
