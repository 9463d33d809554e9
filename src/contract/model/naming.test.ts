import { describe, expect, it } from 'vitest';
import type { PortTypeOperation } from './model.ts';
import { kebabCase, operationNameOf, requestTypeNameOf, responseTypeNameOf, serviceNames } from './naming.ts';

function operation(name: string, typeScriptName?: string): PortTypeOperation {
  return { name, typeScriptName, pattern: 'request-response', returns: 'field', faults: [] };
}

describe('names', () => {
  it('of an operation are its name on the wire, and its name with Request and Response', () => {
    const sso = operation('SSOLoginURL');
    expect([operationNameOf(sso), requestTypeNameOf(sso), responseTypeNameOf(sso)]).toEqual([
      'SSOLoginURL',
      'SSOLoginURLRequest',
      'SSOLoginURLResponse',
    ]);
  });

  it('of an operation can be set in the contract', () => {
    const renamed = operation('get-file', 'GetFile');
    expect([operationNameOf(renamed), requestTypeNameOf(renamed)]).toEqual(['GetFile', 'GetFileRequest']);
    expect(operationNameOf(operation('get-file'))).toBe('get$_file');
  });

  it('of an operation avoid other files of the handlers folder, and devices of Windows', () => {
    expect(
      ['index', 'Context', 'delete', 'NUL', 'com1', 'Index2'].map((name) => operationNameOf(operation(name))),
    ).toEqual(['index_', 'Context_', 'delete_', 'NUL_', 'com1_', 'Index2']);
  });

  it('of a service', () => {
    expect(serviceNames({ name: 'RemoteFileService' })).toEqual({
      client: 'RemoteFileServiceClient',
      handlers: 'RemoteFileServiceHandlers',
      authorizers: 'RemoteFileServiceAuthorizers',
      createServer: 'createRemoteFileServiceServer',
      wsdl: 'remote-file-service.wsdl',
    });
  });

  it('in kebab case', () => {
    expect(['SSOLoginURL', 'GetAPIURL', 'file2Disk', 'Files', 'a_b'].map(kebabCase)).toEqual([
      'sso-login-url',
      'get-apiurl',
      'file2-disk',
      'files',
      'a_b',
    ]);
  });
});
