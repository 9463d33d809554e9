import { expect, it } from 'vitest';
import { soap11, soap12, versionNamed } from '../../../runtime/src/soap/version.ts';
import { validResponse } from '../../support/runtime/sample-binding.ts';
import { getClientID } from '../../support/runtime/test-messages.ts';
import { ask, called, faultFor, message, responseOf, sentBy, versions } from './exchange.ts';

it('SOAP 1.1, 3; part 1, 5; R1008: a document type declaration is rejected, in requests and in responses', async () => {
  for (const version of versions) {
    const before = '<!DOCTYPE e:Envelope>';
    const { fault, ran } = await faultFor(version, message(version, { before }));
    expect([fault.code, fault.detailCode, ran]).toEqual(['Sender', 'DoctypeNotAllowed', false]);
    expect(await called(version, responseOf(version, { before }))).toMatchObject({ cause: { code: 'doctype' } });
  }
});

it('SOAP 1.1, 3; part 1, 5; R1009: processing instructions are ignored in any position, and none is written', async () => {
  const pi = '<?a b?>';
  for (const version of versions) {
    const places = { before: pi, after: pi, blocks: pi, behindBody: pi };
    const request = message(version, { ...places, content: pi + getClientID(`AC${pi}ME`) + pi });
    const { status, text, ran } = await ask(version, request, {
      handlers: { GetClientID: ({ Parameters }) => ({ ErrorMessage: JSON.stringify(Parameters), ClientID: 1 }) },
    });
    expect([status, ran]).toEqual([200, true]);
    expect(text).toContain('ACME');
    expect(text.split('<?')).toHaveLength(2);
    expect(text).toMatch(/^<\?xml /);
    expect(String((await sentBy(version)).body).split('<?')).toHaveLength(2);
    const response = responseOf(version, { ...places, content: pi + validResponse.replace('>7<', `>${pi}7<`) });
    expect(await called(version, response)).toMatchObject({ ClientID: 7 });
  }
});

it('SOAP 1.1, 4; SOAP 1.1, 4.1; part 1, 5.1; R9980: an Envelope, a Header if there are blocks, and a Body are written', async () => {
  for (const version of versions) {
    const { namespace, prefix: p } = versionNamed(version);
    const whole = new RegExp(
      `^<\\?xml [^>]*\\?><${p}:Envelope xmlns:${p}="${namespace}"><${p}:Body><\\w+ xmlns=.*</${p}:Body></${p}:Envelope>$`,
    );
    expect((await ask(version, message(version))).text).toMatch(whole);
    expect(String((await sentBy(version)).body)).toMatch(whole);
    const handlers = {
      GetClientID(_: unknown, context: { responseHeaderBlocks: unknown[] }) {
        context.responseHeaderBlocks.push('<a xmlns="urn:a"/>');
        return { ClientID: 1 };
      },
    };
    const { text } = await ask(version, message(version), { handlers });
    expect(text).toContain(`"><${p}:Header><a xmlns="urn:a"/></${p}:Header><${p}:Body>`);
  }
});

it('SOAP 1.1, 4.1.2; part 1, 2.8; part 1, 5.4.7; R1015: an envelope of another namespace is a VersionMismatch, another root a fault', async () => {
  for (const version of versions) {
    const other = version === '1.1' ? soap12 : soap11;
    for (const namespace of ['', 'urn:other', other.namespace, `${versionNamed(version).namespace}x`]) {
      const text = message(version).replace(versionNamed(version).namespace, namespace);
      const request = namespace === '' ? '<Envelope><Body/></Envelope>' : text;
      const { fault, status, ran, text: response } = await faultFor(version, request);
      expect([fault.code, fault.detail, status, ran], namespace).toEqual(['VersionMismatch', undefined, 500, false]);
      const supported = response.match(
        /<soap12:Upgrade>(<soap12:SupportedEnvelope qname="q:Envelope" xmlns:q="[^"]+"\/>){2}/,
      );
      expect(supported !== null).toBe(version === '1.2');
    }
    const { fault } = await faultFor(version, message(version).replaceAll('e:Envelope', 'e:Letter'));
    expect([fault.code, fault.detailCode]).toEqual(['Sender', 'InvalidEnvelope']);
  }
});

