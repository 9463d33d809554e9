/**
 * The message exchanges of the W3C test suite for WS-Addressing 1.0 that concern a server which answers on the connection of
 * the request, and the same of the submission of 2004/08.
 *
 * @see https://www.w3.org/2002/ws/addr/testsuite/
 */
import { describe, expect, it } from 'vitest';
import { Find, NotFound, Notify } from '../../../test/support/runtime/library-operations.ts';
import {
  ask,
  find,
  headersFor,
  type LibraryHandlers,
  libraryServer,
  notify,
  session,
} from '../../../test/support/runtime/library-server.ts';
import { both } from '../../../test/support/runtime/sample-envelopes.ts';
import { type AddressingOptions, addressing } from '../server/addressing.ts';
import type { CommonOptions } from '../server/server-options.ts';
import type { SoapVersion } from '../soap/version.ts';
import { readTree, type TreeElement } from '../xml/element-tree.ts';
import { leafText } from '../xml/tree-text.ts';
import { type AddressingName, addressingVersion } from './addressing-version.ts';

const versions = both.flatMap((soap) => (['1.0', '2004-08'] as const).map((name) => ({ soap, name })));

const id = 'urn:uuid:7ea1b6b2-0000-4000-8000-000000000001';

interface Blocks {
  [local: string]: string | readonly string[] | undefined;
}

/** Header blocks of a version: texts, or an address for ReplyTo, FaultTo and From. */
function header(name: AddressingName, blocks: Blocks): string {
  const { namespace } = addressingVersion(name);
  return Object.entries(blocks)
    .flatMap(([local, value]) => [value ?? []].flat().map((one) => [local, one] as const))
    .map(([local, value]) => {
      const content = /To$|From/.test(local) && local !== 'To' ? `<w:Address>${value}</w:Address>` : value;
      return `<w:${local} xmlns:w="${namespace}" s:mustUnderstand="1">${content}</w:${local}>`;
    })
    .join('');
}

interface Answered {
  readonly status: number;
  readonly text: string;
  /** Texts of the header blocks by their local names. */
  readonly blocks: Readonly<Record<string, string>>;
  readonly subcodes: readonly string[];
  readonly detail: string;
}

function allOf(tree: TreeElement, local: string): readonly TreeElement[] {
  return [...(tree.local === local ? [tree] : []), ...tree.children.flatMap((child) => allOf(child, local))];
}

interface Asked extends AddressingOptions {
  readonly action?: never;
  readonly head?: string;
  readonly handlers?: LibraryHandlers;
  readonly server?: CommonOptions;
}

async function asked(
  soap: SoapVersion,
  blocks: string,
  { head = '', handlers, server, ...options }: Asked = {},
  body = find(),
): Promise<Answered> {
  const library = libraryServer(handlers, { addressing: addressing(options), ...server });
  const header = body.startsWith('<Find') ? session() + blocks : blocks;
  const { status, text } = await ask(library, soap, head, body, header);
  if (text === '') return { status, text, blocks: {}, subcodes: [], detail: '' };
  const { root, data } = readTree(new TextEncoder().encode(text));
  const textIn = (tree: TreeElement): string =>
    tree.children.length === 0 ? leafText(tree, data) : tree.children.map(textIn).join('');
  const received = allOf(root, 'Header')[0]?.children ?? [];
  const codes = soap === '1.1' ? allOf(root, 'faultcode') : allOf(root, 'Code').flatMap((one) => allOf(one, 'Value'));
  return {
    status,
    text,
    blocks: Object.fromEntries(received.map((one) => [one.local, textIn(one)])),
    subcodes: codes.map((one) => textIn(one).replace(/^\w+:/, '')),
    detail: [...allOf(root, 'Detail'), ...allOf(root, 'FaultDetail')].map(textIn).join(''),
  };
}

const complete = { Action: Find.soapAction, MessageID: id, To: 'http://library.test/library' };

