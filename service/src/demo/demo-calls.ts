import type { RequestExamples } from '@soapwright/runtime/pages';
import type { Entities } from '../operator/provisioning/entities.ts';
import { curlFunction, type Field, fieldsOf, quoted } from './curl.ts';
import { demonstration, usualServiceAddress } from './demo-values.ts';

/** Expanded by the shell: makes names unique. */
const time = '$(date +%s)';

const fileContent = Buffer.from('Hello from the demonstration.\n');

/** A request of the demonstration. Texts may hold commands of a shell: `$(date +%s)`. */
interface DemoRequest {
  readonly operation: string;
  readonly fields: readonly Field[];
}

/** A request for each operation, with the demonstration's values. */
function demoRequests(entities: Entities): readonly DemoRequest[] {
  const { people, client } = demonstration;
  const { tenants, accounts, administrators, apiKeys, folderKeys, promotions } = entities;
  const [tenant, administrator] = [tenants[0], administrators[0]];
  const apiKey = apiKeys[0]?.secret.value ?? '';
  const APIKey: Field = ['APIKey', apiKey];
  const anna: Field = ['EmailAddress', people.oidc];
  const sam: Field = ['EmailAddress', people.saml];
  return [
    request('GetClientID', [APIKey, ['Parameters', [['CompanyCode', text(tenant?.companyCode)]]]]),
    request('GetAPIURL', [APIKey, ['ClientId', text(tenant?.clientId)]]),
    request('AppendChunkWithFolderAccessKey', [
      APIKey,
      ['FolderAccessKey', text(folderKeys[0]?.secret)],
      ['FileName', 'hello.txt'],
      ['ChunkData', fileContent.toString('base64')],
      ['Offset', '0'],
      ['BytesRead', String(fileContent.length)],
      ['isLastChunk', 'true'],
    ]),
    request('AccountCreateFreeFromPromotion', [
      ['API_KEY', apiKey],
      ['PromoCode', text(promotions[0]?.secret)],
      ['EmailAddress', `guest${time}@example.org`],
      ['UserName', `guest${time}`],
      ['Password', 'guest-password'],
    ]),
    request('AdminCreateFolder', [
      [
        'AdminAuthParameters',
        [
          APIKey,
          ['OrgID', text(tenant?.orgId)],
          ['AdminUserID', text(administrator?.userId)],
          ['AdminPassword', text(administrator?.password)],
        ],
      ],
      [
        'Parameters',
        [
          ['Path', `/${accounts[0]?.userName.value.text ?? ''}`],
          ['FolderName', `made${time}`],
        ],
      ],
    ]),
    request('SSOLoginURL', [APIKey, anna]),
    request('SSOLoginWebURL', [APIKey, sam]),
    request('SAMLAccountLogin', [APIKey, sam, ['SAMLToken', '$(token saml)']]),
    request('ExternalOAuthAccountLogin', [
      APIKey,
      anna,
      ['ExternalOAuthCode', '$(token oidc --bare)'],
      ['ApplicationType', String(client.applicationType)],
    ]),
  ];
}

function request(operation: string, fields: readonly Field[]): DemoRequest {
  return { operation, fields };
}

/**
 * The values of the forms of the pages: those of the commands, but for tokens, which a shell gets from the provider.
 *
 * @param now makes names unique, in milliseconds.
 */
export function demoExamples(entities: Entities, now: number): RequestExamples {
  const seconds = String(Math.floor(now / 1_000));
  const valuesOf = (fields: readonly Field[], path = ''): readonly (readonly [string, string | Uint8Array])[] =>
    fields.flatMap(([name, content]) => {
      if (typeof content !== 'string') return valuesOf(content, `${path}${name}/`);
      if (content.startsWith('$(token')) return [];
      return [[path + name, name === 'ChunkData' ? fileContent : content.replace(time, seconds)]];
    });
  return Object.fromEntries(
    demoRequests(entities).map(({ operation, fields }) => [operation, Object.fromEntries(valuesOf(fields))]),
  );
}

/**
 * A POSIX shell command for each operation. The commands use two shell functions: `soap OPERATION FIELDS` calls an
 * operation, and `token` is the command `demo-token`.
 */
function demoCalls(entities: Entities): readonly string[] {
  return demoRequests(entities).map(({ operation, fields }) => line(operation, fields));
}

/** In double quotes, so that the shell expands `$`; the demonstration's values have no other special characters. */
function line(operation: string, fields: readonly Field[]): string {
  return `soap ${operation} "${fieldsOf(fields)}"`;
}

function text(located: { readonly value: string | number | bigint } | undefined): string {
  return String(located?.value ?? '');
}

export interface DemoTextValues {
  /** Of the service. */
  readonly address: string;
  /** Address of the identity provider. */
  readonly provider: string;
  /** The shell command that starts this program. */
  readonly command: string;
  /** Signs in to the operator's page, once; undefined without such links. */
  readonly operatorLink?: string | undefined;
  readonly entities: Entities;
}

/** The text that the demonstration prints: its addresses and values, and a shell command for each operation. */
export function demoText({ address, provider, command, entities, operatorLink }: DemoTextValues): string {
  const url = address === usualServiceAddress({}) ? '' : ` --url ${quoted(address)}`;
  return `
The Remote File Service is ready. Its keys are public: use it for trying things out only.

${table({ address, provider, entities, operatorLink })}
Paste these two into another shell, in the same folder,

${curlFunction('soap', address)}
token() { ${command} demo-token "$@"${url}; }

and then any of these, one for each operation (docs/tutorials/try-it.md explains them):

${demoCalls(entities).join('\n')}

Ctrl-C stops it.
`;
}

function table({ address, provider, entities, operatorLink }: Omit<DemoTextValues, 'command'>): string {
  const { people } = demonstration;
  const [tenant, account, administrator] = [entities.tenants[0], entities.accounts[0], entities.administrators[0]];
  const folder = entities.folderKeys[0]?.folder.value;
  const path = [folder?.userName, ...(folder?.folders ?? [])].join('/');
  const rows: readonly (readonly [string, string])[] = [
    ['address', `${address}   (in a browser: a form for each operation)`],
    ['WSDL', `${address}?wsdl`],
    ['API key', entities.apiKeys[0]?.secret.value ?? ''],
    ['folder access key', `${entities.folderKeys[0]?.secret.value ?? ''} (/${path})`],
    ['promotion code', entities.promotions[0]?.secret.value ?? ''],
    [
      'company code',
      `${tenant?.companyCode.value ?? ''} (ClientID ${tenant?.clientId.value ?? ''}, OrgID ${tenant?.orgId.value ?? ''})`,
    ],
    [
      'administrator',
      `${administrator?.userId.value ?? ''}, password ${administrator?.password.value ?? ''}, for the account /${account?.userName.value.text ?? ''}`,
    ],
    ['people who sign in', `${people.oidc} (OpenID Connect), ${people.saml} (SAML)`],
    ['identity provider', provider],
    ...(operatorLink === undefined
      ? []
      : [["operator's page", `${operatorLink}   (works once, within 10 minutes)`] as const]),
  ];
  return rows.map(([what, value]) => `  ${what.padEnd(18)} ${value}\n`).join('');
}
