import type { HttpResponse } from '../server/http-response.ts';
import type { FormServer, PageRequest, Pages } from '../server/pages-option.ts';
import type { PendingBody } from '../server/soap-server.ts';
import type { RequestExamples } from './example-values.ts';
import { formRejection } from './form/form-access.ts';
import { beginForm } from './form/form-post.ts';
import { isLong, operationCards, operationsWith, searchForm } from './operation-list.ts';
import { operationPage, unknownOperationPage } from './operation-page.ts';
import { brokenName, type Html, html, nothing, page, type ShownService } from './page-html.ts';
import type { PagesDescription } from './pages-description.ts';
import { checkExamples } from './request-examples.ts';
import { linkedText } from './value-link.ts';

/** The list of operations, a page for each of them, and their test forms (rules P1 to P5). */
export class ServicePages implements Pages {
  readonly description: PagesDescription;
  readonly #examples: RequestExamples;

  constructor(description: PagesDescription, examples: RequestExamples = {}) {
    this.description = description;
    this.#examples = examples;
  }

  /**
   * The same pages with values in their forms, for callers of this machine: those of a demonstration, sensitive ones too.
   *
   * @example
   * createGreeterServer(handlers, { pages: pages.withExamples({ Greet: { APIKey: 'demo', 'Person/Name': 'Anna' } }) });
   * @throws {TypeError} for an operation or an input that does not exist.
   */
  withExamples(examples: RequestExamples): ServicePages {
    checkExamples(this.description, examples);
    return new ServicePages(this.description, examples);
  }

  get(request: PageRequest): HttpResponse {
    const { head, fields, target, testForms } = request;
    const service = this.#shown(request);
    const name = parameterOf(target.query, 'op');
    if (name === undefined) return servicePage(service, parameterOf(target.query, 'find'));
    const operation = this.description.operations.find((one) => one.name === name);
    if (operation === undefined) return unknownOperationPage(service, name);
    return operationPage(service, operation, { rejection: testForms ? formRejection(head, fields, target) : 'off' });
  }

  post(request: PageRequest, server: FormServer): HttpResponse | PendingBody | undefined {
    const name = parameterOf(request.target.query, 'op');
    return name === undefined ? undefined : beginForm(this.#shown(request), name, request, server);
  }

  #shown({ address, versions, extraHeaders }: PageRequest): ShownService {
    const { description } = this;
    return { description, versions, address, extraHeaders, examples: this.#examples };
  }
}

/** Creates the pages of a service; generated code calls this with its description. */
export function createPages(description: PagesDescription): ServicePages {
  return new ServicePages(description);
}

/** The first parameter of a name, in any case, in a query. */
function parameterOf(query: string, name: string): string | undefined {
  for (const [key, value] of new URLSearchParams(query)) if (key.toLowerCase() === name) return value;
  return undefined;
}

/**
 * The list of operations (rule P1).
 *
 * @param find words of those to be shown; default: all.
 */
function servicePage({ description, versions, address, extraHeaders }: ShownService, find: string = ''): HttpResponse {
  const { name, doc = '', namespace } = description;
  const form = isLong(description);
  const main = html`<h1>${brokenName(name)}</h1>
<p class="lead">${doc}</p>
<dl class="facts">
<div><dt>Address</dt><dd><code>${linkedText(address)}</code></dd></div>
<div><dt>Namespace</dt><dd><code>${namespace}</code></dd></div>
<div><dt>Protocol</dt><dd>SOAP ${versions.map((version) => version.name).join(' and ')}</dd></div>
<div><dt>Description</dt><dd><a href="?wsdl">WSDL 1.1</a></dd></div>
</dl>
${operationList(description, form ? find : undefined)}`;
  return page(
    { status: 200, title: name, service: name, form, cache: 'no-cache', extraHeaders, discovery: true },
    main,
  );
}

/** @param find undefined: without a search field. */
function operationList(description: PagesDescription, find: string | undefined): Html {
  const shown = operationsWith(description, find ?? '');
  const all = description.operations.length;
  const count = shown.operations.length === all ? String(all) : `${shown.operations.length} of ${all}`;
  const none = html`<p>No operation contains these words. <a href="?">All operations</a></p>\n`;
  return html`<h2>Operations <span class="count">${count}</span></h2>
${find === undefined ? nothing : searchForm(find)}${shown.operations.length === 0 && all > 0 ? none : operationCards(shown)}`;
}
