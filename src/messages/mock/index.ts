/** Serves a contract without generated code. */

export { readExamples } from './example-folder.ts';
export type { ReceivedRequest } from './mock-server.ts';
export { type OpenMock, type OpenMockOptions, openMock } from './open-mock.ts';
