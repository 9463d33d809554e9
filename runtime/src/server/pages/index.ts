import { escapeXml } from '../../soap/carriable.ts';
import { type Answer, textAnswer } from '../answer.ts';
import type { ServiceDescription } from '../description.ts';
import { operationPage, unknownOperationPage } from './operation-page.ts';
import { servicePage } from './service-page.ts';

/**
 * Answers GET on the address (rules P1 and P2). A query that means nothing gets the list of operations.
 *
 * @param query without the question mark.
 * @param address whole, for the WSDL and the samples.
 * @param extraHeaders names and values in turn.
 */
export function servePage(
  description: ServiceDescription,
  query: string,
  address: string,
  extraHeaders: readonly string[],
): Answer {
  for (const [key, value] of new URLSearchParams(query)) {
    const name = key.toLowerCase();
    if (name === 'wsdl') return wsdl(description, address, extraHeaders);
    if (name === 'op') {
      const operation = description.operations.find((one) => one.name === value);
      if (operation === undefined) return unknownOperationPage(description, value, extraHeaders);
      return operationPage(description, operation, address, extraHeaders);
    }
  }
  return servicePage(description, address, extraHeaders);
}

function wsdl(description: ServiceDescription, address: string, extraHeaders: readonly string[]): Answer {
  const text = description.wsdl.join(escapeXml(address));
  return textAnswer(200, 'text/xml; charset=utf-8', text, ['Cache-Control', 'no-cache', ...extraHeaders]);
}
