import { expect, it } from 'vitest';
import { memoryTransport } from '../../../runtime/src/client/memory-transport.ts';
import { SoapClient } from '../../../runtime/src/client/soap-client.ts';
import { writeRequest } from '../../../runtime/src/soap/envelope-writer.ts';
import { versionNamed } from '../../../runtime/src/soap/version.ts';
import { Join, namespace } from '../../support/runtime/library-operations.ts';
import { address, ask, libraryServer } from '../../support/runtime/library-server.ts';
import { versions } from './exchange.ts';

const join = (content: string): string => `<l:Join xmlns:l="${namespace}">${content}</l:Join>`;

it('SOAP 1.1, 4.3; SOAP 1.1, 7.1; part 2, 4.2; R2729; R2735; R2755: a call is an element named after the operation, the response has the suffix Response, parts have no namespace', async () => {
  for (const version of versions) {
    const { text } = writeRequest(versionNamed(version), Join, { a: '1', b: '2' });
    expect(text).toContain(`:Body><tns:Join xmlns:tns="${namespace}"><a xmlns="">1</a><b xmlns="">2</b></tns:Join></`);
    const response = await ask(libraryServer(), version, Join.soapAction, join('<a>1</a><b>2</b>'));
    expect(response.text).toContain(
      `<tns:JoinResponse xmlns:tns="${namespace}"><return xmlns="">12</return></tns:JoinResponse>`,
    );
    const client = new SoapClient({ address, soap: version, transport: memoryTransport(libraryServer()) });
    expect(await client.call(Join, { a: '1', b: '2' })).toBe('12');
  }
});

it('SOAP 1.1, 7.1; R2735; R2211: a part that is qualified, missing or nil is rejected', async () => {
  const nil = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"';
  for (const version of versions) {
    for (const content of ['<l:a>1</l:a><l:b>2</l:b>', '<a>1</a>', `<a ${nil}/><b>2</b>`]) {
      const { text } = await ask(libraryServer(), version, Join.soapAction, join(content));
      expect(text).toMatch(/soap(12)?:(Client|Sender)</);
    }
  }
});

it('SOAP 1.1, 7.1; part 2, 4.4: a response contains a result or a fault, and never both', async () => {
  const handlers = {
    Join(): string {
      throw new Error('by accident');
    },
  };
  for (const version of versions) {
    const { text } = await ask(libraryServer(handlers), version, Join.soapAction, join('<a>1</a><b>2</b>'));
    expect([text.includes(':Fault>'), text.includes('JoinResponse')]).toEqual([true, false]);
  }
});
