import { documentCases as asmxDocumentCases } from './asmx/cases.ts';
import { encodedCases as asmxEncodedCases } from './asmx/registry-cases.ts';
import { documentCases as axisDocumentCases, encodedCases as axisEncodedCases } from './axis/cases.ts';
import { documentCases as gsoapDocumentCases, rpcCases as gsoapEncodedCases } from './gsoap/cases.ts';
import { catalogCases, ordersCases, totalsCases } from './jaxws/cases.ts';
import { documentCases } from './php/cases.ts';
import { encodedCases as phpEncodedCases } from './php/encoded-cases.ts';
import { soapLiteCases } from './soap-lite/cases.ts';
import { spyneCases } from './spyne/cases.ts';
import type { Case } from './support/case.ts';

/** The cases of each toolkit, by the first cell of their row in docs/reference/conformance-toolkits.md. */
export const tables: Readonly<Record<string, readonly Case[]>> = {
  'PHP 8.2, document/literal': documentCases,
  'PHP 8.2, rpc/encoded': phpEncodedCases,
  'PHP 8.2, rpc/encoded, SOAP 1.2': phpEncodedCases,
  'spyne 2.14, called by zeep 4.2': spyneCases,
  'gSOAP 2.8, document/literal': gsoapDocumentCases,
  'gSOAP 2.8, rpc/encoded': gsoapEncodedCases,
  'SOAP::Lite 1.27, rpc/encoded': soapLiteCases,
  "ASMX under Mono 6.8, document/literal, called by mono's wsdl": asmxDocumentCases,
  "ASMX under Mono 6.8, rpc/encoded, called by mono's wsdl": asmxEncodedCases,
  'JAX-WS RI 2.3, wrapped': ordersCases,
  'JAX-WS RI 2.3, bare, SOAP 1.2': catalogCases,
  'JAX-WS RI 2.3, rpc/literal': totalsCases,
  'Axis 1.4, wrapped': axisDocumentCases,
  'Axis 1.4, rpc/encoded': axisEncodedCases,
};
