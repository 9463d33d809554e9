import {
  createRemoteFileServiceServer,
  type RemoteFileServiceHandlers,
} from '@soapwright/generated/remote-file-service/server';
import { DateTime } from '@soapwright/runtime';
import type { SoapServer } from '@soapwright/runtime/server';
import { listen } from '@soapwright/runtime/server/node';
import { hardText, hardTime } from './hard-text.ts';

export { hardText, hardTime };

/** What each handler was given last, by operation. */
export type Received = Record<string, Record<string, unknown>>;

export interface Mirror {
  readonly address: string;
  readonly server: SoapServer;
  readonly received: Received;
  close(): Promise<void>;
}

/** A server on the generated skeleton that records the input of its handlers and returns unusual values. */
export async function startMirror(): Promise<Mirror> {
  const received: Received = {};
  const note = (operation: string, input: object): void => {
    received[operation] = { ...input };
  };
  const login = { ErrorMessage: '', Token: hardText, ClientEncryptedPassword: undefined };
  const url = {
    ErrorMessage: '',
    LoginURL: 'https://login.example/?a=1&b=2',
    SSOType: 'SAML2',
    ClientID: '7',
    UserName: hardText,
  };
  const handlers: RemoteFileServiceHandlers = {
    AppendChunkWithFolderAccessKey: async (input) => {
      note('AppendChunkWithFolderAccessKey', input);
      const bytes = input.ChunkData && new Uint8Array(await input.ChunkData.arrayBuffer());
      if (received.AppendChunkWithFolderAccessKey) received.AppendChunkWithFolderAccessKey.ChunkData = bytes;
      return {
        ErrorMessage: '',
        ChunkAppended: true,
        UploadToken: hardText,
        LastWriteTimeUtc: input.LastWriteTimeUtc ?? DateTime.parse(hardTime),
        CreationTimeUtc: undefined,
      };
    },
    AccountCreateFreeFromPromotion: (input) => {
      note('AccountCreateFreeFromPromotion', input);
      return { ErrorMessage: undefined, Result: false };
    },
    ExternalOAuthAccountLogin: (input) => {
      note('ExternalOAuthAccountLogin', input);
      return login;
    },
    AdminCreateFolder: (input) => {
      note('AdminCreateFolder', input);
      return { FolderName: input.Parameters?.FolderName };
    },
    SAMLAccountLogin: (input) => {
      note('SAMLAccountLogin', input);
      return login;
    },
    SSOLoginWebURL: (input) => {
      note('SSOLoginWebURL', input);
      return url;
    },
    SSOLoginURL: (input) => {
      note('SSOLoginURL', input);
      return url;
    },
    GetClientID: (input) => {
      note('GetClientID', input);
      return { ErrorMessage: '', ClientID: input.Parameters?.CompanyCode === 'least' ? -2147483648 : 2147483647 };
    },
    GetAPIURL: (input) => {
      note('GetAPIURL', input);
      return { ErrorMessage: '', APIURL: undefined };
    },
  };
  const server = createRemoteFileServiceServer(handlers, { state: undefined });
  const listening = await listen(server, { port: 0, host: '127.0.0.1' });
  return { address: listening.url, server, received, close: () => listening.close() };
}