describe.each(versions)('WS-Addressing $name in SOAP $soap', ({ soap, name }) => {
  const version = addressingVersion(name);
  const { anonymous, none, faultAction, soapFaultAction } = version;

  it('a request gets a response with RelatesTo, an Action and a MessageID of its own', async () => {
    for (const replyTo of [undefined, anonymous]) {
      const answer = await asked(soap, header(name, { ...complete, ReplyTo: replyTo, From: 'http://a.test/' }));
      expect(answer).toMatchObject({ status: 200, blocks: { RelatesTo: id, Action: `${Find.soapAction}Response` } });
      expect(answer.blocks.MessageID).toMatch(/^urn:uuid:[-0-9a-f]{36}$/);
      expect(answer.blocks.MessageID).not.toBe(id);
      expect(answer.blocks.To).toBe(anonymous);
      expect(answer.text).toContain(`xmlns:wsa="${version.namespace}"`);
    }
  });

  it('the head may announce the same action, or none', async () => {
    const server = libraryServer({}, { addressing: addressing() });
    const blocks = session() + header(name, complete);
    for (const action of ['', Find.soapAction]) {
      expect((await ask(server, soap, action, find(), blocks)).status).toBe(200);
    }
  });

  it('ActionMismatch: the head announces another action', async () => {
    const answer = await asked(soap, header(name, complete), { head: 'urn:other' });
    expect(answer.blocks).toMatchObject({ RelatesTo: id, Action: faultAction });
    if (name === '1.0') {
      expect(answer.subcodes.at(-1)).toBe('ActionMismatch');
      expect(answer.detail).toBe('wsa:Action');
    } else expect(answer.subcodes.at(-1)).toBe('InvalidMessageInformationHeader');
  });

  it('ActionNotSupported: the action is unknown, or that of another operation than the body', async () => {
    for (const Action of ['urn:unknown', Notify.soapAction]) {
      const answer = await asked(soap, header(name, { ...complete, Action }));
      expect(answer.blocks).toMatchObject({ RelatesTo: id, Action: faultAction });
      expect(answer.subcodes.at(-1)).toBe('ActionNotSupported');
      expect(answer.detail).toBe(name === '1.0' ? Action : '');
    }
  });

  it('with `to`, a request for another address is refused, and one without To', async () => {
    const to = ['https://library.example/', 'http://localhost/library'];
    for (const To of to) {
      expect((await asked(soap, header(name, { ...complete, To }), { to })).status).toBe(200);
      expect((await asked(soap, header(name, { ...complete, To: 'urn:elsewhere' }))).status).toBe(200);
    }
    const other = await asked(soap, header(name, { ...complete, To: 'https://other.example/?a&amp;b' }), { to });
    expect(other.subcodes.at(-1)).toBe('DestinationUnreachable');
    expect(other.blocks).toMatchObject({ RelatesTo: id, Action: faultAction });
    const { To: _, ...without } = complete as Blocks;
    expect((await asked(soap, header(name, without), { to })).subcodes.at(-1)).toBe(version.headerRequired);
    const twice = { ...complete, To: [to[0] ?? '', 'urn:elsewhere'] };
    expect((await asked(soap, header(name, twice), { to })).subcodes.at(-1)).toMatch(/InvalidCardinality|InvalidMess/);
  });

  it.each([
    ['Action', 'MessageID'],
    ['MessageID', 'Action'],
  ])('a request without %s is refused', async (missing, kept) => {
    const answer = await asked(soap, header(name, { [kept]: (complete as Blocks)[kept] }));
    expect(answer.subcodes.at(-1)).toBe(version.headerRequired);
    expect(answer.detail).toBe(name === '1.0' ? `wsa:${missing}` : '');
    expect(answer.blocks.RelatesTo).toBe(missing === 'Action' ? id : undefined);
  });

  it.each(['To', 'Action', 'MessageID', 'ReplyTo', 'FaultTo', 'From'])('two %s blocks are refused', async (local) => {
    const value = (complete as Blocks)[local] ?? anonymous;
    const answer = await asked(soap, header(name, { ...complete, [local]: [value, value] as string[] }));
    expect(answer.blocks.Action).toBe(faultAction);
    expect(answer.subcodes.at(-1)).toBe(name === '1.0' ? 'InvalidCardinality' : 'InvalidMessageInformationHeader');
    if (soap === '1.2' && name === '1.0') expect(answer.subcodes.at(-2)).toBe('InvalidAddressingHeader');
    expect(answer.detail).toBe(name === '1.0' ? `wsa:${local}` : '');
  });

  it.each(['ReplyTo', 'FaultTo'])('a %s that is not anonymous is refused, and nothing is sent to it', async (local) => {
    let calls = 0;
    const handlers = { Find: () => `${calls++}` };
    const answer = await asked(soap, header(name, { ...complete, [local]: 'http://127.0.0.1:1/' }), { handlers });
    expect(calls).toBe(0);
    expect(answer.blocks).toMatchObject({ RelatesTo: id, Action: faultAction });
    const below = name === '1.0' ? 'OnlyAnonymousAddressSupported' : 'InvalidMessageInformationHeader';
    expect(answer.subcodes.at(-1)).toBe(below);
    const empty = await asked(soap, header(name, { ...complete, [local]: '' }));
    expect(empty.subcodes.at(-1)).toBe(name === '1.0' ? 'MissingAddressInEPR' : 'InvalidMessageInformationHeader');
  });

  it('faults have RelatesTo, and the action of faults', async () => {
    const refusing: LibraryHandlers = {
      Find: () => {
        throw NotFound.create({ Title: 'T' }, { reason: 'no' });
      },
    };
    const fault = await asked(soap, header(name, complete), { handlers: refusing });
    expect(fault.blocks).toMatchObject({ RelatesTo: id, Action: soapFaultAction });
    expect(fault.text).toContain('NotFound');
    const unreadable = await asked(soap, header(name, complete), {}, find().replace('Title', 'Titel'));
    expect(unreadable.blocks).toMatchObject({ RelatesTo: id, Action: soapFaultAction });
  });

  it('a one-way request needs no MessageID, and gets 202', async () => {
    const blocks = header(name, { Action: Notify.soapAction });
    expect(await asked(soap, blocks, {}, notify())).toMatchObject({ status: 202, text: '' });
  });

  it('blocks for other roles are not read', async () => {
    const { namespace } = version;
    const role = soap === '1.1' ? 'actor' : 'role';
    const other = `<w:Action xmlns:w="${namespace}" s:${role}="urn:gateway">urn:other</w:Action>`;
    expect((await asked(soap, other + header(name, complete))).status).toBe(200);
  });

  it('blocks that cannot be read are refused', async () => {
    const broken = `<w:Action xmlns:w="${version.namespace}"><w:B/></w:Action>`;
    expect((await asked(soap, broken)).subcodes.at(-1)).toBe(version.invalidHeader);
    expect((await asked(soap, header(name, { ...complete, Action: ' ' }))).subcodes.at(-1)).toBe(version.invalidHeader);
    const noId = await asked(soap, header(name, { ...complete, MessageID: '' }));
    expect(noId.subcodes.at(-1)).toBe(version.invalidHeader);
  });

  if (none !== undefined) {
    it('a response or fault to the address none is discarded', async () => {
      const failing: LibraryHandlers = {
        Find: () => {
          throw NotFound.create({ Title: 'T' }, { reason: 'no' });
        },
      };
      const toNone = header(name, { ...complete, ReplyTo: none });
      expect(await asked(soap, toNone)).toMatchObject({ status: 202, text: '' });
      expect(await asked(soap, toNone, { handlers: failing })).toMatchObject({ status: 202, text: '' });
      const faultsToNone = header(name, { ...complete, FaultTo: none });
      expect((await asked(soap, faultsToNone)).status).toBe(200);
      expect(await asked(soap, faultsToNone, { handlers: failing })).toMatchObject({ status: 202, text: '' });
      const unknown = header(name, { ...complete, FaultTo: none, Action: 'urn:unknown' });
      expect((await asked(soap, unknown)).subcodes.at(-1)).toBe('ActionNotSupported');
    });
  }

  it('a server of the other version rejects mandatory blocks, one of both takes them', async () => {
    const other = name === '1.0' ? '2004-08' : '1.0';
    const answer = await asked(soap, header(name, complete), { version: other, head: Find.soapAction });
    expect(answer.text).toContain('MustUnderstand');
    const twice = header(name, complete) + header(other, complete);
    expect((await asked(soap, twice)).text).toContain('two versions');
  });
});

