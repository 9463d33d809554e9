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

const attributes = (work) => ({
  name: `attributes-${work}`,
  group: 'attributes',
  title: `${work}, records of attributes beside records of elements (100 kB)`,
  method:
    'The same records of eight values, as elements and as attributes; these have fewer bytes. Each row runs in a separate process, warmed up.',
  columns,
  ratios: [{ title: 'x elements', key: 'nanos', of: 'elements' }],
  peers: [],
  needsCode: true,
  async open() {
    const rows = { elements: row(work, 'elements', 100_000), attributes: row(work, 'attributes', 100_000) };
    return { rows, close: async () => {} };
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
