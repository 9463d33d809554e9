import type { Answer } from '../server/http-response.ts';
import { exchangeSection, type ShownExchange } from './exchange-section.ts';
import { type FormRefusal, formRefused } from './form/form-access.ts';
import { testForm } from './form/test-form.ts';
import { messagesSection } from './message-fields.ts';
import { type Html, html, nothing, page, type Site } from './page-html.ts';
import type { OperationDescription } from './pages-description.ts';
import { samples } from './samples.ts';

/** What the page of an operation shows of its test form. */
export interface FormView {
  /** Why there is none for this caller; undefined: there is one. */
  readonly refusal?: FormRefusal | undefined;
  /** With what was entered before; default: an empty one. */
  readonly form?: Html | undefined;
  /** What came of it. */
  readonly exchange?: ShownExchange | undefined;
  /** What is wrong with what was posted. */
  readonly problem?: string | undefined;
  /** Default 200. */
  readonly status?: number | undefined;
  /** Names and values in turn. */
  readonly headers?: readonly string[] | undefined;
}

/** One operation: the test form and what came of it, the fields, and sample exchanges (rules P1 and P3). */
export function operationPage(site: Site, operation: OperationDescription, view: FormView): Answer {
  const { description: service, extraHeaders } = site;
  const { name, doc = '', soapAction } = operation;
  const { refusal, exchange, problem, status = 200, headers = [] } = view;
  const form = refusal === undefined ? (view.form ?? testForm(site, operation, undefined)) : formRefused(refusal);
  const shownStatus = exchange === undefined ? '' : `HTTP ${exchange.answer.status}: `;
  const main = html`<h1>${name}</h1>
<p class="lead">${doc}</p>
${deprecation(operation)}<dl class="facts"><div><dt>SOAPAction</dt><dd><code>${soapAction}</code></dd></div>${since(operation)}</dl>
${exchange === undefined ? nothing : exchangeSection(service, operation, exchange)}${
  problem === undefined
    ? nothing
    : html`<p class="note bad" role="alert">${problem}</p>
`
}<section aria-labelledby="try">
<h2 id="try">Try it</h2>
${form}</section>
${messagesSection(service, operation)}<section aria-labelledby="samples">
<h2 id="samples">Sample exchanges</h2>
${samples(site, operation)}</section>`;
  const title = `${shownStatus}${name} - ${service.name}`;
  const all = [...extraHeaders, ...headers];
  return page(
    { status, title, service: service.name, form: refusal === undefined, cache: 'no-store', extraHeaders: all },
    main,
  );
}

function deprecation({ deprecated }: OperationDescription): Html {
  return deprecated === undefined
    ? nothing
    : html`<p class="note"><strong>Deprecated.</strong> ${deprecated}</p>
`;
}

function since({ since: version }: OperationDescription): Html {
  return version === undefined ? nothing : html`<div><dt>Since</dt><dd>${version}</dd></div>`;
}

/** @param headers names and values in turn. */
export function unknownOperationPage(site: Site, name: string, headers: readonly string[] = []): Answer {
  const service = site.description.name;
  const main = html`<h1>Unknown operation</h1>
<p>${service} has no operation <code>${name}</code>. <a href="?">All operations</a></p>`;
  const extraHeaders = [...site.extraHeaders, ...headers];
  const title = `Unknown operation - ${service}`;
  return page({ status: 404, title, service, form: false, cache: 'no-store', extraHeaders }, main);
}
