import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ForeignClient, foreignClients, type Input, required, zeep } from './foreign.ts';
import { type RunningService, startService } from './running-service.ts';

/** Real foreign clients call the running service: all nine operations, both versions, successful and rejected. */

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

const APIKey = 'demo-api-key';
const OrgID: Input = { $long: '9007199254740993' };
const admin = { APIKey, OrgID, AdminUserID: 'admin', AdminPassword: 'admin-demo-password' };

let names = 0;

for (const client of foreignClients) {
  for (const version of ['1.1', '1.2'] as const) {
    describe.skipIf(!client.available && !required)(`${client.name} over SOAP ${version}`, () => {
      const calls = async (list: readonly (readonly [string, Record<string, Input>])[]): Promise<readonly Answer[]> =>
        client.call({
          wsdl: `${service.address}?wsdl`,
          soap: version,
          calls: list.map(([operation, input]) => ({ operation, input })),
        });
      // Accounts and folders are made once each, so every client and version takes names of its own.
      const unique = `${createHash('sha256').update(`${client.name} ${version}`).digest('hex').slice(0, 8)}-${names++}`;
      const sender = version === '1.1' ? 'Client' : 'Sender';

      it('looks up client and address, and reports unknown ones', async () => {
        const [known, unknown, wrongKey, address, noAddress] = await calls([
          ['GetClientID', { APIKey, Parameters: { CompanyCode: 'demo' } }],
          ['GetClientID', { APIKey, Parameters: { CompanyCode: 'nobody' } }],
          ['GetClientID', { APIKey: 'wrong', Parameters: { CompanyCode: 'demo' } }],
          ['GetAPIURL', { APIKey, ClientId: 1001 }],
          ['GetAPIURL', { APIKey, ClientId: -2147483648 }],
        ]);
        expect(record(known, 'GetClientIDResult', client)).toMatchObject({ ClientID: '1001' });
        expect(text(known, 'ErrorMessage')).toBe('');
        expect(text(unknown, 'ClientID')).toBe('0');
        expect(text(unknown, 'ErrorMessage')).not.toBe('');
        expect(text(wrongKey, 'ClientID')).toBe('0');
        expect(text(wrongKey, 'ErrorMessage')).not.toBe('');
        expect(text(address, 'APIURL')).toMatch(/^http/);
        expect(text(noAddress, 'APIURL')).toBeUndefined();
        expect(text(noAddress, 'ErrorMessage')).not.toBe('');
      });

      it('creates an account, and rejects a second one', async () => {
        const account = {
          API_KEY: APIKey,
          PromoCode: 'DEMO-WELCOME',
          EmailAddress: `${unique}@example.org`,
          UserName: `Ünïcode-${unique}`,
          Password: 'p4ssw0rd <&> "quoted"',
        };
        const [created, again, withoutPromotion] = await calls([
          ['AccountCreateFreeFromPromotion', account],
          ['AccountCreateFreeFromPromotion', account],
          ['AccountCreateFreeFromPromotion', { ...account, PromoCode: 'no such', UserName: `x${unique}` }],
        ]);
        expect(text(created, 'ErrorMessage')).toBe('');
        expect(text(created, 'Result')).toBe('true');
        expect(text(again, 'Result')).toBe('false');
        expect(text(again, 'ErrorMessage')).not.toBe('');
        expect(text(withoutPromotion, 'Result')).toBe('false');
      });

      it('creates folders with names that tools handle wrongly, and receives a fault for invalid ones', async () => {
        const folder = (FolderName: string, change: Record<string, Input> = {}): [string, Record<string, Input>] => [
          'AdminCreateFolder',
          { AdminAuthParameters: { ...admin, ...change }, Parameters: { Path: '/anna', FolderName } },
        ];
        const hard = [`😀 ${unique}`, `שלום العربية ${unique}`, `<a> & "q" 'p' ]]> ${unique}`];
        const responses = await calls([
          ...hard.map((name) => folder(name)),
          folder(hard[0] ?? ''),
          folder('a\tb'),
          folder('f', { OrgID: { $long: '9007199254740992' } }),
          folder('f', { OrgID: { $long: '9223372036854775807' } }),
          folder('f', { AdminPassword: 'wrong' }),
        ]);
        for (const [index, name] of hard.entries()) {
          expect(text(responses[index], 'FolderName')).toBe(name);
        }
        const codes = ['FolderExists', 'InvalidName', 'AccessDenied', 'AccessDenied', 'AccessDenied'];
        for (const [index, code] of codes.entries()) {
          const { fault, response } = responses[hard.length + index] as Answer;
          expect(fault?.code).toContain(sender);
          expect(response).toContain(`<Code>${code}</Code>`);
        }
      });

      it('uploads a file in chunks, resumes, and preserves its times', async () => {
        const time = '2019-03-31T02:30:00.1234567+02:00';
        const chunk = (change: Record<string, Input>): [string, Record<string, Input>] => [
          'AppendChunkWithFolderAccessKey',
          {
            APIKey,
            FolderAccessKey: 'demo-folder-key',
            FileName: `${unique}.bin`,
            Offset: { $long: '0' },
            BytesRead: 0,
            isLastChunk: false,
            ...change,
          },
        ];
        const first = chunk({ ChunkData: { $base64: 'AAEC/w==' }, BytesRead: 4, LastWriteTimeUtc: time });
        const [begun, empty] = await calls([first, chunk({ FileName: `${unique}.empty`, isLastChunk: true })]);
        expect(text(begun, 'ChunkAppended')).toBe('true');
        expect(text(begun, 'LastWriteTimeUtc')).toBe('2019-03-31T00:30:00.1234567Z');
        expect(text(empty, 'ChunkAppended')).toBe('true');
        const UploadToken = text(begun, 'UploadToken') ?? '';
        expect(UploadToken).not.toBe('');
        const next = { UploadToken, ChunkData: { $base64: '/g==' }, BytesRead: 1, isLastChunk: true };
        const [wrong, last, again, wrongKey] = await calls([
          chunk({ ...next, Offset: { $long: '9007199254740993' } }),
          chunk({ ...next, Offset: { $long: '4' } }),
          chunk({ ...next, Offset: { $long: '4' } }),
          chunk({ FolderAccessKey: 'wrong' }),
        ]);
        expect(text(wrong, 'ChunkAppended')).toBe('false');
        expect(text(wrong, 'ErrorMessage')).toContain('4');
        expect(text(last, 'ErrorMessage')).toBe('');
        expect(text(last, 'ChunkAppended')).toBe('true');
        expect(text(last, 'LastWriteTimeUtc')).toBe('2019-03-31T00:30:00.1234567Z');
        expect(text(again, 'ChunkAppended')).toBe('true');
        expect(text(wrongKey, 'ChunkAppended')).toBe('false');
      });

      it('signs in with SAML and with OpenID Connect, each token once, and is rejected with an invalid one', async () => {
        const [sam, anna] = ['sam@saml.example', 'anna@demo.example'];
        const [samlUrl, oidcUrl, ...unknown] = await calls([
          ['SSOLoginWebURL', { APIKey, EmailAddress: sam }],
          ['SSOLoginURL', { APIKey, EmailAddress: anna }],
          ['SSOLoginURL', { APIKey, EmailAddress: 'anna@unknown.example' }],
          ['SSOLoginWebURL', { APIKey, EmailAddress: 'anna@unknown.example' }],
        ]);
        expect(text(samlUrl, 'SSOType')).toBe('SAML2');
        expect(text(samlUrl, 'ClientID')).toBe('1002');
        expect(text(samlUrl, 'LoginURL')).toMatch(/^http:.*[?&]SAMLRequest=/);
        expect(text(oidcUrl, 'SSOType')).toBe('OIDC');
        expect(text(oidcUrl, 'UserName')).toBe(anna);
        expect(text(oidcUrl, 'LoginURL')).toMatch(/&code_challenge_method=S256&/);
        for (const rejected of unknown) {
          expect(text(rejected, 'LoginURL')).toBeUndefined();
          expect(text(rejected, 'ErrorMessage')).toMatch(/identity provider/);
        }

        const [SAMLToken, query, webQuery, code] = await Promise.all([
          service.token('saml'),
          service.token('oidc'),
          service.token('oidc', '--use', 'web'),
          service.token('oidc', '--bare'),
        ]);
        const saml = { APIKey, EmailAddress: sam, SAMLToken };
        const oidc = { APIKey, EmailAddress: anna, ExternalOAuthCode: query, ApplicationType: 1 };
        const responses = await calls([
          ['SAMLAccountLogin', saml],
          ['ExternalOAuthAccountLogin', oidc],
          ['ExternalOAuthAccountLogin', { ...oidc, ExternalOAuthCode: webQuery, ApplicationType: 0 }],
          ['ExternalOAuthAccountLogin', { ...oidc, ExternalOAuthCode: code }],
          ['SAMLAccountLogin', saml],
          ['SAMLAccountLogin', { ...saml, SAMLToken: 'AAAA' }],
          ['ExternalOAuthAccountLogin', oidc],
          ['ExternalOAuthAccountLogin', { ...oidc, ExternalOAuthCode: 'c' }],
        ]);
        for (const [index, answer] of responses.entries()) {
          if (index < 4) expect(text(answer, 'ErrorMessage')).toBe('');
          else expect(text(answer, 'ErrorMessage')).not.toBe('');
          if (index < 4) expect(text(answer, 'Token')).toMatch(/^[\w-]{43}$/);
          else expect(text(answer, 'Token')).toBeUndefined();
        }
      });
    });
  }
}

/** The result record as the client sees it; numbers and booleans as text, since each client has types of its own. */
function record(answer: Answer | undefined, element: string, client: ForeignClient): Record<string, unknown> {
  const result = client === zeep ? answer?.result : answer?.result[element];
  return Object.fromEntries(
    Object.entries(result as object).map(([name, value]) => [
      name,
      String(typeof value === 'object' && value !== null && '$long' in value ? value.$long : value),
    ]),
  );
}

/** Text of an element of the response as received, the same bytes for every client. */
function text(answer: Answer | undefined, element: string): string | undefined {
  expect(answer?.fault).toBeUndefined();
  const found = new RegExp(`<${element}>([^<]*)</${element}>|<${element}/>`).exec(answer?.response ?? '');
  if (found === null) return undefined;
  return (found[1] ?? '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#128512;', '😀')
    .replaceAll('&amp;', '&');
}
