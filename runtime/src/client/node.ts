/** The transport of SOAP clients on Node's own HTTP. */
export { type HttpTransport, type HttpTransportOptions, httpTransport } from './http-transport.node.ts';
