// The bare skeleton of the Remote File Service: the generated server, listening as the service does, with handlers that
// return a constant. Prints its URL.
import { createRemoteFileServiceServer } from '@soapwright/generated/remote-file-service/server';
import { listen } from '@soapwright/runtime/server/node';

const signedIn = { ErrorMessage: '', Token: 'token', ClientEncryptedPassword: 'sealed' };
const signInUrl = {
  ErrorMessage: '',
  LoginURL: 'https://login.example/authorize?client_id=web',
  SSOType: 'OIDC',
  ClientID: '1',
  UserName: 'user@tenant.example',
};

const server = createRemoteFileServiceServer(
  {
    AppendChunkWithFolderAccessKey: () => ({ ErrorMessage: '', ChunkAppended: true, UploadToken: 'token' }),
    AccountCreateFreeFromPromotion: () => ({ ErrorMessage: '', Result: true }),
    ExternalOAuthAccountLogin: () => signedIn,
    AdminCreateFolder: () => ({ FolderName: 'folder' }),
    SAMLAccountLogin: () => signedIn,
    SSOLoginWebURL: () => signInUrl,
    SSOLoginURL: () => signInUrl,
    GetClientID: () => ({ ErrorMessage: '', ClientID: 1 }),
    GetAPIURL: () => ({ ErrorMessage: '', APIURL: 'https://files.example/v2/fileservice.asmx' }),
  },
  { state: undefined },
);
const listening = await listen(server);
process.stderr.write(`${JSON.stringify({ url: listening.url })}\n`);
process.on('SIGTERM', () => void listening.close(0).then(() => process.exit(0)));
