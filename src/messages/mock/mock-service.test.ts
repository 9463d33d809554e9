import { SoapFault, TypedFault } from '@soapwright/runtime';
import { SoapClient } from '@soapwright/runtime/client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { RemoteFileServiceClient } from '../../../generated/remote-file-service/client.ts';
import type { RemoteFileServiceHandlers } from '../../../generated/remote-file-service/server.ts';
import { faults as clientFaults, EverythingClient } from '../../../test/golden/everything/expected/client.ts';
import { Session } from '../../../test/golden/everything/expected/client-headers.ts';
import { NotFound } from '../../../test/golden/everything/expected/server-faults.ts';
import { MockError, type MockService, mockService } from './mock-service.ts';

const contract = 'schema/remote-file-service.yaml';

describe('mockService', () => {
  let mock: MockService<RemoteFileServiceHandlers>;
  let client: RemoteFileServiceClient;

  beforeAll(async () => {
    mock = await mockService<RemoteFileServiceHandlers>(contract);
    client = new RemoteFileServiceClient({ address: mock.url, reading: 'strict' });
  });

  afterEach(() => mock.reset());
  afterAll(() => mock.close());

  const find = (): Promise<unknown> => client.GetClientID({ APIKey: 'k', Parameters: { CompanyCode: 'ACME' } });

  it('responds to each operation with values that a strict client reads, in both versions of SOAP', async () => {
    const results = await Promise.all(
      (['1.1', '1.2'] as const).map(async (soap) => {
        const own = new RemoteFileServiceClient({ address: mock.url, soap, reading: 'strict' });
        return [
          await own.GetClientID({ APIKey: 'k', Parameters: { CompanyCode: 'ACME' } }),
          await own.SSOLoginURL({ EmailAddress: 'a@example.com' }),
          await own.GetAPIURL({ APIKey: 'k', ClientId: 7 }),
        ];
      }),
    );
    expect(results[0]).toEqual(results[1]);
    expect(results[0]?.[0]).toEqual({ ErrorMessage: '', ClientID: expect.any(Number) });
  });

  it('responds the same to the same request, and otherwise to another request or seed', async () => {
    expect(await find()).toEqual(await find());
    const others = await client.GetClientID({ APIKey: 'k', Parameters: { CompanyCode: 'OTHER' } });
    expect(others).not.toEqual(await find());
    const seeded = await mockService(contract, { seed: 2 });
    const second = new RemoteFileServiceClient({ address: seeded.url });
    expect(await second.GetClientID({ APIKey: 'k', Parameters: { CompanyCode: 'ACME' } })).not.toEqual(await find());
    await seeded.close();
  });

  it('responds with a value whose missing fields are made up, to the requests that it is for', async () => {
    mock.on('GetClientID', { Parameters: { CompanyCode: 'ACME' } }).respond({ ClientID: 7 });
    expect(await find()).toEqual({ ClientID: 7 });
    const other = await client.GetClientID({ APIKey: 'k', Parameters: { CompanyCode: 'OTHER' } });
    expect(other).not.toEqual({ ClientID: 7 });
  });

  it('responds with what a function returns, and with the fault that it throws', async () => {
    mock.on('GetClientID').respond(({ Parameters }) => {
      if (Parameters?.CompanyCode === 'ACME') return { ClientID: 12 };
      throw SoapFault.sender('UnknownCompany', 'There is no such company.');
    });
    expect(await find()).toEqual({ ClientID: 12 });
    const failed = client.GetClientID({ APIKey: 'k' });
    await expect(failed).rejects.toMatchObject({ code: 'Sender', detailCode: 'UnknownCompany' });
  });

  it('counts the rule that was added last first, as often as it says', async () => {
    mock.on('GetClientID').respond({ ClientID: 1 });
    mock.on('GetClientID').respond({ ClientID: 2 }, { times: 1 });
    expect([await find(), await find(), await find()]).toEqual([{ ClientID: 2 }, { ClientID: 1 }, { ClientID: 1 }]);
  });

  it('responds with a fault and its HTTP status', async () => {
    mock.on('GetClientID').fault({ reason: 'Closed for today.', code: 'Receiver', status: 503 });
    await expect(find()).rejects.toMatchObject({ reason: 'Closed for today.', code: 'Receiver', httpStatus: 503 });
  });

  it('keeps the decoded requests', async () => {
    await find();
    await client.GetAPIURL({ APIKey: 'k', ClientId: 9 });
    expect(mock.requestsOf('GetAPIURL')).toEqual([{ APIKey: 'k', ClientId: 9 }]);
    expect(mock.requests.map(({ operation, soapVersion }) => [operation, soapVersion])).toEqual([
      ['GetClientID', '1.1'],
      ['GetAPIURL', '1.1'],
    ]);
    expect(mock.requests[0]?.httpHeader('SOAPAction')).toBe('"https://files.example/v2/GetClientID"');
  });

  it('refuses a request that deviates from the contract, and names each place', async () => {
    const { SSOLoginURL } = await import('../../../generated/remote-file-service/client-operations.ts');
    const soap = new SoapClient({ address: mock.url });
    const deviating = {
      ...SSOLoginURL,
      writeInput: (writer: Parameters<typeof SSOLoginURL.writeInput>[0]) => {
        writer.raw('<EmailAddres>a</EmailAddres><APIKey>k</APIKey><APIKey>k</APIKey>');
      },
    };
    await expect(soap.call(deviating, {})).rejects.toMatchObject({
      code: 'Sender',
      detailCode: 'ContractDeviation',
      reason: expect.stringMatching(/SSOLoginURL\/EmailAddres: the contract has no such element here; .*APIKey: /),
    });
  });

  it('rejects a value that does not fit the contract, with each path and what was meant', () => {
    const rule = mock.on('GetClientID');
    expect(() => rule.respond({ ClientId: 7 } as object)).toThrow(
      'response has no field "ClientId": did you mean "ClientID"?',
    );
    expect(() => rule.respond({ ClientID: 1.5, ErrorMessage: 'a' })).toThrow(/response\/ClientID: it must be digits/);
    expect(() => mock.on('GetClientID', { Parameter: {} } as object)).toThrow('did you mean "Parameters"?');
  });

  it('rejects an operation and a fault that the contract does not have', () => {
    expect(() => mock.on('GetClientId' as 'GetClientID')).toThrow('Did you mean "GetClientID"?');
    expect(() => mock.on('GetClientID').fault({ reason: 'x', name: 'NotFound' })).toThrow(MockError);
  });

  it('serves the WSDL and the pages', async () => {
    const wsdl = await (await fetch(`${mock.url}?wsdl`)).text();
    expect(wsdl).toContain(`<soap:address location="${mock.url}"/>`);
    expect(await (await fetch(mock.url)).text()).toContain('<title>RemoteFileService</title>');
  });

  it('rejects a contract that has errors', async () => {
    await expect(mockService('schema/missing.yaml')).rejects.toThrow('schema/missing.yaml');
  });
});

