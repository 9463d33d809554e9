// Signing and verifying messages, without HTTP.
import { fileURLToPath } from 'node:url';
import { runScript } from '../processes.js';

const script = fileURLToPath(new URL('../signatures/work.js', import.meta.url));

const peers = { sign: ['soapwright', 'xml-crypto', 'node-soap'], verify: ['soapwright', 'xml-crypto'] };

const scenario = (work, size, items) => ({
  name: `${work}-${size.replace(' ', '')}`,
  group: 'signatures',
  title: `${work}, message of ${size}`,
  method:
    'The Body, and with soapwright and node-soap a Timestamp, by RSA-2048 with SHA-256; each side verifies what it has signed. soapwright checks the certificate, the time and that the Body is the one that was signed; xml-crypto the signature alone, of which the text is found first; node-soap verifies nothing. Each runs in a separate process, warmed up.',
  columns: [
    { key: 'perSecond', title: 'messages/s' },
    { key: 'micros', title: 'CPU µs', digits: 0 },
  ],
  ratios: [{ title: 'x xml-crypto', key: 'micros', of: 'xml-crypto' }],
  async open() {
    const run = (name) => ({ run: (seconds) => runScript([script, name, work, items, Math.min(seconds, 2)]) });
    const rows = Object.fromEntries(peers[work].map((name) => [name, run(name)]));
    return { rows, close: async () => {} };
  },
});

export const signatures = [
  scenario('sign', '2.4 kB', 20),
  scenario('verify', '2.4 kB', 20),
  scenario('sign', '88 kB', 790),
  scenario('verify', '88 kB', 790),
];