describe.each(both)('a server in SOAP %s', (soap) => {
  it('takes requests without addressing, unless it is required', async () => {
    const server = libraryServer({}, { addressing: addressing() });
    const plain = await ask(server, soap, Find.soapAction, find(), session());
    expect(plain.status).toBe(200);
    expect(plain.text).not.toContain('addressing');
    const answer = await asked(soap, '', { required: true, head: Find.soapAction });
    expect(answer.subcodes.at(-1)).toBe('MessageAddressingHeaderRequired');
    expect(answer.blocks.Action).toBe('http://www.w3.org/2005/08/addressing/fault');
  });

  it('rejects a mandatory block without the option', async () => {
    const server = libraryServer();
    const answer = await ask(server, soap, Find.soapAction, find(), session() + header('1.0', complete));
    expect(answer.text).toContain('MustUnderstand');
  });

  it('has actions of its own by options', async () => {
    const options = addressing({
      action: (operation) => `urn:in:${operation}`,
      responseAction: (operation) => `urn:out:${operation}`,
    });
    const server = libraryServer({}, { addressing: options });
    const blocks = session() + header('1.0', { ...complete, Action: 'urn:in:Find' });
    // The head has the action of the contract, which is right there.
    for (const head of [Find.soapAction, '']) {
      const answer = await ask(server, soap, head, find(), blocks);
      expect([answer.status, answer.text.includes('urn:out:Find')]).toEqual([200, true]);
    }
  });

  it('echoes a MessageID as text', async () => {
    const answer = await asked(soap, header('1.0', { ...complete, MessageID: 'urn:a?b=1&amp;c=&lt;d>' }));
    expect(answer.blocks.RelatesTo).toBe('urn:a?b=1&c=<d>');
  });
});

it('an unknown version is an error of the program', () => {
  expect(() => addressing({ version: '2005-08' as never })).toThrow(TypeError);
  expect(headersFor('1.2', '')['Content-Type']).toContain('action=""');
});
