/** Messages of a contract without generated code: values, samples, mocks, and checks of live services. */
export {
  type CacheEntry,
  ContractCache,
  createGateway,
  type DescribedOperation,
  DigestedFiles,
  type DryRequest,
  describedOperation,
  type FieldLine,
  type Gateway,
  type GatewayCall,
  type LoadedService,
  loadedService,
  nodeListener,
  openService,
  plainBody,
  readData,
  ServiceClient,
  ServiceError,
  type ServiceList,
  type ServiceOperation,
  ServiceTools,
  type Tool,
  type ToolResult,
} from './dynamic/index.ts';
export {
  type ExploreEnvironment,
  Explorer,
  type ExplorerOptions,
  readEnvironments,
  type ServedExplorer,
  serveExplorer,
} from './explore/index.ts';
export { type OpenMock, openMock, type ReceivedRequest, readExamples } from './mock/index.ts';
export { MockError, mockService, recordedTransport } from './mock/mock-service.ts';
export {
  type Comparison,
  compareRecorded,
  makeSamples,
  type OperationCount,
  type RecordedMessage,
  readRecordedFiles,
  type Sample,
  writeSamples,
} from './samples/index.ts';
export type { MessageProblem, PlainMessage } from './values/plain-message.ts';
export { ServiceMessages } from './values/service-messages.ts';
export {
  demandOf,
  LiveService,
  liveContract,
  type MessageDemand,
  MessageSecurity,
  type SecurityProfile,
  securityProfiles,
  verifyService,
  wsdlFindings,
} from './verify/index.ts';
