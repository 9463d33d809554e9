/** Calls of services without generated code: `soapwright/dynamic`. */
export type { FieldLine } from './describe-request.ts';
export { createGateway, type Gateway, type GatewayCall, type GatewayOptions } from './gateway.ts';
export { type NodeListener, nodeListener } from './node-listener.ts';
export { type OpenServiceOptions, openService } from './open-service.ts';
export type {
  DescribedOperation,
  DryRequest,
  ServiceCallOptions,
  ServiceClient,
  ServiceClientOptions,
  ServiceResponse,
} from './service-client.ts';
export { ServiceError } from './service-error.ts';
export type { ServiceOperation } from './service-operation.ts';
