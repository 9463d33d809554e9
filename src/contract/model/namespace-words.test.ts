import { expect, it } from 'vitest';
import { namespaceWords } from './namespace-words.ts';

it.each([
  ['http://example.com/billing', ['Billing']],
  ['http://example.com/billing/v2/types', ['Billing', 'BillingV2']],
  ['http://example.com/schemas/2005/06/order-management/', ['OrderManagement', 'OrderManagement200506']],
  ['urn:example:billing:1.0', ['Billing', 'Billing10']],
  ['http://schemas.datacontract.org/2004/07/My.Company.Orders', ['Orders', 'Orders200407']],
  ['http://example.com/ws/Billing.asmx', ['Billing']],
  ['https://billing.example.com:8443/types/', ['Billing']],
  ['http://www.example.com/', ['Example']],
  ['http://example.com/xsd#', ['Example']],
  ['http://localhost/', ['Localhost']],
  ['com.example.Straße', ['Straße']],
  ['urn:1:2', []],
  ['http://www.example.org/ver10/schema', ['Example', 'ExampleVer10']],
  ['types', ['Types']],
  ['', []],
])('the namespace %j has the words %j', (namespace, words) => {
  expect(namespaceWords(namespace)).toEqual(words);
});
