// Decoding and encoding lists of records: attributes beside elements, and messages of 100 kB to 100 MB.
import { join } from 'node:path';
import { bench } from '../paths.js';
import { runScript } from '../processes.js';

const columns = [
  { key: 'nanos', title: 'CPU ns/byte', digits: 2 },
  { key: 'peakMB', title: 'peak RSS MB' },
];

const row = (work, kind, bytes) => ({
  run: (seconds) => runScript([join(bench, 'large.js'), work, kind, bytes, Math.min(seconds, 2)]),
});

/** Both kinds are measured by the run of the first row, in turns. */
function inTurns(work) {
  let measured;
  const elements = {
    async run(seconds) {
      measured = await runScript([join(bench, 'large.js'), work, 'elements,attributes', 100_000, Math.min(seconds, 2)]);
      return measured.elements;
    },
  };
  return { elements, attributes: { run: async () => measured.attributes } };
}

const attributes = (work) => ({
  name: `attributes-${work}`,
  group: 'attributes',
  title: `${work}, records of attributes beside records of elements (100 kB)`,
  method:
    'The same records of eight values, as elements and as attributes; these have three quarters of the bytes. One process, warmed up, has both codecs and measures them in turns, in blocks of 20 ms, of which the medians count: the speed of a machine may change between two processes.',
  columns: columns.slice(0, 1),
  ratios: [{ title: 'x elements', key: 'nanos', of: 'elements' }],
  peers: [],
  needsCode: true,
  async open() {
    return { rows: inTurns(work), close: async () => {} };
  },
});

const sizes = { '100 kB': 1e5, '1 MB': 1e6, '10 MB': 1e7, '100 MB': 1e8 };
const kinds = ['elements', 'attributes', 'non-ASCII', 'texts'];

const large = (work) => ({
  name: `large-${work}`,
  group: 'large',
  title: `${work}, lists of records in messages of 100 kB to 100 MB`,
  method:
    'Records of elements, of attributes, with non-ASCII texts, and texts of 4 kB, between bytes and values. The peak of memory includes the values and the message.',
  columns,
  ratios: [{ title: 'x 100 kB of elements', key: 'nanos', of: 'elements, 100 kB' }],
  peers: [],
  needsCode: true,
  async open({ quick }) {
    const rows = {};
    for (const kind of kinds) {
      for (const [size, bytes] of Object.entries(sizes)) {
        if (!quick || bytes <= 1e7) rows[`${kind}, ${size}`] = row(work, kind, bytes);
      }
    }
    return { rows, close: async () => {} };
  },
});

export const lists = [attributes('decode'), attributes('encode'), large('decode'), large('encode')];
