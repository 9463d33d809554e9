import { pages } from '@soapwright/generated/remote-file-service/pages';
import {
  createRemoteFileServiceServer,
  type RemoteFileServiceHandlers,
} from '@soapwright/generated/remote-file-service/server';
import { DateTime, SoapFault } from '@soapwright/runtime';
import { type CommonOptions, createServer, implement, type SoapServer } from '@soapwright/runtime/server';
import { echo } from '../end-to-end/echo.ts';
import { pages as everythingPages } from '../golden/everything/expected/pages.ts';
import { createEverythingServer, faults, headers } from '../golden/everything/expected/server.ts';
import { Carry, description } from './carrier.ts';
import { Odd } from './odd.ts';

/** Answers a Web request; `peerAddress` is the socket's. */
export type WebHandler = (request: Request, info?: { readonly peerAddress?: string | undefined }) => Promise<Response>;

export interface SiteOptions {
  /** Pages of these origins may call the services. */
  readonly origins?: readonly string[] | undefined;
  readonly limits?: CommonOptions['limits'];
}

/** The contract `everything`: it returns its input, and `Find` returns values for tests. */
export function everythingServer(options: SiteOptions = {}): SoapServer {
  return createEverythingServer(
    {
      ...echo,
      Find: ({ Query }, context) => {
        if (Query === 'nothing')
          throw faults.NotFound.create({ Name: Query, Tried: ['a', ''] }, { reason: 'Not there.' });
        if (Query === 'late') throw faults.Busy.create('noon', { reason: 'Busy.', retryAfter: 1_500 });
        if (Query === 'plain') throw SoapFault.sender('Refused', 'No, thank you: \u{1f600} & <so on>.');
        if (Query === 'crash') throw new Error('a secret of the server');
        context.responseHeaderBlocks.push(headers.Quota.block(7));
        return [Query, headers.Session.of(context)?.Token ?? ''];
      },
    },
    { state: undefined, pages: everythingPages, ...common(options) },
  );
}

/** The contract of the Remote File Service. `AppendChunk…` returns the number of received bytes and their sum. */
export function fileServer(options: SiteOptions = {}): SoapServer {
  const rejected = (): never => {
    throw SoapFault.sender('Refused', 'It is not served here.');
  };
  const handlers: RemoteFileServiceHandlers = {
    AppendChunkWithFolderAccessKey: async ({ ChunkData, FileName, LastWriteTimeUtc, Offset, BytesRead }) => {
      const bytes = ChunkData === undefined ? undefined : new Uint8Array(await ChunkData.arrayBuffer());
      return {
        ErrorMessage: FileName,
        ChunkAppended: bytes?.length === BytesRead,
        UploadToken: bytes === undefined ? undefined : `${Offset}:${bytes.length}:${sumOf(bytes)}`,
        LastWriteTimeUtc,
        CreationTimeUtc: DateTime.parse('2024-02-29T23:59:59.1234567Z'),
      };
    },
    AccountCreateFreeFromPromotion: rejected,
    ExternalOAuthAccountLogin: rejected,
    AdminCreateFolder: ({ AdminAuthParameters, Parameters }) => ({
      FolderName: `${AdminAuthParameters?.OrgID}:${Parameters?.FolderName}`,
    }),
    SAMLAccountLogin: ({ APIKey, EmailAddress, SAMLToken }) => ({
      ErrorMessage: APIKey,
      Token: EmailAddress,
      ClientEncryptedPassword: SAMLToken,
    }),
    SSOLoginWebURL: rejected,
    SSOLoginURL: ({ EmailAddress }) => ({ ErrorMessage: '', LoginURL: undefined, UserName: EmailAddress }),
    GetClientID: ({ Parameters }) => ({ ErrorMessage: undefined, ClientID: Parameters?.CompanyCode?.length ?? -1 }),
    GetAPIURL: ({ ClientId }) => ({ ErrorMessage: String(ClientId), APIURL: undefined }),
  };
  return createRemoteFileServiceServer(handlers, { state: undefined, pages, ...common(options) });
}

/** Accepts a Blob and returns it. */
export function carrierServer(options: SiteOptions = {}): SoapServer {
  return createServer(description, common(options), [implement(Carry, (blob) => blob)]);
}

function common({ origins, limits }: SiteOptions): CommonOptions {
  return { cors: origins && { origins }, limits, onError: () => undefined };
}

/** Adler-32 without its end: reordered or lost bytes change it. */
export function sumOf(bytes: Uint8Array): number {
  let one = 1;
  let two = 0;
  for (let at = 0; at < bytes.length; at++) {
    one = (one + (bytes[at] as number)) % 65_521;
    two = (two + one) % 65_521;
  }
  return two * 65_536 + one;
}

/** Everything by path: three services, and below `/odd/` responses that a service should not send. */
export function siteHandler(options: SiteOptions = {}): WebHandler {
  const odd = new Odd(options.origins);
  const servers = [everythingServer(options), fileServer(options), carrierServer(options)];
  return async (request, info) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/odd/')) return await odd.respond(request, pathname.slice('/odd/'.length));
    const server = servers.find(({ path }) => path === pathname);
    return server === undefined ? new Response('nothing', { status: 404 }) : await server.fetch(request, info);
  };
}
