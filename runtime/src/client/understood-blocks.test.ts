import { describe, expect, it } from 'vitest';
import { contentTypes, GetClientID, validResponse } from '../../../test/support/runtime/sample-binding.ts';
import { envelope } from '../../../test/support/runtime/sample-envelopes.ts';
import { clientOf, response } from '../../../test/support/runtime/test-client.ts';
import { AppendChunk, testListening } from '../../../test/support/runtime/test-service.ts';
import type { SoapVersion } from '../soap/version.ts';
import { isSpooled } from '../spool/spool.ts';
import { httpTransport } from './node/http-transport.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { SoapClient } from './soap-client.ts';

const versions: readonly SoapVersion[] = ['1.1', '1.2'];
const wsa = 'http://www.w3.org/2005/08/addressing';
const draft = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';
const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';

const mandatory = (namespace: string, name: string): string =>
  `<x:${name} xmlns:x="${namespace}" s:mustUnderstand="1">7</x:${name}>`;
const token = `<w:Security xmlns:w="${wsse}"><w:UsernameToken/></w:Security>`;

/** The result of a call for a response with header blocks, or the error's message. */
async function answered(
  version: SoapVersion,
  header: string,
  call: CallOptions = {},
  options: Omit<ClientOptions, 'transport'> = {},
): Promise<unknown> {
  const body = envelope(version, validResponse, header);
  const client = clientOf(() => response(200, { 'Content-Type': contentTypes[version] }, body), {
    soap: version,
    ...options,
  });
  return await client
    .call(GetClientID, {}, call)
    .then(({ ClientID }) => ClientID)
    .catch((error: Error) => error.message);
}

describe.each(versions)('mandatory header blocks of a response in SOAP %s', (version) => {
  it.each([wsa, draft])('of WS-Addressing count as understood: %s', async (namespace) => {
    const names = ['Action', 'MessageID', 'RelatesTo', 'To', 'From', 'ReplyTo', 'FaultTo'];
    const header = names.map((name) => mandatory(namespace, name)).join('');
    const blocks: string[] = [];
    const onResponse: CallOptions['onResponse'] = (received) => {
      blocks.push(...received.headerBlocks.map(({ local }) => local));
    };
    expect(await answered(version, header, { onResponse })).toBe(7);
    expect(blocks).toEqual(names);
  });

  it('of WS-Security count as understood if the call sends one', async () => {
    const header = mandatory(wsse, 'Security');
    expect(await answered(version, header)).toContain(`must be understood are not: {${wsse}}Security`);
    expect(await answered(version, header, { headerBlocks: [token] })).toBe(7);
    expect(await answered(version, header, {}, { headerBlocks: [token] })).toBe(7);
    const understood = [{ namespace: wsse, local: 'Security' }];
    expect(await answered(version, header, {}, { understood })).toBe(7);
  });

  it('of any other kind do not, also if the call sends one or another is understood', async () => {
    const other = mandatory('urn:other', 'Other');
    const sent = '<o:Other xmlns:o="urn:other"/>';
    expect(await answered(version, other, { headerBlocks: [sent] })).toContain('{urn:other}Other');
    expect(await answered(version, mandatory(wsa, 'Action') + other)).toMatch(/are not: \{urn:other\}Other\.$/);
    expect(await answered(version, mandatory(wsa, 'Unknown'))).toContain(`{${wsa}}Unknown`);
  });

  it('in another encoding are treated the same', async () => {
    const text = envelope(version, validResponse, mandatory(wsa, 'Action'));
    const contentType = contentTypes[version].replace('utf-8', 'iso-8859-1');
    const client = clientOf(() => response(200, { 'Content-Type': contentType }, text), { soap: version });
    expect(await client.call(GetClientID, {})).toMatchObject({ ClientID: 7 });
  });
});

it('a streamed response with mandatory blocks of WS-Addressing is streamed', async () => {
  const block = `<a:Action xmlns:a="${wsa}" xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" s:mustUnderstand="1">urn:a</a:Action>`;
  const server = await testListening({
    AppendChunk: ({ ChunkData }, context) => {
      context.responseHeaderBlocks.push(block);
      return { Data: ChunkData };
    },
  });
  const transport = httpTransport();
  try {
    const client = new SoapClient({ address: `http://127.0.0.1:${server.port}/v2/fileservice.asmx`, transport });
    const ChunkData = new Blob([new Uint8Array(2_000_000)]);
    const input = { APIKey: 'key', ChunkData, Offset: 0n, BytesRead: 1, isLastChunk: true };
    const { Data } = await client.call(AppendChunk, input);
    expect(Data).toMatchObject({ size: 2_000_000 });
    expect(isSpooled(Data as Blob)).toBe(true);
  } finally {
    transport.close();
    await server.close(0);
  }
});