describe('a declared fault that a function throws', () => {
  let mock: MockService;
  let client: EverythingClient;
  const detail = { Name: 'Ada', Tried: ['a', 'b'] };
  const init = { reason: 'Nobody has that name.', httpStatus: 404, retryAfter: 2000, language: 'en-GB' } as const;

  beforeAll(async () => {
    mock = await mockService('test/golden/everything/contract.yaml');
    client = new EverythingClient({ address: mock.url, soap: '1.2', reading: 'strict' });
  });

  afterAll(() => mock.close());

  const thrown = async (fault: () => Error): Promise<unknown> => {
    mock.on('Find').respond(() => {
      throw fault();
    });
    const headerBlocks = [Session.block({ Token: 't' })];
    return await client.Find({ Query: 'q' }, { headerBlocks }).catch((error: unknown) => error);
  };

  it.each([
    ['of the server', () => NotFound.create(detail, init)],
    ['of the client', () => new TypedFault(clientFaults.NotFound, detail, { ...init, code: 'Sender' })],
  ])('keeps its detail, with a fault type %s', async (_, fault) => {
    const error = await thrown(fault);
    expect(clientFaults.NotFound.is(error) && error.value).toEqual(detail);
    expect(error).toMatchObject({ ...init, code: 'Sender' });
  });

  it('is an error that names the mistake if its detail does not fit the contract', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const error = await thrown(
      () => new TypedFault(clientFaults.NotFound, { Nam: 'Ada' } as never, { ...init, code: 'Sender' }),
    );
    expect(error).toMatchObject({ detailCode: 'InternalError' });
    expect(log.mock.calls.flat().join(' ')).toContain('detail has no field "Nam": did you mean "Name"?');
    log.mockRestore();
  });
});
