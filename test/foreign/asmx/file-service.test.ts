import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../interop/running-service.ts';
import { compileClient, type ProxyProgram } from './mono.ts';

/** The Remote File Service, called by a proxy that mono's `wsdl` makes of its WSDL: all nine operations. */

let service: RunningService;
let client: ProxyProgram;

beforeAll(async () => {
  service = await startService();
  client = await compileClient(await (await fetch(`${service.address}?wsdl`)).text(), 'FileService.cs');
});

afterAll(async () => {
  client?.remove();
  await service?.stop();
});

const token = expect.stringMatching(
  /^LoginResult\{ClientEncryptedPassword="[\w-]+" ErrorMessage="" Token="[\w-]{43}"\}$/,
);
const error = (type: string, fields: string): unknown =>
  expect.stringMatching(new RegExp(`^${type}\\{${fields.replace('ERROR', 'ErrorMessage="[^"]+"')}\\}$`));
const times = 'CreationTimeUtc=2019-03-31T00:30:00.1234567Z CreationTimeUtcSpecified=true';
const written = 'LastWriteTimeUtc=2019-03-31T00:30:00.1234567Z LastWriteTimeUtcSpecified=true';
const noTimes =
  'CreationTimeUtc=0001-01-01T00:00:00 CreationTimeUtcSpecified=false ERROR ' +
  'LastWriteTimeUtc=0001-01-01T00:00:00 LastWriteTimeUtcSpecified=false';

describe.each(['1.1', '1.2'])("a proxy of mono's wsdl over SOAP %s", (soap) => {
  it('calls all nine operations', async () => {
    const name = `mono${soap.replace('.', '')}`;
    const [saml, code] = await Promise.all([service.token('saml'), service.token('oidc')]);
    const lines = await client.run(service.address, soap, name, saml, code);
    const detail = `SoapException ${soap === '1.1' ? 'Client' : 'Sender'} {https://files.example/v2/}ErrorDetail`;
    expect(lines.map((line) => line.result ?? line.fault)).toEqual([
      'GetClientIDResult{ClientID=1001 ErrorMessage=""}',
      error('GetClientIDResult', 'ClientID=0 ERROR'),
      expect.stringMatching(/^GetAPIURLResult\{APIURL="http.+" ErrorMessage=""\}$/),
      error('GetAPIURLResult', 'ERROR'),
      expect.stringMatching(/^SSOLoginURL\{ClientID="1002" ErrorMessage="" LoginURL="http.+" SSOType="SAML2" /),
      expect.stringMatching(/^SSOLoginURL\{.* LoginURL="http.+" SSOType="OIDC" UserName="anna@demo.example"\}$/),
      token,
      error('LoginResult', 'ERROR'),
      token,
      'AccountCreateFreeResult{ErrorMessage="" Result=true}',
      error('AccountCreateFreeResult', 'ERROR Result=false'),
      `AdminCreateFolderResult{FolderName="\\ud83d\\ude00 <a> & ${name}"}`,
      { detail, reason: 'A folder of this name exists.' },
      { detail, reason: 'OrgID, AdminUserID or AdminPassword is not valid.' },
      `ChunkUploadResult{ChunkAppended=true ${times} ErrorMessage="" ${written}}`,
      error('ChunkUploadResult', `ChunkAppended=false ${noTimes}`),
      expect.stringMatching(new RegExp(`^ChunkUploadResult\\{ChunkAppended=true ${times} ErrorMessage="" ${written}`)),
    ]);
  });
});
