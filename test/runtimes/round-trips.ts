import { RemoteFileServiceClient } from '@soapwright/generated/remote-file-service/client';
import { DateTime } from '@soapwright/runtime';
import { SoapClient, type Transport } from '@soapwright/runtime/client';
import { EverythingClient, faults, headers } from '../golden/everything/expected/client.ts';
import { check, rejection, same, shown } from './assert.ts';
import { Carry, path } from './carrier.ts';
import type { Case, Surroundings } from './case.ts';
import { patterned } from './random.ts';
import { sumOf } from './site.ts';
import { animals, leastRestricted, mapped, otherPayment, payment, restricted, sets } from './values.ts';

const MIB = 1024 * 1024;

/** Calls with results and faults, by generated clients on generated servers, in both SOAP versions. */
export function roundTrips(way: string, transportTo: (at: Surroundings) => Transport): Case[] {
  const cases: Case[] = [];
  for (const soap of ['1.1', '1.2'] as const) {
    const add = (what: string, run: Case['run']): void => {
      cases.push({ name: `${way}, SOAP ${soap}: ${what}`, run });
    };
    const options = (at: Surroundings, local: string) => ({
      soap,
      transport: transportTo(at),
      address: `${at.origin}${local}`,
    });
    const everything = (at: Surroundings) => new EverythingClient(options(at, '/everything'));
    const files = (at: Surroundings) => new RemoteFileServiceClient(options(at, '/v2/fileservice.asmx'));
    const carrier = (at: Surroundings) => new SoapClient(options(at, path));
    const session = { headerBlocks: [headers.Session.block({ Token: 'to\r\nken' })] };

    for (const [what, values] of sets) {
      add(`R3, R4: ${what}`, async (at) => same(await everything(at).Echo({ Values: values }), values));
    }
    add('R4: types of the contract', async (at) => {
      for (const each of [restricted, leastRestricted]) {
        same(await everything(at).EchoRestricted({ Restricted: each }), each);
      }
      same(await everything(at).EchoMapped({ Mapped: mapped }), mapped);
    });
    add('choices, derived types, wildcards', async (at) => {
      for (const Payment of [payment, otherPayment]) {
        const { extra, ...rest } = await everything(at).EchoContent({ Payment });
        same({ ...rest, extra: extra.length }, { ...Payment, extra: Payment.extra.length });
      }
      same(await everything(at).EchoAnimals(animals), animals);
      same(await everything(at).Describe({ Text: 'EU', limit: 3 }), { $text: '1.50', currency: 'EU3', rounded: false });
      same(await everything(at).Ping('four'), 4);
    });
    add('R3: absent and empty are told apart', async (at) => {
      const login = await files(at).SAMLAccountLogin({ APIKey: '', EmailAddress: '\r' });
      same(login, { ErrorMessage: '', Token: '\r', ClientEncryptedPassword: undefined });
      same(await files(at).GetClientID({ Parameters: {} }), { ClientID: -1 });
      same(await files(at).GetClientID({ Parameters: { CompanyCode: '' } }), { ClientID: 0 });
    });
    add('R4: numbers of 64 bits and 100 ns', async (at) => {
      const time = DateTime.parse('0001-01-01T00:00:00.0000001Z');
      const result = await files(at).AppendChunkWithFolderAccessKey({
        FileName: 'ä&\u{1f600}',
        ChunkData: new Blob([Uint8Array.of(0, 255)]),
        Offset: 2n ** 63n - 1n,
        BytesRead: 2,
        isLastChunk: true,
        LastWriteTimeUtc: time,
      });
      same(result, {
        ErrorMessage: 'ä&\u{1f600}',
        ChunkAppended: true,
        UploadToken: `${2n ** 63n - 1n}:2:${sumOf(Uint8Array.of(0, 255))}`,
        LastWriteTimeUtc: time,
        CreationTimeUtc: DateTime.parse('2024-02-29T23:59:59.1234567Z'),
      });
    });
    for (const size of [undefined, 0, 1, 65_537, 8 * MIB]) {
      add(`a streamed field of ${size ?? 'no'} bytes arrives`, async (at) => {
        const bytes = size === undefined ? undefined : patterned(size);
        const { UploadToken } = await files(at).AppendChunkWithFolderAccessKey({
          ChunkData: bytes && new Blob([bytes]),
          Offset: 0n,
          BytesRead: size ?? 0,
          isLastChunk: false,
        });
        same(UploadToken, bytes && `0:${bytes.length}:${sumOf(bytes)}`);
      });
    }
    for (const size of [0, 1, 3 * 256 * 1024 + 1, 8 * MIB]) {
      add(`a Blob of ${size} bytes goes and comes back`, async (at) => {
        const bytes = patterned(size + 7);
        const blob = new Blob([bytes.subarray(0, 5), new Blob([bytes.subarray(5)])]).slice(3, 3 + size);
        const response = await carrier(at).call(Carry, blob);
        check(response instanceof Blob, 'the answer is a Blob');
        same(response.size, size, 'its size');
        same(new Uint8Array(await response.arrayBuffer()), bytes.subarray(3, 3 + size));
      });
    }
    add('8 MiB of bytes go and come back', async (at) => {
      const bytes = patterned(8 * MIB - 1);
      const Values = { many: [], lists: [], nil: null, base64Binary: bytes };
      same((await everything(at).Echo({ Values })).base64Binary, bytes);
    });
    add('calls at the same time are kept apart', async (at) => {
      const client = everything(at);
      const calls = Array.from({ length: 24 }, async (_, index) => {
        const text = `call ${index}`.padEnd(index * 4_000, 'x');
        same(await client.Find({ Query: text }, session), [text, 'to\r\nken']);
      });
      await Promise.all(calls);
    });
    add('D5: header blocks go and come', async (at) => {
      let quota: number | undefined;
      const response = await everything(at).Find(
        { Query: 'q' },
        {
          ...session,
          onResponse(got) {
            quota = headers.Quota.of(got);
          },
        },
      );
      same([response, quota], [['q', 'to\r\nken'], 7]);
    });
    add('W3: declared faults come with their detail', async (at) => {
      const missing = await rejection(everything(at).Find({ Query: 'nothing' }, session), 'Find');
      check(faults.NotFound.is(missing), shown(missing));
      same(missing.value, { Name: 'nothing', Tried: ['a', ''] });
      const late = await rejection(everything(at).Find({ Query: 'late' }, session), 'Find');
      check(faults.Busy.is(late), shown(late));
      same([late.value, late.retryAfter], ['noon', 2_000]);
    });
    add('W3, W4: faults disclose only permitted texts', async (at) => {
      const plain = await rejection(everything(at).Find({ Query: 'plain' }, session), 'Find');
      check(plain instanceof Error && plain.message.includes('No, thank you: \u{1f600} & <so on>.'), shown(plain));
      same([Reflect.get(plain, 'code'), Reflect.get(plain, 'detailCode')], ['Sender', 'Refused']);
      const crash = await rejection(everything(at).Find({ Query: 'crash' }, session), 'Find');
      check(crash instanceof Error && /request id [0-9a-f-]{36}/.test(crash.message), shown(crash));
      check(!JSON.stringify(crash).includes('secret') && !crash.message.includes('secret'), shown(crash));
      const rejected = await rejection(everything(at).Find({ Query: 'q' }), 'Find without its header');
      check(rejected instanceof Error && rejected.message.includes('Session'), shown(rejected));
    });
    add('a one-way operation has no answer', async (at) => {
      same(await everything(at).Notify({ Text: 'n' }, session), undefined);
    });
    add('W2: what XML cannot carry is refused before it is sent', async (at) => {
      const error = await rejection(everything(at).Find({ Query: 'a\0b' }, session), 'Find');
      same(Reflect.get(error as object, 'code'), 'invalid-request');
    });
  }
  return cases;
}
