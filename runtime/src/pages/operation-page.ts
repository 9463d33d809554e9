import type { HttpResponse } from '../server/http-response.ts';
import { callsSection } from './calls/calls-section.ts';
import type { Message } from './envelope-text.ts';
import type { ExampleValues } from './example-values.ts';
import { exchangeSection, outcomeOf, type ShownExchange } from './exchange-section.ts';
import { type FormRejection, rejectionNote } from './form/form-access.ts';
import { testForm } from './form/test-form.ts';
import { messagesSection } from './message-fields.ts';
import { operationSidebar } from './operation-list.ts';
import { brokenName, type Html, html, nothing, page, type ShownService } from './page-html.ts';
import type { OperationDescription } from './pages-description.ts';
import { exampleEntries, exampleMessage, exampleOf, knownValues } from './request-examples.ts';
import { sampleMessage, samples } from './samples.ts';

/** The state of the test form on the page of an operation. */
export interface FormView {
  /** Why this caller gets no form; undefined: it gets one. */
  readonly rejection?: FormRejection | undefined;
  /** With the entered values; default: an empty one. */
  readonly form?: Html | undefined;
  /** The request that was sent, and its response. */
  readonly exchange?: ShownExchange | undefined;
  /** What is wrong with the post. */
  readonly problem?: string | undefined;
  /** Default 200. */
  readonly status?: number | undefined;
  /** Names and values in turn. */
  readonly headers?: readonly string[] | undefined;
}

/** The page of one operation: test form and response, fields, and sample messages (rules P1 and P3). */
export function operationPage(service: ShownService, operation: OperationDescription, view: FormView): HttpResponse {
  const { description, extraHeaders } = service;
  const { name, doc = '', soapAction, deprecated, since } = operation;
  const { rejection, exchange, problem, status = 200, headers = [] } = view;
  const outcome = exchange && outcomeOf(description, operation, exchange);
  const example = rejection === undefined ? exampleOf(service, operation) : undefined;
  const message =
    example === undefined ? sampleMessage(description, operation) : exampleMessage(description, operation, example);
  const form =
    rejection === undefined
      ? (view.form ?? testForm(service, operation, example && exampleEntries(example)))
      : rejectionNote(rejection);
  const main = html`<h1>${brokenName(name)}</h1>
<p class="lead">${doc}</p>
${deprecated === undefined ? nothing : html`<p class="note"><strong>Deprecated.</strong> ${deprecated}</p>\n`}<dl class="facts"><div><dt>SOAPAction</dt><dd><code>${soapAction}</code></dd></div>${
    since === undefined ? nothing : html`<div><dt>Since</dt><dd>${since}</dd></div>`
  }</dl>
${outcome === undefined ? nothing : exchangeSection(outcome, sentCalls(service, operation, outcome.exchange))}${
  problem === undefined ? nothing : html`<p class="note bad" role="alert">${problem}</p>\n`
}<section aria-labelledby="try">
<h2 id="try">Try it</h2>
${form}</section>
${messagesSection(description, operation)}<section aria-labelledby="samples">
<h2 id="samples">Sample messages</h2>
${samples(service, operation, message)}${shownCalls(service, operation, message, example)}</section>`;
  return page(
    {
      status,
      title: `${outcome === undefined ? '' : `${outcome.verdict.word}: `}${name} - ${description.name}`,
      service: description.name,
      form: rejection === undefined,
      cache: 'no-store',
      extraHeaders: [...extraHeaders, ...headers],
      side: operationSidebar(description, name),
    },
    main,
  );
}

/** The request of the samples as commands, in the default version. */
function shownCalls(
  { description, versions, address }: ShownService,
  operation: OperationDescription,
  message: Message,
  example: ExampleValues | undefined,
): Html {
  const [version] = versions;
  if (version === undefined) return nothing;
  return callsSection(description, { operation, version, message, address, known: knownValues(example) });
}

/** The request that was sent as commands. */
function sentCalls(service: ShownService, operation: OperationDescription, exchange: ShownExchange): Html {
  const { description, address } = service;
  const { version, message } = exchange;
  const known = knownValues(exampleOf(service, operation));
  return callsSection(description, { operation, version, message, address, known });
}

/** @param headers names and values in turn. */
export function unknownOperationPage(
  { description, extraHeaders }: ShownService,
  name: string,
  headers: readonly string[] = [],
): HttpResponse {
  const service = description.name;
  const main = html`<h1>Unknown operation</h1>
<p>${service} has no operation <code>${name}</code>. <a href="?">All operations</a></p>`;
  const all = [...extraHeaders, ...headers];
  const title = `Unknown operation - ${service}`;
  return page({ status: 404, title, service, form: false, cache: 'no-store', extraHeaders: all }, main);
}
