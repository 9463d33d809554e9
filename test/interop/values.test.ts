import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DateTime } from '@soapwright/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, foreignClients, type Input, nodeSoap, php, required, zeep } from './foreign.ts';
import { hardText, hardTime, type Mirror, startMirror } from './mirror.ts';

/** Hard values through real foreign clients, both ways: the handler's input, and the result. */

let mirror: Mirror;
let folder: string;
const megabyte = randomBytes(1024 * 1024);

beforeAll(async () => {
  mirror = await startMirror();
  folder = mkdtempSync(join(tmpdir(), 'soapwright-interop-'));
  writeFileSync(join(folder, 'megabyte'), megabyte);
});

afterAll(async () => {
  await mirror.close();
  rmSync(folder, { recursive: true, force: true });
});

const chunk = (input: Record<string, Input>): Record<string, Input> => ({
  APIKey: 'k',
  Offset: { $long: '0' },
  BytesRead: 0,
  isLastChunk: true,
  ...input,
});

for (const client of foreignClients) {
  for (const version of ['1.1', '1.2'] as const) {
    describe.skipIf(!client.available && !required)(`${client.name} over SOAP ${version}`, () => {
      async function call(operation: string, input: Record<string, Input>): Promise<Answer> {
        const [response] = await client.call({
          wsdl: `${mirror.address}?wsdl`,
          soap: version,
          calls: [{ operation, input }],
        });
        if (response === undefined) throw new Error('no answer');
        expect(response.fault).toBeUndefined();
        return response;
      }

      // node-soap trims text and writes CR unescaped, which XML 1.0 (2.11) turns into LF. The rest arrives.
      const sent = client === nodeSoap ? hardText.replace('\r\n', '\n') : hardText;

      it('preserves unusual text in both directions', async () => {
        const response = await call('AdminCreateFolder', {
          AdminAuthParameters: { APIKey: 'k', OrgID: { $long: '1' }, AdminUserID: sent, AdminPassword: 'p' },
          Parameters: { Path: '/', FolderName: sent },
        });
        expect(mirror.received.AdminCreateFolder?.AdminAuthParameters).toMatchObject({ AdminUserID: sent });
        // zeep also takes a record of a single field off.
        const { FolderName } =
          client === zeep ? { FolderName: response.result } : record(response, 'AdminCreateFolderResult');
        expect(FolderName).toBe(sent);
      });

      it('reads CR LF and tab that the server writes', async () => {
        const response = await call('SAMLAccountLogin', { APIKey: 'k', EmailAddress: 'e', SAMLToken: 't' });
        expect(record(response, 'LoginResult').Token).toBe(hardText);
      });

      it('preserves a long beyond 2^53', async () => {
        for (const OrgID of ['9007199254740993', '9223372036854775807', '-9223372036854775808']) {
          await call('AdminCreateFolder', {
            AdminAuthParameters: { APIKey: 'k', OrgID: { $long: OrgID }, AdminUserID: 'a', AdminPassword: 'p' },
            Parameters: { Path: '/', FolderName: 'f' },
          });
          expect(mirror.received.AdminCreateFolder?.AdminAuthParameters).toMatchObject({ OrgID: BigInt(OrgID) });
        }
      });

      it('preserves the extremes of int in both directions', async () => {
        for (const ClientId of [2147483647, -2147483648]) {
          await call('GetAPIURL', { APIKey: 'k', ClientId });
          expect(mirror.received.GetAPIURL).toEqual({ APIKey: 'k', ClientId });
        }
        const least = await call('GetClientID', { APIKey: 'k', Parameters: { CompanyCode: 'least' } });
        expect(Number(plain(record(least, 'GetClientIDResult').ClientID))).toBe(-2147483648);
        const most = await call('GetClientID', { APIKey: 'k', Parameters: { CompanyCode: 'most' } });
        expect(Number(plain(record(most, 'GetClientIDResult').ClientID))).toBe(2147483647);
      });

      it('distinguishes an absent string from an empty one', async () => {
        await call('SSOLoginURL', { APIKey: '' });
        expect(mirror.received.SSOLoginURL).toEqual({ APIKey: '', EmailAddress: undefined });
        await call('SSOLoginURL', { EmailAddress: '' });
        expect(mirror.received.SSOLoginURL).toEqual({ APIKey: undefined, EmailAddress: '' });
      });

      it('reads an absent field of a response as absent, and an empty one as empty', async () => {
        const absent = await call('AccountCreateFreeFromPromotion', { API_KEY: 'k' });
        expect(absent.response).not.toContain('ErrorMessage');
        expect(record(absent, 'AccountCreateFreeResult').ErrorMessage ?? null).toBeNull();
        const empty = await call('GetAPIURL', { APIKey: 'k', ClientId: 1 });
        expect(empty.response).toMatch(/<ErrorMessage><\/ErrorMessage>|<ErrorMessage\/>/);
        expect(empty.response).not.toContain('APIURL>');
      });

      it('preserves bytes: none, one, and 1 MiB', async () => {
        const values: readonly (readonly [Input, Uint8Array])[] = [
          [{ $base64: '' }, new Uint8Array(0)],
          [{ $base64: '/w==' }, Uint8Array.of(255)],
          [{ $path: join(folder, 'megabyte') }, megabyte],
        ];
        for (const [ChunkData, bytes] of values) {
          await call('AppendChunkWithFolderAccessKey', chunk({ ChunkData }));
          const arrived = mirror.received.AppendChunkWithFolderAccessKey?.ChunkData as Uint8Array;
          expect(Buffer.compare(arrived, bytes)).toBe(0);
        }
      });

      it('preserves times with seven fraction digits and with offsets', async () => {
        for (const time of [
          hardTime,
          '1969-12-31T23:59:59.9999999+14:00',
          '2024-07-01T12:00:00-03:30',
          '2024-07-01T12:00:00',
        ]) {
          const response = await call('AppendChunkWithFolderAccessKey', chunk({ LastWriteTimeUtc: time }));
          const arrived = mirror.received.AppendChunkWithFolderAccessKey?.LastWriteTimeUtc;
          expect(String(arrived)).toBe(time);
          expect((arrived as DateTime).equals(DateTime.parse(time))).toBe(true);
          expect(response.response).toContain(`<LastWriteTimeUtc>${time}</LastWriteTimeUtc>`);
          expect(response.response).not.toContain('CreationTimeUtc');
        }
      });

      it('calls the operation whose result and record share its name', async () => {
        for (const operation of ['SSOLoginURL', 'SSOLoginWebURL']) {
          const response = await call(operation, { APIKey: 'k', EmailAddress: 'anna@example.org' });
          expect(mirror.received[operation]).toEqual({ APIKey: 'k', EmailAddress: 'anna@example.org' });
          expect(record(response, 'SSOLoginURL')).toMatchObject({
            LoginURL: 'https://login.example/?a=1&b=2',
            ClientID: '7',
          });
        }
      });

      it('calls the sign-in operations', async () => {
        await call('ExternalOAuthAccountLogin', {
          APIKey: 'k',
          EmailAddress: 'e',
          ExternalOAuthCode: 'c',
          ApplicationType: 3,
        });
        expect(mirror.received.ExternalOAuthAccountLogin).toEqual({
          APIKey: 'k',
          EmailAddress: 'e',
          ExternalOAuthCode: 'c',
          ApplicationType: 3,
        });
      });
    });
  }
}

/** The result record: zeep takes the wrapper with its one element off, PHP and node-soap do not. */
function record(response: Answer, element: string): Record<string, unknown> {
  return response.result[element] ?? response.result;
}

function plain(value: unknown): unknown {
  return typeof value === 'object' && value !== null && '$long' in value ? value.$long : value;
}

it.skipIf(!required)('the foreign programs are installed', () => {
  expect([php.available, zeep.available, nodeSoap.available]).toEqual([true, true, true]);
});
