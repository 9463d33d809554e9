import { expect, it } from 'vitest';
import type { HandlerContext } from '../../../runtime/src/server/handler.ts';
import { type SoapVersion, soap11, soap12, ultimateReceiver, versionNamed } from '../../../runtime/src/soap/version.ts';
import { Find, namespace } from '../../support/runtime/library-operations.ts';
import { find, libraryServer, ask as request, session } from '../../support/runtime/library-server.ts';
import { getClientID } from '../../support/runtime/test-messages.ts';
import { ask, called, faultFor, message, responseOf, versions } from './exchange.ts';

const none = 'http://www.w3.org/2003/05/soap-envelope/role/none';

const block = (attributes: string, name = 'Seal'): string =>
  `<s:${name} xmlns:s="urn:seal" ${attributes}>x</s:${name}>`;

const mandatory = 'e:mustUnderstand="1"';

const role = (version: SoapVersion, value: string): string => `e:${versionNamed(version).roleAttribute}="${value}"`;

it('SOAP 1.1, 4.2.2; part 1, 2.2; part 1, 2.3; part 1, 5.2.2: a block is targeted at this node in the predefined roles, and in no other', async () => {
  for (const version of versions) {
    const { nextRole } = versionNamed(version);
    const ours = ['', role(version, ''), role(version, nextRole), role(version, ultimateReceiver)];
    for (const attributes of ours) {
      const { fault, ran } = await faultFor(version, message(version, { blocks: block(`${mandatory} ${attributes}`) }));
      expect([fault.code, ran], attributes).toEqual(['MustUnderstand', false]);
    }
    for (const value of ['urn:other', none, 'http://files.test/next', nextRole.toUpperCase()]) {
      const seen: HandlerContext['headerBlocks'][number][] = [];
      const { status } = await ask(
        version,
        message(version, { blocks: block(`${mandatory} ${role(version, value)}`) }),
        {
          handlers: {
            GetClientID(_, { headerBlocks }) {
              seen.push(...headerBlocks);
              return { ClientID: 1 };
            },
          },
        },
      );
      expect([status, seen[0]?.role, seen[0]?.mustUnderstand], value).toEqual([200, value, true]);
    }
  }
});

it('SOAP 1.1, 2; SOAP 1.1, 4.2.3; part 1, 2.4; part 1, 2.6; part 1, 5.2.3; part 1, 5.4.8; R1027: mandatory blocks that are not understood cause one MustUnderstand fault', async () => {
  for (const version of versions) {
    const blocks = block(mandatory, 'A') + block('', 'B') + block(mandatory, 'C');
    const { fault, status, text, ran } = await faultFor(version, message(version, { blocks }));
    expect([fault.code, fault.detail, status, ran]).toEqual(['MustUnderstand', undefined, 500, false]);
    const named = [...text.matchAll(/<soap12:NotUnderstood qname="q:(\w)" xmlns:q="urn:seal"\/>/g)].map(
      ([, name]) => name,
    );
    expect(named).toEqual(version === '1.2' ? ['A', 'C'] : []);
    expect(fault.reason).toContain('{urn:seal}A, {urn:seal}C');
    const understood = ['A', 'C'].map((local) => ({ namespace: 'urn:seal', local }));
    expect((await ask(version, message(version, { blocks }), { options: { understood } })).status).toBe(200);
    expect(await called(version, responseOf(version, { blocks }))).toMatchObject({
      code: 'bad-answer',
      cause: { code: 'MustUnderstand' },
    });
  }
});

it('part 1, 5.4.8: a fault names each block once, and twenty of a flood', async () => {
  const flood = Array.from({ length: 300 }, (_, index) => block(mandatory, `B${index % 100}`)).join('');
  for (const version of versions) {
    const twice = await faultFor(version, message(version, { blocks: block(mandatory).repeat(50) }));
    expect(twice.fault.reason).toBe('Header blocks that must be understood are not: {urn:seal}Seal.');
    const { fault, text } = await faultFor(version, message(version, { blocks: flood }));
    expect(fault.reason).toMatch(/\{urn:seal\}B19 and 80 more\.$/);
    expect(text.split('NotUnderstood').length - 1).toBe(version === '1.2' ? 20 : 0);
  }
});

it('SOAP 1.1, 4.2.3; part 1, 5.2.3; R1013: mustUnderstand is 0 or 1, true or false; 1 is written', async () => {
  for (const version of versions) {
    for (const value of ['1', 'true', ' 1 ']) {
      const { fault } = await faultFor(version, message(version, { blocks: block(`e:mustUnderstand="${value}"`) }));
      expect(fault.code, value).toBe('MustUnderstand');
    }
    for (const value of ['0', 'false']) {
      expect((await ask(version, message(version, { blocks: block(`e:mustUnderstand="${value}"`) }))).status).toBe(200);
    }
    for (const value of ['', '2', 'TRUE', 'yes']) {
      const { fault } = await faultFor(version, message(version, { blocks: block(`e:mustUnderstand="${value}"`) }));
      expect([fault.code, fault.detailCode], value).toEqual(['Sender', 'InvalidEnvelope']);
    }
  }
});

