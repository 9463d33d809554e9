import { createPages, type PagesDescription } from '../../../runtime/src/pages/index.ts';
import { type Authorize, type Handler, implement } from '../../../runtime/src/server/handler.ts';
import { type Listening, type ListenOptions, listen } from '../../../runtime/src/server/node/index.ts';
import { createServer } from '../../../runtime/src/server/server.ts';
import type { CommonOptions } from '../../../runtime/src/server/server-options.ts';
import type { SoapServer } from '../../../runtime/src/server/soap-server.ts';
import type { Operation } from '../../../runtime/src/soap/operation.ts';
import { blob, boolean, int, long, namespace, nested, operation, text, type Values } from './table-codec.ts';

const ssoLoginUrl = nested('SSOLoginURL', 'SSOLoginURL', true, text('ErrorMessage'), text('LoginURL'), text('SSOType'));
const clientIdResult = nested('GetClientIDResult', 'GetClientIDResult', true, text('ErrorMessage'), int('ClientID'));
const chunkResult = nested('ChunkUploadResult', 'ChunkUploadResult', true, text('ErrorMessage'), blob('Data'));

/** Operation, result element and record of one name. */
export const SSOLoginURL: Operation<Values, Values> = operation(
  'SSOLoginURL',
  [text('APIKey'), text('EmailAddress')],
  ssoLoginUrl,
);
/** A record within the request. */
export const GetClientID: Operation<Values, Values> = operation(
  'GetClientID',
  [text('APIKey'), nested('Parameters', 'GetClientIDParameters', false, text('CompanyCode'))],
  clientIdResult,
);
/** Required numbers, and binary that is streamed. */
export const AppendChunk: Operation<Values, Values> = operation(
  'AppendChunk',
  [text('APIKey'), blob('ChunkData'), long('Offset'), int('BytesRead'), boolean('isLastChunk')],
  chunkResult,
);

export type TestHandler = Handler<Values, Values>;

export interface TestHandlers {
  readonly SSOLoginURL?: TestHandler;
  readonly GetClientID?: TestHandler;
  readonly AppendChunk?: TestHandler;
}

const defaults: Required<TestHandlers> = {
  SSOLoginURL: ({ EmailAddress }) => ({ ErrorMessage: '', LoginURL: EmailAddress, SSOType: undefined }),
  GetClientID: ({ Parameters }) => ({ ErrorMessage: '', ClientID: lengthOf(Parameters) }),
  AppendChunk: ({ ChunkData }) => ({ ErrorMessage: undefined, Data: ChunkData }),
};

function lengthOf(parameters: unknown): number {
  const { CompanyCode } = (parameters ?? {}) as { CompanyCode?: string };
  return CompanyCode?.length ?? 0;
}

const field = { optional: true, many: false, nillable: false, sensitive: false, stream: false, doc: '' };

export const description: PagesDescription = {
  name: 'FileService',
  namespace,
  doc: 'Stores <files> & "folders".',
  address: 'http://localhost:8080/v2/fileservice.asmx',
  soapVersions: ['1.1', '1.2'],
  operations: [
    {
      name: 'GetClientID',
      doc: 'Returns the client identifier for a company code.',
      soapAction: `${namespace}GetClientID`,
      inputElement: 'GetClientID',
      outputElement: 'GetClientIDResponse',
      input: 'GetClientIDRequest',
      output: 'GetClientIDResponse',
    },
    {
      name: 'SSOLoginURL',
      doc: 'Returns a <script>alert(1)</script> & "address".',
      soapAction: `${namespace}SSOLoginURL`,
      inputElement: 'SSOLoginURL',
      outputElement: 'SSOLoginURLResponse',
      input: 'SSOLoginURLRequest',
      output: 'SSOLoginURLResponse',
    },
  ],
  records: {
    GetClientIDRequest: [
      { ...field, name: 'APIKey', type: 'string', sensitive: true, doc: 'A key, "quoted" & <b>bold</b>.' },
      { ...field, name: 'Parameters', record: 'GetClientIDParameters' },
    ],
    GetClientIDParameters: [{ ...field, name: 'CompanyCode', type: 'string' }],
    GetClientIDResponse: [{ ...field, name: 'GetClientIDResult', record: 'GetClientIDResult', optional: false }],
    GetClientIDResult: [
      { ...field, name: 'ErrorMessage', type: 'string' },
      { ...field, name: 'ClientID', type: 'int', optional: false },
    ],
    SSOLoginURLRequest: [{ ...field, name: 'APIKey', type: 'string' }],
    SSOLoginURLResponse: [{ ...field, name: 'SSOLoginURL', record: 'SSOLoginURL', optional: false }],
    // A recursive record.
    SSOLoginURL: [
      { ...field, name: 'LoginURL', type: 'string' },
      { ...field, name: 'Next', record: 'SSOLoginURL', many: true, nillable: true },
    ],
  },
  wsdl: ['<definitions><address location="', '"/><address location="', '"/></definitions>'],
};

export const path = '/v2/fileservice.asmx';

/** The service in memory. Errors of handlers are not logged by default. */
export function testServer(
  handlers: TestHandlers = {},
  options: CommonOptions = {},
  authorize?: Authorize<Values, Values>,
): SoapServer {
  const all = { ...defaults, ...handlers };
  return createServer(description, { onError: () => undefined, pages: createPages(description), ...options }, [
    implement(SSOLoginURL, all.SSOLoginURL),
    implement(GetClientID, all.GetClientID),
    implement(AppendChunk, all.AppendChunk, authorize),
  ]);
}

/** The service on a free port. */
export function testListening(
  handlers: TestHandlers = {},
  options: CommonOptions = {},
  how: ListenOptions = {},
  authorize?: Authorize<Values, Values>,
): Promise<Listening> {
  return listen(testServer(handlers, options, authorize), how);
}
