import { DateTime } from '@soapwright/runtime';
import type { Article } from '../generated/server.ts';

export type Stock = readonly Article[];

/** Defaults of a new article of the old service. */
const blank = {
  Kind: 'Material',
  Id: 0n,
  Price: '0',
  InStock: 0,
  Stored: DateTime.parse('0001-01-01T00:00:00'),
  Checked: '0001-01-01',
  Sold: null,
  Hazards: ['None'],
  Part: [],
} satisfies Article;

export const stock: Stock = [
  {
    ...blank,
    Number: 'A-1',
    Kind: 'hand-tool',
    Id: 1n,
    Title: 'Hammer',
    Price: '19.90',
    InStock: 12,
    Stored: DateTime.parse('2003-12-31T23:59:59+01:00'),
    Checked: '2004-01-02',
    Hazards: ['Weight'],
    Tags: { string: ['wood', 'steel'] },
  },
  {
    ...blank,
    $type: 'Machine',
    Number: 'M-7',
    Kind: 'Machine',
    Hidden: true,
    Id: 4611686018427387905n,
    Title: 'Drill & <press>',
    Price: '1250',
    InStock: 1,
    Stored: DateTime.parse('2004-02-01T08:00:00.005Z'),
    Checked: '2004-02-02',
    Sold: DateTime.parse('2004-02-03T00:00:00Z'),
    Hazards: ['Fire', 'Weight'],
    Tags: { string: [] },
    Part: [{ Count: 4, $text: 'foot' }],
    Power: 0.75,
    Manual: Uint8Array.of(0, 1, 254, 255),
    Spare: { ...blank, Number: 'S-1' },
  },
  { ...blank, Number: 'S-1', Id: 3n, Tags: { string: ['', null, ' steel '] } },
];
