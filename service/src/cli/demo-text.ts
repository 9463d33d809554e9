import { demoCalls } from '../demo/calls.ts';
import { curlFunction, quoted } from '../demo/curl.ts';
import { demonstration, usualServiceAddress } from '../demo/values.ts';
import type { Nouns } from '../operator/provisioning/nouns.ts';

export interface DemoShown {
  /** Of the service. */
  readonly address: string;
  /** Address of the identity provider. */
  readonly provider: string;
  /** What starts this program, in a shell. */
  readonly command: string;
  readonly nouns: Nouns;
}

/** What the demonstration prints: where it is, its values, and a line for each operation that works when it is pasted. */
export function demoText({ address, provider, command, nouns }: DemoShown): string {
  const url = address === usualServiceAddress({}) ? '' : ` --url ${quoted(address)}`;
  return `
The Remote File Service is ready. Everybody knows these keys: this is for trying things out only.

${table(address, provider, nouns)}
Paste these two into another shell, in the same folder,

${curlFunction('soap', address)}
token() { ${command} demo-token "$@"${url}; }

and then any of these, one for each operation (docs/tutorials/try-it.md explains them):

${demoCalls(nouns).join('\n')}

Ctrl-C stops it.
`;
}

function table(address: string, provider: string, nouns: Nouns): string {
  const { people } = demonstration;
  const [tenant, account, administrator] = [nouns.tenants[0], nouns.accounts[0], nouns.administrators[0]];
  const folder = nouns.folderKeys[0]?.folder.value;
  const path = [folder?.userName, ...(folder?.folders ?? [])].join('/');
  const rows: readonly (readonly [string, string])[] = [
    ['address', `${address}   (in a browser: a form for each operation)`],
    ['WSDL', `${address}?wsdl`],
    ['API key', nouns.apiKeys[0]?.key.value ?? ''],
    ['folder access key', `${nouns.folderKeys[0]?.key.value ?? ''} (/${path})`],
    ['promotion code', nouns.promotions[0]?.code.value ?? ''],
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
  ];
  return rows.map(([what, value]) => `  ${what.padEnd(18)} ${value}\n`).join('');
}
