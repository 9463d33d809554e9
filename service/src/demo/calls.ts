import type { Nouns } from '../operator/provisioning/nouns.ts';
import { type Field, fieldsOf } from './curl.ts';
import { demonstration } from './values.ts';

/** What a shell expands: names that may be taken once have the time in them. */
const time = '$(date +%s)';

/**
 * A line for a POSIX shell for each operation, with the demonstration's values. It stands on two functions of the shell:
 * `soap OPERATION FIELDS` calls one, and `token` is the command `demo-token`.
 */
export function demoCalls(nouns: Nouns): readonly string[] {
  const { people, client } = demonstration;
  const { tenants, accounts, administrators, apiKeys, folderKeys, promotions } = nouns;
  const [tenant, administrator] = [tenants[0], administrators[0]];
  const apiKey = apiKeys[0]?.key.value ?? '';
  const content = Buffer.from('Hello from the demonstration.\n');
  const APIKey: Field = ['APIKey', apiKey];
  const anna: Field = ['EmailAddress', people.oidc];
  const sam: Field = ['EmailAddress', people.saml];
  return [
    line('GetClientID', [APIKey, ['Parameters', [['CompanyCode', text(tenant?.companyCode)]]]]),
    line('GetAPIURL', [APIKey, ['ClientId', text(tenant?.clientId)]]),
    line('AppendChunkWithFolderAccessKey', [
      APIKey,
      ['FolderAccessKey', text(folderKeys[0]?.key)],
      ['FileName', 'hello.txt'],
      ['ChunkData', content.toString('base64')],
      ['Offset', '0'],
      ['BytesRead', String(content.length)],
      ['isLastChunk', 'true'],
    ]),
    line('AccountCreateFreeFromPromotion', [
      ['API_KEY', apiKey],
      ['PromoCode', text(promotions[0]?.code)],
      ['EmailAddress', `guest${time}@example.org`],
      ['UserName', `guest${time}`],
      ['Password', 'guest-password'],
    ]),
    line('AdminCreateFolder', [
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
    line('SSOLoginURL', [APIKey, anna]),
    line('SSOLoginWebURL', [APIKey, sam]),
    line('SAMLAccountLogin', [APIKey, sam, ['SAMLToken', '$(token saml)']]),
    line('ExternalOAuthAccountLogin', [
      APIKey,
      anna,
      ['ExternalOAuthCode', '$(token oidc --bare)'],
      ['ApplicationType', String(client.applicationType)],
    ]),
  ];
}

/** In double quotes, for `$` to count; no value of the demonstration holds anything else that would. */
function line(operation: string, fields: readonly Field[]): string {
  return `soap ${operation} "${fieldsOf(fields)}"`;
}

function text(located: { readonly value: string | number | bigint } | undefined): string {
  return String(located?.value ?? '');
}
