import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { GetAPIURL } from '@soapwright/generated/remote-file-service/client-operations';
import { DateTime } from '@soapwright/runtime';
import { ClientError, fetchTransport, memoryTransport, SoapFault, type Transport } from '@soapwright/runtime/client';
import { httpTransport } from '@soapwright/runtime/client/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hardText, hardTime, type Mirror, startMirror } from '../interop/mirror.ts';

/** The generated client against the generated server, over every transport and both versions of SOAP. */

let mirror: Mirror;

beforeAll(async () => {
  mirror = await startMirror();
});

afterAll(() => mirror.close());

const transports: Record<string, () => Transport> = {
  'node:http': () => httpTransport(),
  fetch: () => fetchTransport(),
  memory: () => memoryTransport(mirror.server),
};

for (const [name, transport] of Object.entries(transports)) {
  for (const soap of ['1.1', '1.2'] as const) {
    describe(`over ${name} with SOAP ${soap}`, () => {
      const client = (): RemoteFileServiceClient =>
        new RemoteFileServiceClient({ address: mirror.address, soap, transport: transport() });

      it('calls an operation passed as a value', async () => {
        expect(await client().call(GetAPIURL, { ClientId: 7 })).toEqual(await client().GetAPIURL({ ClientId: 7 }));
      });

      it('calls all nine operations', async () => {
        const APIKey = hardText;
        const EmailAddress = 'anna@example.org';
        const rfs = client();
        const time = DateTime.parse(hardTime);
        const ChunkData = new Blob([Uint8Array.of(0, 1, 255)]);
        const chunk = await rfs.AppendChunkWithFolderAccessKey({
          APIKey,
          ChunkData,
          Offset: 9223372036854775807n,
          BytesRead: 3,
          isLastChunk: true,
          LastWriteTimeUtc: time,
        });
        expect(chunk).toEqual({
          ErrorMessage: '',
          ChunkAppended: true,
          UploadToken: hardText,
          LastWriteTimeUtc: time,
          CreationTimeUtc: undefined,
        });
        expect(mirror.received.AppendChunkWithFolderAccessKey).toEqual({
          APIKey,
          FolderAccessKey: undefined,
          FileName: undefined,
          ChunkData: Uint8Array.of(0, 1, 255),
          Offset: 9223372036854775807n,
          BytesRead: 3,
          isLastChunk: true,
          UploadToken: undefined,
          LastWriteTimeUtc: time,
          CreationTimeUtc: undefined,
        });
        expect(await rfs.AccountCreateFreeFromPromotion({ API_KEY: APIKey })).toEqual({
          ErrorMessage: undefined,
          Result: false,
        });
        expect(mirror.received.AccountCreateFreeFromPromotion).toMatchObject({ API_KEY: APIKey, Password: undefined });
        const folder = await rfs.AdminCreateFolder({
          AdminAuthParameters: { APIKey, OrgID: 9007199254740993n },
          Parameters: { Path: '', FolderName: hardText },
        });
        expect(folder).toEqual({ FolderName: hardText });
        expect(mirror.received.AdminCreateFolder).toMatchObject({
          AdminAuthParameters: { OrgID: 9007199254740993n, AdminUserID: undefined },
          Parameters: { Path: '' },
        });
        const login = { ErrorMessage: '', Token: hardText, ClientEncryptedPassword: undefined };
        expect(await rfs.ExternalOAuthAccountLogin({ EmailAddress, ApplicationType: -2147483648 })).toEqual(login);
        expect(await rfs.SAMLAccountLogin({ SAMLToken: hardText })).toEqual(login);
        for (const operation of ['SSOLoginURL', 'SSOLoginWebURL'] as const) {
          expect(await rfs[operation]({ APIKey, EmailAddress })).toMatchObject({ ClientID: '7', UserName: hardText });
          expect(mirror.received[operation]).toEqual({ APIKey, EmailAddress });
        }
        expect(await rfs.GetClientID({ Parameters: { CompanyCode: 'least' } })).toEqual({
          ErrorMessage: '',
          ClientID: -2147483648,
        });
        expect(await rfs.GetAPIURL({ ClientId: 2147483647 })).toEqual({ ErrorMessage: '', APIURL: undefined });
        expect(mirror.received.GetAPIURL).toEqual({ APIKey: undefined, ClientId: 2147483647 });
      });

      it('rejects invalid requests before sending', async () => {
        await expect(client().SAMLAccountLogin({ EmailAddress: 'a\u0000b' })).rejects.toThrow(/EmailAddress/);
        await expect(client().GetAPIURL({ ClientId: 2 ** 31 })).rejects.toThrow(/ClientId/);
        await expect(client().GetAPIURL({ ClientId: 2 ** 31 })).rejects.toBeInstanceOf(ClientError);
      });

      it('receives a fault as a SoapFault', async () => {
        const wrong = new RemoteFileServiceClient({
          address: mirror.address,
          soap,
          transport: transport(),
          headerBlocks: [
            soap === '1.1'
              ? '<m xmlns="urn:m" s:mustUnderstand="1" xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"/>'
              : '<m xmlns="urn:m" s:mustUnderstand="true" xmlns:s="http://www.w3.org/2003/05/soap-envelope"/>',
          ],
        });
        const fault = await wrong.GetAPIURL({ ClientId: 1 }).catch((error: unknown) => error);
        expect(fault).toBeInstanceOf(SoapFault);
        expect(fault).toMatchObject({ code: 'MustUnderstand', httpStatus: 500, version: soap });
      });
    });
  }
}
