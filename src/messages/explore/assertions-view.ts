import { checkbox, type Html, html, nothing } from '@soapwright/runtime/pages';
import { leavesOf } from '../mock/expectation.ts';
import type { Exchange } from './exchange.ts';

/** Values that the form offers. */
const mostOffered = 100;

/** A form that saves what the next responses must have. @param probes folder that it is saved to. */
export function assertionsForm(exchange: Exchange, probes: string, saved: string | undefined): Html {
  const { id, response, received, operation } = exchange;
  const leaves = leavesOf(response?.plain).slice(0, mostOffered);
  const isFault = response?.read.isFault === true;
  const offered = leaves.map(([path, text]) => {
    const label = `${path === '' ? 'the result' : path} equals ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
    return html`<li>${checkbox(`equals:${path}`, label, undefined, false)}</li>\n`;
  });
  const fault = isFault
    ? html`<li>${checkbox('fault', `the service responds with a fault${faultName(exchange)}`, undefined, true)}</li>\n`
    : nothing;
  const result = saved === undefined ? nothing : html`<p class="note" role="status">${saved}</p>\n`;
  return html`${result}<details${saved === undefined ? nothing : html` open=""`}><summary>Assertions</summary>
<form method="post" action="?exchange=${String(id)}#answer">
<fieldset><legend>What must be true of the response</legend>
<ul class="checks">${fault}<li>${checkbox('status', `the HTTP status is ${received?.status ?? ''}`, undefined, !isFault)}</li>
${offered}</ul>
<div class="custom"><label>Path <input type="text" name="path" placeholder="Lines/0/Text" autocomplete="off" autocapitalize="off" spellcheck="false" /></label>
<label>must <select name="kind"><option value="equals">equal</option><option value="matches">match the pattern</option><option value="exists">exist</option><option value="missing">not exist</option></select></label>
<label>Value <input type="text" name="value" autocomplete="off" autocapitalize="off" spellcheck="false" /></label></div>
</fieldset>
<p class="quiet">Saved to <code>${probes}/${operation.identifier}.yaml</code>, which <code>soapwright verify</code> runs.</p>
<button name="do" value="assert">Save assertions</button>
</form></details>\n`;
}

/** The name of a declared fault. */
function faultName({ response }: Pick<Exchange, 'response'>): string {
  const [declared] = response?.read.details ?? [];
  return declared === undefined ? '' : ` ${declared.fault.identifier}`;
}