it('SOAP 1.1, 4.1; part 1, 5.1; R1032: attributes of the envelope are ignored, and none is written', async () => {
  const attributes = 'xmlns:x="urn:x" x:a="1" plain="2" xml:id="i" xml:lang="de" e:a="3"';
  for (const version of versions) {
    const places = {
      envelope: attributes,
      header: attributes.replace('"i"', '"j"'),
      body: attributes.replace('"i"', '"k"'),
    };
    expect((await ask(version, message(version, places))).status).toBe(200);
    expect(await called(version, responseOf(version, places))).toMatchObject({ ClientID: 7 });
    for (const text of [(await ask(version, message(version))).text, String((await sentBy(version)).body)]) {
      expect(text).toMatch(/<\w+:Envelope xmlns:\w+="[^"]*"><\w+:Body>/);
    }
  }
});

it('SOAP 1.1, 4.1.1; SOAP 1.1, 5; part 1, 5.1.1; part 2, 3; R1005; R1006; R1007: encodingStyle is ignored in any position, and never written', async () => {
  for (const version of versions) {
    for (const style of ['http://schemas.xmlsoap.org/soap/encoding/', 'http://www.w3.org/2003/05/soap-encoding', '']) {
      const encoding = `e:encodingStyle="${style}"`;
      const places = { envelope: encoding, body: encoding, blocks: `<b xmlns="urn:b" ${encoding}/>` };
      const encoded = (text: string): string => text.replace(/<(\w+) xmlns/, `<$1 ${encoding} xmlns`);
      const content = encoded(getClientID()).replace('<APIKey>', `<APIKey ${encoding}>`);
      expect((await ask(version, message(version, { ...places, content }))).status).toBe(200);
      const response = responseOf(version, { ...places, content: encoded(validResponse) });
      expect(await called(version, response)).toMatchObject({ ClientID: 7 });
    }
    expect((await ask(version, message(version))).text).not.toContain('encodingStyle');
    expect((await sentBy(version)).body).not.toContain('encodingStyle');
  }
});

it('SOAP 1.1, 4.3; part 1, 5.3; R9981; R1011: a Body holds one element, and nothing follows it', async () => {
  for (const version of versions) {
    const wrong = [
      { content: '' },
      { content: getClientID() + getClientID() },
      { behindBody: '<x:a xmlns:x="urn:x"/>' },
      { behindBody: '<e:Header/>' },
      { content: `text${getClientID()}` },
    ];
    for (const places of wrong) {
      const { fault, ran } = await faultFor(version, message(version, places));
      expect([fault.code, ran], JSON.stringify(places)).toEqual(['Sender', false]);
    }
    for (const places of [{ content: '' }, { content: validResponse + validResponse }, { behindBody: '<a/>' }]) {
      expect(await called(version, responseOf(version, places))).toMatchObject({ code: 'bad-answer' });
    }
  }
});

it('SOAP 1.1, 4.3; part 1, 5.3.1; R1014: the content of the Body is in a namespace', async () => {
  for (const version of versions) {
    const { fault } = await faultFor(version, message(version, { content: '<GetClientID/>' }));
    expect([fault.code, fault.detailCode]).toEqual(['Sender', 'UnknownOperation']);
    expect((await ask(version, message(version))).text).toContain(':Body><GetClientIDResponse xmlns="https:');
    expect((await sentBy(version)).body).toContain(':Body><GetClientID xmlns="https:');
  }
});

it('R1017: xsi:type is not required, and accepted', async () => {
  for (const version of versions) {
    expect((await ask(version, message(version))).status).toBe(200);
    const types = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
    const content = getClientID().replace('<APIKey>', `<APIKey ${types} xsi:type="xsd:string">`);
    expect((await ask(version, message(version, { content }))).status).toBe(200);
  }
});

it('R9704; R1033: the prefix xml is accepted if declared, and never declared', async () => {
  for (const version of versions) {
    const envelope = 'xmlns:xml="http://www.w3.org/XML/1998/namespace"';
    const { status, text } = await ask(version, message(version, { envelope }));
    expect([status, text.includes('xmlns:xml')]).toEqual([200, false]);
    expect((await sentBy(version)).body).not.toContain('xmlns:xml');
  }
});
