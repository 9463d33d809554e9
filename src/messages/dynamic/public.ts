/** Calls of services without generated code: `soapwright/dynamic`. */
export { createGateway } from './gateway.ts';
export { type NodeListener, nodeListener } from './node-listener.ts';
export { type OpenServiceOptions, openService } from './open-service.ts';
export type * from './public-types.ts';
export { ServiceError } from './service-error.ts';
