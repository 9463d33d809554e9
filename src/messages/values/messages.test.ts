import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { writeMessage } from '../../../test/support/generator/write-message.ts';
import { serviceFor } from '../../emit/index.ts';
import type { ReadingMode } from '../read/deviation.ts';
import type { Direction } from '../read/operation-index.ts';
import { readMessage } from './read-message.ts';
import { ServiceMessages } from './service-messages.ts';

const contract = contractOf(`
soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
soap: [1.1, 1.2]
headers:
  Session: { type: SessionInfo, mustUnderstand: true }
operations:
  GetFile:
    headers: { request: [Session] }
    request: { Id: long, Secret: { type: string, sensitive: true }, Kind: Kind }
    response: { Files: "File[]", Note: { type: string, nillable: true }, Price: { type: int, fixed: 7 } }
    faults: [NotFound]
faults:
  NotFound: { record: { Id: long } }
types:
  Kind: { enum: [plain, zipped] }
records:
  SessionInfo: { Token: string }
  File: { Name: string, Size: int, Hash: base64Binary? }
`);
const messages = new ServiceMessages(contract, serviceFor(contract, 'tolerant'));
const [operation] = messages.model.service.operations;
if (operation === undefined) throw new Error('There is no operation.');

function found(direction: Direction) {
  return { operation: operation as NonNullable<typeof operation>, direction };
}

function read(text: string, direction: Direction, reading: ReadingMode = 'strict') {
  return readMessage(messages, found(direction), new TextEncoder().encode(text), { reading });
}

