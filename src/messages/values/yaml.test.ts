import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { writeMessage } from '../../../test/support/generator/write-message.ts';
import { serviceFor } from '../../emit/index.ts';
import { readMessage } from './read-message.ts';
import { ServiceMessages } from './service-messages.ts';

const contract = contractOf(`
soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
operations:
  Put:
    request:
      Long: long
      Text: string
      Day: date
      At: dateTime
      Hash: base64Binary
      Note: { type: string, nillable: true }
      Item: Item
      $choice what: { A: int, B: string }
      $any others[]: { namespaces: other, process: lax }
    result: { type: int, as: r }
records:
  Item: { Name: string, $attributes: { code: unsignedLong } }
  Parcel: { $extends: Item, Size: double }
`);

it('messages survive YAML: int64, dates, base64, choices, types, XML text, attributes and null', () => {
  const messages = new ServiceMessages(contract, serviceFor(contract));
  const [operation] = messages.model.service.operations;
  if (operation === undefined) throw new Error('There is no operation.');
  const found = { operation, direction: 'request' } as const;
  const put = `<Put xmlns="urn:s/" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><Long>9007199254740993</Long>
    <Text>2024-02-29</Text><Day>2024-02-29</Day><At>2024-02-29T12:30:00.5Z</At><Hash>AAEC/w==</Hash><Note i:nil="true"/>
    <Item i:type="Parcel" code="18446744073709551615"><Name>no</Name><Size>INF</Size></Item><B>0x10</B>
    <x:y xmlns:x="urn:x" z="1">null</x:y></Put>`;
  const envelope = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${put}</e:Body></e:Envelope>`;
  const { message, problems } = readMessage(messages, found, new TextEncoder().encode(envelope));
  expect(problems).toEqual([]);
  const text = stringify(message);
  expect(text).toContain('9007199254740993');
  const again = parse(text) as NonNullable<typeof message>;
  expect(again).toEqual(message);
  const written = writeMessage(messages, found, again, { version: '1.1' });
  expect(written.problems).toEqual([]);
  expect(readMessage(messages, found, new TextEncoder().encode(written.text)).message).toEqual(message);
  expect(again.body).toMatchObject({
    Long: '9007199254740993',
    Hash: 'AAEC/w==',
    Note: null,
    Item: { $type: 'Parcel', code: '18446744073709551615', Name: 'no', Size: 'INF' },
    what: { case: 'B', value: '0x10' },
  });
});
