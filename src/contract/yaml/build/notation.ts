import type { Notation, QName } from '../../model/index.ts';
import { readConstruct } from '../entries.ts';
import { type Home, originOf } from '../scope.ts';
import { readMap } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';

/** An entry of `notations`. */
export function buildNotation(entry: MapEntry, name: QName, { findings }: Home): Notation | undefined {
  const map = readMap(entry.value, `The notation "${entry.key.text}"`, findings);
  if (map === undefined) return undefined;
  const entries = readConstruct(map, 'notation', findings, { at: entry.key.at });
  const publicId = entries.name('public')?.text;
  const system = entries.name('system')?.text;
  return {
    name,
    ...(publicId !== undefined && { public: publicId }),
    ...(system !== undefined && { system }),
    ...entries.notes(),
    origin: originOf(entry.key, findings),
  };
}
