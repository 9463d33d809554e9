/** What rolldown bundles into one file: the command, and the functions that the package exports. */

export * from '../index.ts';
export { createGateway, MockError, nodeListener, ServiceError } from '../messages/index.ts';
export { runCommand } from './command.ts';

type MockServiceFunction = typeof import('../messages/index.ts').mockService;

/** Loads the mock, with the server of the runtime, when it is called. */
export const mockService: MockServiceFunction = async (contract, options) => {
  const mock = await import('../messages/index.ts');
  return mock.mockService(contract, options);
};

type OpenServiceFunction = typeof import('../messages/index.ts').openService;

/** As `mockService`. */
export const openService: OpenServiceFunction = async (contract, options) => {
  const messages = await import('../messages/index.ts');
  return messages.openService(contract, options);
};

type RecordedTransportFunction = typeof import('../messages/index.ts').recordedTransport;

/** As `mockService`. */
export const recordedTransport: RecordedTransportFunction = async (contract, options) => {
  const messages = await import('../messages/index.ts');
  return messages.recordedTransport(contract, options);
};
