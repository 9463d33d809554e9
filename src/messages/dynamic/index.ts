/** Calls of services without generated code. */
export { describeRequest, type FieldLine } from './describe-request.ts';
export { createGateway, type Gateway, type GatewayCall, type GatewayOptions } from './gateway.ts';
export { plainBody } from './gateway-json.ts';
export { type NodeListener, nodeListener } from './node-listener.ts';
export { type OpenServiceOptions, openService } from './open-service.ts';
export { readData } from './read-data.ts';
export {
  type DescribedOperation,
  type DryRequest,
  type ServiceCallOptions,
  ServiceClient,
  type ServiceClientOptions,
  type ServiceOperation,
  type ServiceResponse,
} from './service-client.ts';
export { ServiceError } from './service-error.ts';
export { ServiceTools, type Tool, type ToolOptions, type ToolResult } from './tools.ts';
