import { type ContractOptions, mappings } from '../../contract/index.ts';
import type { Findings } from '../findings.ts';
import { optionKeys } from '../keys.ts';
import type { MapEntry } from '../node.ts';
import { readChoice, readKeys, readMap, readName } from '../shape.ts';

/** How types come out in TypeScript, each as its default says unless the contract does. */
export function readOptions(entry: MapEntry | undefined, findings: Findings): ContractOptions {
  const map = entry && readMap(entry.value, '"options"', findings);
  const keys = map && readKeys(map, optionKeys, '"options"', findings);
  const choose = <Word extends string>(
    key: (typeof optionKeys)[number],
    words: readonly Word[],
    otherwise: Word,
  ): Word => {
    const option = keys?.get(key);
    const text = option && readName(option, findings);
    return (text && readChoice(text, words, `mapping of ${key}`, findings)) ?? otherwise;
  };
  return {
    long: choose('long', mappings.long, 'bigint'),
    decimal: choose('decimal', mappings.decimal, 'string'),
    dateTime: choose('dateTime', mappings.dateTime, 'Date'),
    date: choose('date', mappings.date, 'string'),
    duration: choose('duration', mappings.duration, 'string'),
  };
}
