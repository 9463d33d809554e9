import {
  brokenName,
  type Html,
  html,
  isLong,
  nothing,
  operationCards,
  operationsWith,
  type PagesDescription,
  searchForm,
} from '@soapwright/runtime/pages';
import type { ResolvedService } from '../../contract/index.ts';
import type { ReadEnvironments } from './environments.ts';
import type { Exchange } from './exchange.ts';
import { verdictOfExchange } from './response-view.ts';

/** The service: its ports, and its operations with those that match a search. */
export function serviceView(description: PagesDescription, service: ResolvedService, find: string): Html {
  const { name, doc = '', namespace } = description;
  const shown = operationsWith(description, find);
  const all = description.operations.length;
  const count = shown.operations.length === all ? String(all) : `${shown.operations.length} of ${all}`;
  const hasSearch = isLong(description) || all > 8;
  const none = html`<p>No operation contains these words. <a href="?">All operations</a></p>\n`;
  return html`<h1>${brokenName(name)}</h1>
<p class="lead">${doc}</p>
<dl class="facts"><div><dt>Namespace</dt><dd><code>${namespace}</code></dd></div></dl>
${portsTable(service)}<h2>Operations <span class="count">${count}</span></h2>
${hasSearch ? searchForm(find) : nothing}${shown.operations.length === 0 && all > 0 ? none : operationCards(shown)}`;
}

function portsTable({ portTypes }: ResolvedService): Html {
  const rows = portTypes.flatMap(({ service, ports }) =>
    ports.map(
      ({ name, soapVersion, address }) =>
        html`<tr><th scope="row">${brokenName(name)}</th><td>${service}</td><td>SOAP ${soapVersion}</td><td><code>${address}</code></td></tr>\n`,
    ),
  );
  if (rows.length === 0) return nothing;
  return html`<h2>Ports</h2>
<div class="wide" tabindex="0" role="region" aria-label="Ports of the service"><table>
<thead><tr><th scope="col">Port</th><th scope="col">Service</th><th scope="col">Version</th><th scope="col">Address</th></tr></thead>
<tbody>
${rows}</tbody></table></div>\n`;
}

/** What was sent, the latest first. */
export function historyView(exchanges: readonly Exchange[], description: PagesDescription): Html {
  if (exchanges.length === 0)
    return html`<h1>History</h1>\n<p>Nothing was sent yet. <a href="?">All operations</a></p>\n`;
  const rows = exchanges.toReversed().map((exchange) => {
    const { id, described, at, target, received, milliseconds } = exchange;
    const word = verdictOfExchange(exchange, description);
    const mark = word === 'Done' || word === 'Accepted' ? 'good' : 'bad';
    const place = target.environment === '' ? target.address : `${target.environment}, ${target.address}`;
    return html`<tr><th scope="row"><a href="?exchange=${String(id)}">${brokenName(described.name)}</a></th><td><span class="badge ${mark}">${word}</span></td><td>${received === undefined ? 'no response' : `HTTP ${received.status}`}, ${milliseconds.toFixed(0)} ms</td><td>${at.toISOString().slice(11, 19)}</td><td><code>${place}</code></td></tr>\n`;
  });
  return html`<h1>History</h1>
<div class="wide" tabindex="0" role="region" aria-label="Exchanges"><table>
<thead><tr><th scope="col">Operation</th><th scope="col">Result</th><th scope="col">Response</th><th scope="col">Time (UTC)</th><th scope="col">Sent to</th></tr></thead>
<tbody>
${rows}</tbody></table></div>
<form method="post" action="?history" class="send"><button name="do" value="clear" class="second">Forget all</button> <span class="quiet">The history is in memory, and ends with the command.</span></form>\n`;
}

const example = `environments:
  test:
    address: https://test.example/soap
    user: anna
    password-from: env:TEST_PASSWORD
    variables:
      customer: "4711"
      key: { env: TEST_KEY }
`;

/** The file of environments, to be edited. @param text that was entered, where it is not saved. */
export function environmentsView(file: string, read: ReadEnvironments, saved: string | undefined): Html {
  const { environments, diagnostics, text } = read;
  const problems = diagnostics.map(
    ({ message, line }) => html`<li>${line === undefined ? '' : `Line ${line}: `}${message}</li>\n`,
  );
  const rows = environments.map(({ name, options, variables }) => {
    const names = [...variables].map(([own, { isSecret }]) => `\${${own}}${isSecret ? ' (secret)' : ''}`);
    return html`<tr><th scope="row">${name}</th><td><code>${String(options.address ?? '')}</code></td><td>${names.join(', ')}</td></tr>\n`;
  });
  return html`<h1>Environments</h1>
<p>Named places that requests are sent to, in <code>${file}</code>. Keys are those of <code>soapwright call</code>; in forms and data, <code>\${customer}</code> stands for a variable. Secrets stay in the environment of the process, which the file names.</p>
${saved === undefined ? nothing : html`<p class="note" role="status">${saved}</p>\n`}${
  problems.length === 0
    ? nothing
    : html`<div class="note bad" role="alert"><h3>Not saved</h3><ul>${problems}</ul></div>\n`
}${
  rows.length === 0
    ? nothing
    : html`<div class="wide" tabindex="0" role="region" aria-label="Environments"><table><thead><tr><th scope="col">Name</th><th scope="col">Address</th><th scope="col">Variables</th></tr></thead>
<tbody>
${rows}</tbody></table></div>\n`
}<form method="post" action="?environments">
<div class="field"><label for="text">The file <span class="type">YAML</span></label>
<div><textarea class="data" id="text" name="text" rows="16" spellcheck="false" autocomplete="off" autocapitalize="off">
${text === '' ? example : text}</textarea></div></div>
<div class="send"><button>Save</button></div>
</form>\n`;
}
