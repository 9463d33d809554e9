// Which function answers which operation. Yours: soapwright adds a line for each new operation and touches nothing else.
import type { RemoteFileServiceHandlers } from '@soapwright/generated/remote-file-service/server';
import { AccountCreateFreeFromPromotion } from './AccountCreateFreeFromPromotion.ts';
import { AdminCreateFolder } from './AdminCreateFolder.ts';
import { AppendChunkWithFolderAccessKey } from './AppendChunkWithFolderAccessKey.ts';
import type { State } from './context.ts';
import { ExternalOAuthAccountLogin } from './ExternalOAuthAccountLogin.ts';
import { GetAPIURL } from './GetAPIURL.ts';
import { GetClientID } from './GetClientID.ts';
import { SAMLAccountLogin } from './SAMLAccountLogin.ts';
import { SSOLoginURL } from './SSOLoginURL.ts';
import { SSOLoginWebURL } from './SSOLoginWebURL.ts';

export const handlers: RemoteFileServiceHandlers<State> = {
  AccountCreateFreeFromPromotion,
  AdminCreateFolder,
  AppendChunkWithFolderAccessKey,
  ExternalOAuthAccountLogin,
  GetAPIURL,
  GetClientID,
  SAMLAccountLogin,
  SSOLoginURL,
  SSOLoginWebURL,
};
