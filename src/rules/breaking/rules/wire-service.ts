import type { RuleDefinition, RuleIdOf } from '../rule.ts';
import { fails } from '../verdicts.ts';

type Id = Extract<
  RuleIdOf<'WIRE'>,
  `SERVICE_${string}` | `BINDING_${string}` | `OPERATION_${string}` | `HEADER_${string}` | `FAULT_${string}`
>;

/** Rules for the service, its operations and their headers: any old peer fails. */
export const serviceRules: Readonly<Record<Id, RuleDefinition>> = {
  SERVICE_SAME_NAMESPACE: {
    summary: 'The service keeps its namespace.',
    breaks:
      'The elements of all messages are in it. The server finds no operation for the requests of old clients, and answers each with a fault.',
    example: { before: '<Find xmlns="urn:shop:v1">…</Find>', after: '<Find xmlns="urn:shop:v2">…</Find>' },
    remedy: 'Keep the namespace, or serve the new contract at another address beside the old one.',
    verdicts: { ...fails, typescript: 'same' },
  },
  BINDING_SAME_SOAP_VERSION: {
    summary: 'Each SOAP version that the service has stays.',
    breaks: 'Clients of the deleted version send another content type and another envelope, which the server refuses.',
    example: {
      before: 'Content-Type: text/xml\n\n<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/">…',
      after: 'HTTP/1.1 415 Unsupported Media Type',
    },
    remedy: 'Keep the version until no client uses it; a service can have both.',
    verdicts: fails,
  },
  BINDING_SAME_STYLE: {
    summary: 'Operations keep style, use and transport: document or rpc, literal or encoded.',
    breaks:
      'The same values are written as other elements, with or without types. Neither peer can read messages of the other.',
    example: {
      before: '<Find xmlns="urn:shop"><Number>1</Number></Find>',
      after: '<s:Find xmlns:s="urn:shop"><Number xsi:type="xsd:int">1</Number></s:Find>',
    },
    remedy: 'Add a port with the new binding at another address, and keep the old one.',
    verdicts: fails,
  },
  BINDING_SAME_MTOM: {
    summary: 'Ports that take MTOM keep taking it, and do not begin to demand it.',
    breaks:
      'Old clients send messages of one part to a port that demands parts, or parts to one that no longer reads them. Both get 415.',
    example: { before: 'Content-Type: text/xml\n\n<Envelope>…', after: 'HTTP/1.1 415 Unsupported Media Type' },
    remedy: 'Say `mtom: optional`, which takes both.',
    verdicts: fails,
  },
  BINDING_NO_NEW_ADDRESSING: {
    summary: 'The service does not begin to demand WS-Addressing, nor another version of it.',
    breaks:
      'Old clients send no header blocks of WS-Addressing, or those of the other version. The server answers each request with a fault.',
    example: {
      before: '<Header/><Body><Find>…</Find></Body>',
      after: '<Header><wsa:Action>urn:shop/Find</wsa:Action>…</Header><Body><Find>…</Find></Body>',
    },
    remedy: 'Accept requests without it: serve with addressing({ required: false }), or add a port that demands it.',
    verdicts: fails,
  },
  BINDING_NO_NEW_SECURITY: {
    summary: 'Ports do not begin to demand credentials, signatures or encryption, nor other ones.',
    breaks:
      'Old clients send what the old contract demands: no UsernameToken, or a password in it instead of a digest, or a signature of fewer parts. The service does not let them in. Those that verify responses refuse the ones that are not signed or encrypted any more.',
    example: {
      before: '<Header/><Body><Find>…</Find></Body>',
      after: '<Header><wsse:Security><wsse:UsernameToken>…</wsse:Security></Header><Body><Find>…</Find></Body>',
    },
    remedy: 'Keep the old demand as an alternative: `security: [{ usernameToken: digest }, { usernameToken: text }]`.',
    verdicts: fails,
  },
  OPERATION_NO_DELETE: {
    summary: 'No operation is deleted; a rename is a delete.',
    breaks: 'Old clients that call it get a fault. Their code does not compile once it is generated again.',
    example: { before: '<Find xmlns="urn:shop">…</Find>', after: '<Fault>… There is no operation Find. …</Fault>' },
    remedy: 'Keep it, mark it as deprecated, and return a fault of its own when nobody should call it any more.',
    verdicts: fails,
  },
  OPERATION_SAME_SOAP_ACTION: {
    summary: 'Operations keep their soapAction, and do not begin to require it.',
    breaks:
      'Clients send the soapAction of their WSDL. Servers that choose the operation by it, or compare it with the body, refuse the request.',
    example: { before: 'SOAPAction: "urn:shop/Find"', after: 'SOAPAction: "urn:shop/FindOrder"' },
    remedy: 'Keep the soapAction: say it in the contract, where it does not follow from the name.',
    verdicts: { ...fails, typescript: 'same' },
  },
  OPERATION_SAME_INPUT_ELEMENT: {
    summary: 'The body of a request keeps its element.',
    breaks: 'The element says which operation is called. The server knows none with the element that old clients send.',
    example: { before: '<Body><Find>…</Find></Body>', after: '<Body><FindRequest>…</FindRequest></Body>' },
    remedy: 'Keep the element, or add an operation with the new one.',
    verdicts: fails,
  },
  OPERATION_SAME_OUTPUT_ELEMENT: {
    summary: 'The body of a response keeps its element.',
    breaks: 'Old clients look for the element that they know, and report a response without a result.',
    example: { before: '<Body><FindResponse>…</FindResponse></Body>', after: '<Body><Found>…</Found></Body>' },
    remedy: 'Keep the element, or add an operation with the new one.',
    verdicts: fails,
  },
  OPERATION_SAME_MEP: {
    summary: 'Operations keep their message exchange: with a response, or one-way.',
    breaks:
      'A client that waits for a response gets none, and fails; a client of a one-way operation never sees the result or the fault.',
    example: { before: 'HTTP/1.1 200 OK\n\n<Envelope>…', after: 'HTTP/1.1 202 Accepted' },
    remedy: 'Add an operation with the other message exchange.',
    verdicts: fails,
  },
  HEADER_NO_NEW_REQUIRED: {
    summary: 'No header becomes required, and no response gets a header that must be understood.',
    breaks:
      'Old clients do not send the header, and the server refuses their requests. A client that does not know a header with mustUnderstand must fail.',
    example: {
      before: '<Envelope><Body>…</Body></Envelope>',
      after: '<Envelope><Header><Session>…</Session></Header><Body>…</Body></Envelope>',
    },
    remedy: 'Make the header optional, and decide in the handler what its absence means.',
    verdicts: fails,
  },
  HEADER_NO_DELETE_MUST_UNDERSTAND: {
    summary: 'No request header that clients send with mustUnderstand is deleted.',
    breaks:
      'Old clients still send it. A server that does not know the header must answer with a MustUnderstand fault.',
    example: {
      before: '<Session mustUnderstand="1">…</Session>',
      after: '<Fault><faultcode>MustUnderstand</faultcode>…</Fault>',
    },
    remedy: 'Keep the header in the contract as optional, and ignore it in the handler.',
    verdicts: fails,
  },
  FAULT_SAME_ELEMENT: {
    summary: 'A fault keeps the element of its detail.',
    breaks:
      'Old clients do not recognise the fault: they report an unknown error, and the code for the known one never runs.',
    example: { before: '<detail><NotFound>…</NotFound></detail>', after: '<detail><Missing>…</Missing></detail>' },
    remedy: 'Keep the element, and add a fault with the new one where clients can use it.',
    verdicts: fails,
  },
};
