/** Types of `soapwright/dynamic`, in Node and in browsers. */
export type { FieldLine } from './describe-request.ts';
export type { Gateway, GatewayCall, GatewayOptions } from './gateway.ts';
export type {
  DescribedOperation,
  DryRequest,
  ServiceCallOptions,
  ServiceClient,
  ServiceClientOptions,
  ServiceResponse,
} from './service-client.ts';
export type { ServiceOperation } from './service-operation.ts';
