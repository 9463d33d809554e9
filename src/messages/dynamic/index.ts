/** Calls of services without generated code. */
export { type CacheEntry, ContractCache, DigestedFiles, type ServiceList } from './contract-cache.ts';
export { describeRequest, type FieldLine } from './describe-request.ts';
export { createGateway, type Gateway, type GatewayCall, type GatewayOptions } from './gateway.ts';
export { plainBody } from './gateway-json.ts';
export { type NodeListener, nodeListener } from './node-listener.ts';
export { type LoadedService, loadedService } from './one-operation.ts';
export { type OpenServiceOptions, openService } from './open-service.ts';
export { readData } from './read-data.ts';
export {
  type DescribedOperation,
  type DryRequest,
  type ServiceCallOptions,
  ServiceClient,
  type ServiceClientOptions,
  type ServiceResponse,
} from './service-client.ts';
export { ServiceError } from './service-error.ts';
export { describedOperation, type ServiceOperation } from './service-operation.ts';
export { ServiceTools, type Tool, type ToolOptions, type ToolResult } from './tools.ts';