it('part 1, 2.6; R1025; R2725: the version is checked first, then mandatory blocks, then everything else', async () => {
  for (const version of versions) {
    const wrong = {
      'an unknown operation': '<a xmlns="urn:a"/>',
      'a second element': getClientID() + getClientID(),
      'ill-formed content': '<a>',
      'an empty body': '',
    };
    for (const [name, content] of Object.entries(wrong)) {
      const { fault, ran } = await faultFor(version, message(version, { blocks: block(mandatory), content }));
      expect([fault.code, ran], name).toEqual(['MustUnderstand', false]);
    }
    const headers = { 'Content-Type': versionNamed(version).contentType, SOAPAction: '"urn:wrong"' };
    const blocks = block('e:mustUnderstand="maybe"', 'A') + block(mandatory, 'B');
    expect((await faultFor(version, message(version, { blocks }), { headers })).fault.code).toBe('MustUnderstand');
    const other = message(version === '1.1' ? '1.2' : '1.1', { blocks: block(mandatory), content: '' });
    expect((await faultFor(version, other)).fault.code).toBe('VersionMismatch');
  }
});

it('SOAP 1.1, 4.2; part 1, 5.2.2; part 1, 5.2.3; part 1, 5.2.4: these attributes have no meaning except on a header block', async () => {
  for (const version of versions) {
    const attributes = `${mandatory} ${role(version, 'urn:other')} e:relay="true"`;
    const blocks = `<b xmlns="urn:b"><c ${attributes}/></b>`;
    const content = getClientID()
      .replace('<APIKey>', `<APIKey ${attributes}>`)
      .replace('<GetClientID', `<GetClientID ${attributes}`);
    const places = { envelope: attributes, header: attributes, body: attributes, blocks, content };
    expect((await ask(version, message(version, places))).status).toBe(200);
    // Without the namespace of the envelope, or in that of the other version, they are some attributes.
    const other = version === '1.1' ? soap12 : soap11;
    const others = block('mustUnderstand="1"') + block(`xmlns:o="${other.namespace}" o:mustUnderstand="1"`);
    expect((await ask(version, message(version, { blocks: others }))).status).toBe(200);
  }
});

it('part 1, 2.7; part 1, 5.2.4: relay has no effect, in any spelling', async () => {
  for (const value of ['1', '0', 'true', 'false', 'maybe']) {
    const relay = `e:relay="${value}"`;
    const others = block(`${mandatory} ${relay} ${role('1.2', 'urn:other')}`);
    expect((await ask('1.2', message('1.2', { blocks: block(relay) + others }))).status, value).toBe(200);
    const { fault } = await faultFor('1.2', message('1.2', { blocks: block(`${mandatory} ${relay}`) }));
    expect(fault.code).toBe('MustUnderstand');
  }
});

it('SOAP 1.1, 4.2; part 1, 5.2.1: a block without a namespace is never sent, and accepted when received', async () => {
  for (const version of versions) {
    let named: unknown;
    const { status } = await ask(version, message(version, { blocks: '<plain/>' }), {
      handlers: {
        GetClientID(_, context) {
          named = context.headerBlocks[0];
          context.responseHeaderBlocks.push('<plain/>');
          return { ClientID: 1 };
        },
      },
    });
    expect(named).toMatchObject({ namespace: '', local: 'plain' });
    expect(status).toBe(500);
  }
});

it('part 1, 6: URIs of 4,000 characters are read', async () => {
  const long = `urn:${'x'.repeat(4_000)}`;
  for (const version of versions) {
    const blocks = `<a xmlns="${long}" ${mandatory} ${role(version, long)}/>`;
    expect((await ask(version, message(version, { blocks }))).status).toBe(200);
  }
});

it('R2738; R2739; R2751; R2753: declared blocks are required, in any order, and others are allowed beside them', async () => {
  for (const version of versions) {
    const server = libraryServer({}, { understood: [{ namespace: 'urn:seal', local: 'Seal' }] });
    const send = async (blocks: string): Promise<string> =>
      (await request(server, version, Find.soapAction, find(), blocks)).text;
    const trace = `<Trace xmlns="${namespace}"><Id>1</Id></Trace>`;
    expect(await send('')).toContain('{urn:library}Session is missing');
    expect(await send(session() + trace)).toContain('shelf of T');
    expect(await send(trace + session())).toContain('shelf of T');
    const undeclared = block(`xmlns:e="${versionNamed(version).namespace}" ${mandatory}`);
    expect(await send(`<a xmlns="urn:a"/>${session()}${undeclared}`)).toContain('shelf of T');
  }
});

it('SOAP 1.1, 4.4; R2752: a repeated declared block is rejected, in SOAP 1.1 without a detail', async () => {
  for (const version of versions) {
    const { text } = await request(libraryServer(), version, Find.soapAction, find(), session() + session());
    expect(text).toContain('{urn:library}Session may occur only once');
    expect(/detail/i.test(text)).toBe(version === '1.2');
  }
});
