import { escapeXml } from '../../soap/fault-text.ts';
import { type Answer, textAnswer } from '../answer.ts';
import type { FormRefusal } from '../form/access.ts';
import { operationPage, unknownOperationPage } from './operation-page.ts';
import { servicePage } from './service-page.ts';
import type { Site } from './site.ts';

/**
 * Answers GET on the address (rules P1 to P3). A query that means nothing gets the list of operations.
 *
 * @param query without the question mark.
 * @param formRefusal asked for the page of an operation: why the caller gets no form, or undefined.
 */
export function servePage(site: Site, query: string, formRefusal: () => FormRefusal | undefined): Answer {
  for (const [key, value] of new URLSearchParams(query)) {
    const name = key.toLowerCase();
    if (name === 'wsdl') return wsdl(site);
    if (name === 'op') {
      const operation = site.description.operations.find((one) => one.name === value);
      if (operation === undefined) return unknownOperationPage(site, value);
      return operationPage(site, operation, { refusal: formRefusal() });
    }
  }
  return servicePage(site);
}

function wsdl({ description, address, extraHeaders }: Site): Answer {
  const text = description.wsdl.join(escapeXml(address));
  return textAnswer(200, 'text/xml; charset=utf-8', text, ['Cache-Control', 'no-cache', ...extraHeaders]);
}
