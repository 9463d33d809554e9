import { type ClientOptions, memoryTransport, type ResponseDeviation } from '@soapwright/runtime/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveService } from '../../src/contract/model/index.ts';
import { readEnvelope } from '../../src/messages/read/envelope.ts';
import { ServiceMessages } from '../../src/messages/values/service-messages.ts';
import { GeneratedFolder, moduleIn } from '../generate-here.ts';
import { contractOf } from '../support/generator/load-contracts.ts';

/** @param others operations that only count: large contracts have tables of fields. */
const contractWith = (others: number) =>
  contractOf(`
soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
operations:
  Find:
    request: {}
    response:
      return: "Item[]"
      loose: "Loose[]"
  Choose:
    request: {}
    response:
      $choice content: { item: "Item[]", none: boolean }
${Array.from({ length: others }, (_, index) => `  Other${index}: { request: {}, result: { type: int, as: r } }`).join('\n')}
records:
  Item: { name: string, size: int? }
  Loose: { note: string? }
`);

interface Client {
  Find(request: object): Promise<{ readonly return: readonly object[]; readonly loose: readonly object[] }>;
  Choose(request: object): Promise<unknown>;
}

const folder = new GeneratedFolder('null-items');
afterAll(() => folder.remove());

const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const item = '<return><name>n</name></return>';
const read = { name: 'n', size: undefined };

describe.each([
  ['functions', 0],
  ['tables', 120],
])('a list of records, read by %s', (_, others) => {
  let create: (options: ClientOptions) => Client;

  beforeAll(async () => {
    const { folder: path } = await folder.write(contractWith(others), 'tolerant');
    const { SClient } = await moduleIn<{ SClient: new (options: ClientOptions) => Client }>(path, 'client');
    create = (options) => new SClient(options);
  });

  async function call(operation: keyof Client, body: string, options: ClientOptions = {}) {
    const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" ${xsi}><s:Body>${body}</s:Body></s:Envelope>`;
    const headers = ['Content-Type', 'text/xml; charset=utf-8'];
    const response = { status: 200, headers, body: new TextEncoder().encode(text) };
    const found: [string, string][] = [];
    const onDeviation = ({ kind, path }: ResponseDeviation): number => found.push([kind, path]);
    const client = create({ ...options, transport: memoryTransport(() => response), onDeviation });
    return { value: await client[operation]({}), found };
  }

  const find = (content: string, options?: ClientOptions) =>
    call('Find', `<FindResponse xmlns="urn:s/">${content}</FindResponse>`, options);

  it.each(['<return xsi:nil="true"/>', '<return/>', '<return></return>', '<return>\n  </return>'])(
    'is without %s for a tolerant client, which reports it',
    async (nothing) => {
      const { value, found } = await find(`${item}${nothing}${item}`);
      expect(value).toEqual({ return: [read, read], loose: [] });
      expect(found).toEqual([['nil', 'FindResponse/return[1]']]);
      const once = await find(nothing);
      expect(once).toEqual({ value: { return: [], loose: [] }, found: [['nil', 'FindResponse/return[0]']] });
    },
  );

  it('keeps an empty item whose fields are all optional, and no nil one', async () => {
    const { value, found } = await find('<loose/><loose xsi:nil="true"/>');
    expect(value).toEqual({ return: [], loose: [{ note: undefined }] });
    expect(found).toEqual([['nil', 'FindResponse/loose[1]']]);
  });

  it('is without them in a choice', async () => {
    const body =
      '<ChooseResponse xmlns="urn:s/"><item/><item><name>n</name></item><item xsi:nil="1"/></ChooseResponse>';
    const { value, found } = await call('Choose', body);
    expect(value).toEqual({ content: { case: 'item', value: [read] } });
    expect(found.map(([kind]) => kind)).toEqual(['nil', 'nil']);
  });

  it('refuses them otherwise', async () => {
    for (const reading of ['strict', 'standard'] as const) {
      await expect(find('<return xsi:nil="true"/>', { reading })).rejects.toThrow('it cannot be nil');
      await expect(find('<return/>', { reading })).rejects.toThrow(
        'FindResponse/return[0]/name: this required element is missing',
      );
    }
    await expect(find('<return><size>1</size></return>')).rejects.toThrow(
      'FindResponse/return[0]/name: this required element is missing',
    );
    await expect(find('<return>text</return>')).rejects.toThrow('there is text where only elements belong');
  });

  it('is in an element of the body without a namespace, which is reported', async () => {
    const body = '<FindResponse><return><name>n</name></return></FindResponse>';
    const { value, found } = await call('Find', body);
    expect(value).toEqual({ return: [read], loose: [] });
    expect(found[0]).toEqual(['namespace', 'FindResponse']);
    for (const reading of ['strict', 'standard'] as const) {
      await expect(call('Find', body, { reading })).rejects.toThrow('holds {}FindResponse instead of {urn:s/}');
    }
    await expect(call('Find', '<FindResponse xmlns="urn:other"/>')).rejects.toThrow('{urn:other}FindResponse');
    await expect(call('Find', '<FoundResponse/>')).rejects.toThrow('{}FoundResponse');
  });

  it('is the same without generated code', () => {
    const contract = contractWith(others);
    const { reader, model } = new ServiceMessages(contract, resolveService(contract));
    const [operation] = model.service.operations;
    const xml = `<FindResponse xmlns="urn:s/" ${xsi}>${item}<return/><return xsi:nil="true"/><loose/><loose xsi:nil="1"/></FindResponse>`;
    const envelope = readEnvelope(
      new TextEncoder().encode(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${xml}</s:Body></s:Envelope>`,
      ),
    );
    if (operation === undefined || 'kind' in envelope) throw new RangeError('There is no response.');
    const { value } = reader.read({ operation, direction: 'response' }, envelope);
    expect(value).toEqual({ return: [read], loose: [{ note: undefined }] });
  });
});