function response(content: string, reading: ReadingMode = 'strict') {
  const body = `<GetFileResponse xmlns="urn:s/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</GetFileResponse>`;
  return read(
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`,
    'response',
    reading,
  );
}

const file = '<Files><Name>a</Name><Size>1</Size></Files>';
const rest = '<Note>n</Note><Price>7</Price>';

describe('messages without generated code', () => {
  it.each(['1.1', '1.2'] as const)('are JSON, and the same again when they are read, in SOAP %s', (version) => {
    const message = {
      headers: { Session: { Token: 't' } },
      body: { Id: '9007199254740993', Secret: 's', Kind: 'plain' },
    };
    const { text = '', problems } = writeMessage(messages, found('request'), message, { version });
    expect(problems).toEqual([]);
    expect(text).toContain(version === '1.1' ? 'soap:mustUnderstand="1"' : 'soap12:mustUnderstand="1"');
    expect(read(text, 'request')).toEqual({ message, version, problems: [], deviations: [] });
  });

  it.each(['1.1', '1.2'] as const)('are declared faults with their details, in SOAP %s', (version) => {
    const fault = { code: 'Sender', reason: 'a < b', name: 'NotFound', detail: { Id: '1' } } as const;
    const { text = '' } = writeMessage(messages, found('response'), { fault }, { version });
    expect(read(text, 'response').message).toEqual({ fault });
  });

  it('tell the place of each problem on writing', () => {
    const body = {
      Files: [
        { Name: 'a', Size: 1 },
        { Name: 'b', Size: 'x', Other: 1 },
      ],
      Price: 8,
    };
    const { text, problems } = writeMessage(messages, found('response'), { body }, { version: '1.1' });
    expect(text).toBeUndefined();
    expect(problems).toEqual([
      { place: 'GetFileResponse/Files[1]/Size', reason: 'it must be digits with an optional sign' },
      { place: 'GetFileResponse/Files[1]/Other', reason: 'the contract has no such field here, only Name, Size, Hash' },
      { place: 'GetFileResponse/Note', reason: 'it is missing' },
      { place: 'GetFileResponse/Price', reason: 'it must have its fixed value' },
    ]);
    const request = { headers: { Sesion: {} }, body: { Id: 1, Secret: '', Kind: 'other' } };
    const places = writeMessage(messages, found('request'), request, { version: '1.1' }).problems;
    expect(places.map(({ place }) => place)).toEqual(['Header/Sesion', 'Header/Session', 'GetFile/Kind']);
    const unknown = { fault: { code: 'Sender', reason: 'r', name: 'Other' } } as const;
    expect(writeMessage(messages, found('response'), unknown, { version: '1.1' }).problems).toEqual([
      { place: 'Fault', reason: 'the operation GetFile declares no fault Other' },
    ]);
  });

  it('tell the place of each problem on reading', () => {
    const { message, problems } = response(
      `${file}${file}${file}<Files><Name>b</Name><Size>big</Size></Files><Files><Size>1</Size></Files>${rest}`,
    );
    expect(message).toBeUndefined();
    expect(problems).toEqual([
      { place: 'GetFileResponse/Files[3]/Size', reason: 'it must be digits with an optional sign' },
      { place: 'GetFileResponse/Files[4]/Name', reason: 'it is missing' },
    ]);
    expect(read('<a/>', 'response').problems).toEqual([
      { place: 'Envelope', reason: 'the document is no SOAP envelope with a body' },
    ]);
    expect(read('<a', 'response').problems[0]?.place).toBe('Envelope');
  });

  it('are read by standard readers in any order, without unknown elements', () => {
    const deviating = `<New/><Note xmlns:x="urn:x" x:a="1">n</Note>${file}<x:Files xmlns:x="urn:x"/><Price>7</Price>`;
    const { message, problems, deviations } = response(deviating, 'standard');
    expect(problems).toEqual([]);
    expect(message?.body).toEqual({ Files: [{ Name: 'a', Size: 1 }], Note: 'n', Price: 7 });
    expect(deviations.map(({ kind }) => kind)).toEqual([
      'unknown-element',
      'unknown-element',
      'order',
      'unknown-attribute',
    ]);
    expect(response(deviating).message).toBeUndefined();
    // A list that a tolerant reader has without its nil item.
    expect(response(`${file}<Files xsi:nil="true"/>${rest}`, 'standard').problems).toEqual([
      { place: 'GetFileResponse/Files[1]', reason: 'it has xsi:nil, and is not nillable' },
    ]);
  });

  it('are read by tolerant readers in spite of what they can do without', () => {
    const deviating = `<Price>7</Price><New/>${file}<Files xsi:nil="true"/><x:Files xmlns:x="urn:x"><Name/></x:Files>`;
    const strict = response(deviating);
    expect(strict.message).toBeUndefined();
    expect(strict.problems.map(({ place }) => place)).toEqual(
      expect.arrayContaining(['GetFileResponse/New', 'GetFileResponse/Files[1]', 'GetFileResponse/Note']),
    );
    const { message, problems, deviations } = response(deviating, 'tolerant');
    expect(problems).toEqual([]);
    expect(message?.body).toEqual({ Files: [{ Name: 'a', Size: 1 }], Note: null, Price: 7 });
    expect(deviations.map(({ kind }) => kind)).toContain('unknown-element');
    const nil = response(`${file}<Note xsi:nil="true"> </Note><Price>7</Price>`, 'tolerant');
    expect(nil.problems).toEqual([{ place: 'GetFileResponse/Note', reason: 'it has xsi:nil, and is not empty' }]);
    const empty = response(`<Files></Files>${file}${rest}`, 'tolerant');
    expect(empty.message?.body).toMatchObject({ Files: [{ Name: 'a', Size: 1 }] });
    expect(response(`${file}<Note/><Price>8</Price>`, 'tolerant').problems).toEqual([
      { place: 'GetFileResponse/Price', reason: 'it must be the fixed value of its declaration' },
    ]);
  });
});

it('a header block of any type has a plausible element', () => {
  const open = contractOf(`soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
headers:
  Trace: { type: anyType }
operations:
  Get:
    headers: { request: [Trace] }
    request: { Id: int }
    response: { Id: int }
`);
  const any = new ServiceMessages(open, serviceFor(open));
  const blocks = any.model.service.operations.map((get) => any.requiredBlocks(get, 'request', 'a', '1.1'));
  expect(blocks).toEqual([['<Trace xmlns="urn:s/">text</Trace>']]);
});
