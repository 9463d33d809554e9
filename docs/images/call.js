// Makes docs/images/call.svg: a terminal in which `soapwright call` calls a service. Commands and output are those of a run
// against a mock of test/interop/tickets, whose address is shown as soap.example. The animation plays once, and its last
// frame stays; who wants less motion sees that frame only, and so does call.svg#still. Needs a build: npm run build && node docs/images/call.js
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shown = 'https://soap.example/tickets?wsdl';

/** Arguments of the commands after the address. */
const commands = [[], ['FindTicket', '--data', '{ nubmer: 42 }'], ['FindTicket', '--data', '{ number: 42 }']];

const ticket = {
  number: '42',
  title: 'Printer on fire',
  status: 'open',
  opened: '2026-03-01T08:30:00Z',
  cost: '12.50',
  reply: ['Which printer?', 'The big one.'],
};

/** Runs the commands: pairs of a command and what it prints. */
export async function record() {
  const { mockService } = await import('../../dist/command/mock-service.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'soapwright-call-'));
  const source = (file) => readFileSync(join(root, 'test/interop/tickets', file), 'utf8');
  writeFileSync(join(folder, 'tickets.xsd'), source('tickets.xsd'));
  const wsdl = source('tickets.wsdl').replace('ADDRESS?xsd=tickets', 'tickets.xsd');
  writeFileSync(join(folder, 'tickets.wsdl'), wsdl.replaceAll('ADDRESS', 'http://localhost/tickets'));
  const mock = await mockService(join(folder, 'tickets.wsdl'));
  try {
    mock.on('FindTicket', { number: '42' }).respond(ticket);
    const address = `${mock.url}?wsdl`;
    const steps = [];
    for (const args of commands) {
      const output = await run(['call', address, ...args]);
      const quoted = [shown, ...args].map((arg) => (/^[\w-]+$/.test(arg) ? arg : `'${arg}'`));
      const command = `npx soapwright call ${quoted.join(' ')}`;
      steps.push({ command, output: output.replaceAll(address, shown).trimEnd() });
    }
    return steps;
  } finally {
    await mock.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args) {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1', LANG: 'C.UTF-8' };
    const command = [join(root, 'bin/soapwright.js'), ...args];
    execFile(process.execPath, command, { env }, (_error, stdout, stderr) => resolve(`${stdout}${stderr}`));
  });
}

const columns = 60;
const charWidth = 8.4;
const lineHeight = 21;
const margin = 18;
const bar = 34;

/** Seconds: a typed character, the pause before a command runs, and the pause after its output. */
const pace = { character: 0.024, run: 0.3, read: 0.9 };

/** The animation as SVG. */
export function svgOf(steps) {
  const rows = [];
  let time = 0.6;
  for (const [index, { command, output }] of steps.entries()) {
    for (const [part, text] of wrapped(`$ ${command}`, true).entries()) {
      const seconds = text.length * pace.character;
      rows.push({ text, kind: part === 0 ? 'first' : 'rest', time, seconds });
      time += seconds;
    }
    time += pace.run;
    for (const line of output.split('\n').flatMap((text) => wrapped(text, false))) {
      rows.push({ text: line, kind: line.startsWith('error') ? 'error' : 'out', time });
    }
    time += pace.read;
    if (index < steps.length - 1) rows.push({ text: '', kind: 'out', time });
  }
  const width = Math.round(columns * charWidth + 2 * margin);
  const height = bar + rows.length * lineHeight + margin;
  const title =
    'A terminal: soapwright call lists the operations of a WSDL, names a misspelt field, and prints a response.';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" id="still">
<title>${title}</title>
<style>
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d6e2e0;white-space:pre}
.p{fill:#7fd8c7}.k{fill:#8cc8ff}.s{fill:#f2cc8c}.e{fill:#ffa198}
.l{animation:show .01s both}
.c{fill:#10201f;animation:type both}
@keyframes show{from{opacity:0}}
@keyframes type{from{transform:none}to{transform:translateX(${width}px)}}
#still:target .l{animation:none}#still:target .c{display:none}
@media(prefers-reduced-motion:reduce){.l{animation:none}.c{display:none}}
</style>
<rect width="${width}" height="${height}" rx="10" fill="#10201f"/>
<g fill="#3c5654"><circle cx="22" cy="18" r="5.5"/><circle cx="40" cy="18" r="5.5"/><circle cx="58" cy="18" r="5.5"/></g>
${rows.map((row, index) => rowOf(row, bar + (index + 1) * lineHeight - 5, width)).join('\n')}
</svg>
`;
}

function rowOf({ text, kind, time, seconds = 0 }, y, width) {
  if (text === '') return '';
  const length = `textLength="${round(text.length * charWidth)}" lengthAdjust="spacingAndGlyphs"`;
  const delay = `style="animation-delay:${round(time)}s"`;
  const line = `<text class="l" ${delay} x="${margin}" y="${y}" ${length}>${coloured(text, kind)}</text>`;
  if (seconds === 0) return line;
  // A cover in the colour of the ground moves to the right in steps of a character.
  const steps = Math.ceil(width / charWidth);
  const motion = `animation-delay:${round(time)}s;animation-duration:${round((seconds * steps) / text.length)}s`;
  const cover = `x="${margin}" y="${y - 15}" width="${width - margin - 8}" height="${lineHeight}"`;
  const steady = `animation-timing-function:steps(${steps})`;
  return `${line}<rect class="c" ${cover} style="${motion};${steady}"/>`;
}

function coloured(text, kind) {
  const safe = (part) => part.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const span = (name, part) => `<tspan class="${name}">${safe(part)}</tspan>`;
  if (kind === 'error') return span('e', text.slice(0, 5)) + safe(text.slice(5));
  if (kind === 'first') return `${span('p', '$')}${safe(text.slice(1))}`;
  const [, indent, key, rest] = /^(\s+)("\w+":)(.*)$/.exec(text) ?? [];
  if (key) return `${indent}${span('k', key)}${rest === ' [' ? rest : span('s', rest)}`;
  return /^\s+"/.test(text) ? span('s', text) : safe(text);
}

/** Lines of at most `columns` characters; a command continues behind a backslash, but not within quotes. */
function wrapped(text, isCommand) {
  const lines = [];
  let rest = text;
  while (rest.length > columns) {
    let cut = rest.lastIndexOf(' ', columns - 2);
    while (isCommand && rest.slice(0, cut).split("'").length % 2 === 0) cut = rest.lastIndexOf(' ', cut - 1);
    if (cut < 1) throw new Error(`No line is long enough for ${rest}`);
    lines.push(rest.slice(0, cut) + (isCommand ? ' \\' : ''));
    rest = `  ${rest.slice(cut + 1)}`;
  }
  return [...lines, rest];
}

function round(number) {
  return Math.round(number * 100) / 100;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('call.svg', import.meta.url), svgOf(await record()));
}
