// Decoding and encoding messages, without HTTP.
import { join } from 'node:path';
import { bench } from '../paths.js';
import { runScript } from '../processes.js';

const peers = {
  decode: ['soapwright', 'node-soap', 'fast-xml-parser', 'saxes', 'libxml2-wasm'],
  encode: ['soapwright', 'node-soap'],
};

const scenario = (work, size, title, method) => ({
  name: `${work}-${size}`,
  group: 'codec',
  title,
  method,
  columns: [
    { key: 'perSecond', title: 'messages/s' },
    { key: 'micros', title: 'CPU µs', digits: 2 },
  ],
  ratios: [{ title: 'x node-soap', key: 'micros', of: 'node-soap' }],
  chart: { key: 'micros', unit: 'µs of CPU a message, less is better' },
  async open({ npm }) {
    const rows = {};
    for (const name of peers[work]) {
      const here = name !== 'fast-xml-parser' || npm[name] !== undefined;
      const run = (seconds) => runScript([join(bench, 'codec.js'), name, work, size, Math.min(seconds, 2)]);
      rows[name] = here ? { run } : 'not installed';
    }
    return { rows, close: async () => {} };
  },
});

const reading =
  'From the bytes of an envelope to values: soapwright returns typed values, validated against the contract; node-soap uses the WSDL (`xmlToObject`). The others have no contract: fast-xml-parser returns an object of strings, libxml2 a tree, saxes only events.';
const writing =
  'From values to the bytes of an envelope: soapwright validates against the contract; node-soap uses `objectToDocumentXML` in a minimal envelope. Each runs in a separate process, warmed up.';

/** Literal messages beside encoded ones of the same values. */
const encodedScenario = (work, rows, method) => ({
  name: `${work}-encoded`,
  group: 'codec',
  title: `${work}, SOAP encoding (the medium message)`,
  method,
  columns: [
    { key: 'perSecond', title: 'messages/s' },
    { key: 'micros', title: 'CPU µs', digits: 2 },
  ],
  ratios: [{ title: 'x literal', key: 'micros', of: 'literal' }],
  async open() {
    const run = (size) => ({
      run: (seconds) => runScript([join(bench, 'codec.js'), 'soapwright', work, size, Math.min(seconds, 2)]),
    });
    return {
      rows: Object.fromEntries(rows.map(([row, size]) => [row, run(size)])),
      close: async () => {},
    };
  },
});

export const codecs = [
  scenario('decode', 'small', 'decode, small message (313 bytes, 2 values)', reading),
  scenario('decode', 'medium', 'decode, medium message (1.4 kB, 40 values in a record and a list)', reading),
  scenario('encode', 'small', 'encode, small message', writing),
  scenario('encode', 'medium', 'encode, medium message', writing),
  encodedScenario(
    'decode',
    [
      ['literal', 'medium'],
      ['encoded', 'encoded'],
      ['encoded, multi-references', 'multi-references'],
    ],
    'The same values as document/literal, as rpc/encoded with an xsi:type on every accessor, and with every record beside the first element, as Axis and .NET write them.',
  ),
  encodedScenario(
    'encode',
    [
      ['literal', 'medium'],
      ['encoded', 'encoded'],
    ],
    'The same values as document/literal and as rpc/encoded.',
  ),
];
