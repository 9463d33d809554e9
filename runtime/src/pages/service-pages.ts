import type { Answer } from '../server/answer.ts';
import type { FormServer, PageRequest, Pages } from '../server/pages-option.ts';
import type { PendingBody } from '../server/soap-server.ts';
import { refusalToShow } from './form/access.ts';
import { beginForm } from './form/form-post.ts';
import { operationPage, unknownOperationPage } from './operation-page.ts';
import type { PagesDescription } from './pages-description.ts';
import { servicePage } from './service-page.ts';
import type { Site } from './site.ts';

/** The list of operations, a page for each of them, and their test forms (rules P1 to P5). */
export class ServicePages implements Pages {
  readonly description: PagesDescription;

  constructor(description: PagesDescription) {
    this.description = description;
  }

  get(request: PageRequest): Answer {
    const { head, fields, target, testForms } = request;
    const site = this.#site(request);
    const name = operationIn(target.query);
    if (name === undefined) return servicePage(site);
    const operation = this.description.operations.find((one) => one.name === name);
    if (operation === undefined) return unknownOperationPage(site, name);
    return operationPage(site, operation, { refusal: testForms ? refusalToShow(head, fields, target) : 'off' });
  }

  post(request: PageRequest, server: FormServer): Answer | PendingBody | undefined {
    const name = operationIn(request.target.query);
    return name === undefined ? undefined : beginForm(this.#site(request), name, request, server);
  }

  #site({ address, versions, extraHeaders }: PageRequest): Site {
    return { description: this.description, versions, address, extraHeaders };
  }
}

/** Creates the pages of a service; generated code calls this with its description. */
export function createPages(description: PagesDescription): ServicePages {
  return new ServicePages(description);
}

/** The operation that a query names. */
function operationIn(query: string): string | undefined {
  for (const [key, value] of new URLSearchParams(query)) if (key.toLowerCase() === 'op') return value;
  return undefined;
}
