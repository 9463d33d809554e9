import {
  brokenName,
  checkbox,
  envelopeText,
  type FormEntries,
  fieldProblem,
  type Html,
  html,
  inspectResponse,
  messagesSection,
  nothing,
  type OperationDescription,
  operationLink,
  type PagesDescription,
  preformatted,
  type ShownService,
  safeText,
  testForm,
} from '@soapwright/runtime/pages';
import type { ResolvedOperation } from '../../contract/index.ts';
import type { Draft, Exchange, Request, Target } from './exchange.ts';

/** What the page of an operation shows. */
export interface OperationView {
  readonly description: PagesDescription;
  readonly operation: ResolvedOperation;
  readonly described: OperationDescription;
  readonly target: Target;
  /** The choice of environment and port. */
  readonly controls: Html;
  readonly draft: Draft;
  /** An exchange, or what is wrong with the draft. */
  readonly answer: Html;
  /** The number of the exchange that the draft is of. */
  readonly from?: number | undefined;
  /** The exchange, whose fault may name a field. */
  readonly exchange?: Exchange | undefined;
}

/** The page of an operation: the answer, a form or an editor of data, and the fields. */
export function operationView(view: OperationView): Html {
  const { description, described, target, draft, answer, operation } = view;
  const { name, doc = '', soapAction, deprecated, since } = described;
  const oneWay = operation.output === undefined ? html`<div><dt>Response</dt><dd>none, one-way</dd></div>` : nothing;
  return html`<h1>${brokenName(name)}</h1>
<p class="lead">${doc}</p>
${deprecated === undefined ? nothing : html`<p class="note"><strong>Deprecated.</strong> ${deprecated}</p>\n`}<dl class="facts"><div><dt>Address</dt><dd><code>${target.address || 'none: give one by an environment or --address'}</code></dd></div><div><dt>SOAPAction</dt><dd><code>${soapAction}</code></dd></div>${
    since === undefined ? nothing : html`<div><dt>Since</dt><dd>${since}</dd></div>`
  }${oneWay}</dl>
${answer}<section aria-labelledby="try">
<h2 id="try">Try it</h2>
${tabs(view)}${draft.kind === 'form' ? formOf(view, draft.entries) : dataForm(view, draft)}</section>
${messagesSection(description, described)}`;
}

function tabs({ described, draft, from }: OperationView): Html {
  const link = operationLink(described.name);
  const kept = from === undefined ? '' : `&from=${from}`;
  const tab = (label: string, kind: Draft['kind'], query: string): Html =>
    html`<li><a href="${link}${query}${kept}#try"${draft.kind === kind ? html` aria-current="page"` : nothing}>${label}</a></li>\n`;
  const example = html`<li class="apart"><a href="${link}&example=1#try">Fill with an example</a></li>\n`;
  return html`<ul class="tabs">${tab('Form', 'form', '')}${tab('JSON or YAML', 'data', '&as=data')}${draft.kind === 'form' ? example : nothing}</ul>\n`;
}

function formOf({ description, described, target, controls, exchange }: OperationView, entries: FormEntries): Html {
  const shown: ShownService = { description, versions: [target.version], address: target.address, extraHeaders: [] };
  const problem = exchange?.received && fieldProblem(inspectResponse(exchange.received, exchange.target.version).fault);
  return testForm(shown, described, entries, problem, html`${controls}${previewBox}`);
}

const previewBox: Html = html`${checkbox('send:preview', 'only show the request', undefined, false)}\n`;

function dataForm(
  { operation, described, controls }: OperationView,
  { data, headers }: Draft & { kind: 'data' },
): Html {
  const area = (id: string, label: string, text: string, hint: string): Html =>
    html`<div class="field"><label for="${id}">${label} <span class="type">YAML or JSON</span></label>
<div><textarea class="data" id="${id}" name="${id}" rows="12" spellcheck="false" autocomplete="off" autocapitalize="off" aria-describedby="${id}-hint">
${text}</textarea>
<p class="hint" id="${id}-hint">${hint}</p></div></div>\n`;
  const names = operation.headers.input.map(
    ({ header, required }) => `${header.identifier}${required ? '' : ' (optional)'}`,
  );
  const blocks =
    names.length === 0
      ? nothing
      : area(
          'headers',
          'Header blocks',
          headers,
          `An object with the header blocks by their names: ${names.join(', ')}.`,
        );
  return html`<form method="post" action="${operationLink(described.name)}&amp;as=data#answer" autocomplete="off">
${area('data', 'Fields', data, 'An object with the fields of the request, as soapwright call takes it.')}${blocks}<div class="send">
${controls}${previewBox}<button>Send</button>
</div></form>\n`;
}

/** A request that is not sent. */
export function previewSection(request: Request, description: PagesDescription, calls: Html): Html {
  const { target, message } = request;
  const text = envelopeText(description, target.version, message, safeText);
  return html`<section id="answer" class="answer" tabindex="-1" aria-labelledby="answer-heading">
<h2 id="answer-heading">Nothing was sent</h2>
<p class="quiet">This is the request, to ${target.address}, SOAP ${target.version.name}.</p>
${preformatted('Request envelope', text)}
${calls}</section>\n`;
}

export function problemSection(text: string): Html {
  return html`<section id="answer" tabindex="-1" aria-labelledby="answer-heading">
<h2 id="answer-heading">Nothing was sent</h2>
<p class="note bad" role="alert">${text}</p></section>\n`;
}
