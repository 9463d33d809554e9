import { generateKeyPairSync } from 'node:crypto';
import { SoapClient, type Transport, type TransportResponse } from '@soapwright/runtime/client';
import { createServer, implement, SoapFault } from '@soapwright/runtime/server';
import { describe, expect, it } from 'vitest';
import { memoryTransport } from '../../../../runtime/src/client/memory-transport.ts';
import { issueCertificate } from '../../../../test/support/runtime/certificate.ts';
import { nested, operation, text } from '../../../../test/support/runtime/table-codec.ts';
import { description } from '../../../../test/support/runtime/test-service.ts';
import { EnvelopeEditor } from '../../../../test/support/security/envelope-editor.ts';
import { memoryReplayStore } from '../../replay.ts';
import { decryptionKey, signingKey, trust } from '../keys/index.ts';
import {
  type ClientMessageSecurityOptions,
  encryptMessage,
  messageSecurity,
  readMessage,
  type ServerMessageSecurityOptions,
  serverMessageSecurity,
  signMessage,
  verifyMessage,
} from './index.ts';

const Whoami = operation('Whoami', [text('Name')], nested('WhoamiResult', 'WhoamiResult', true, text('Name')));
const [own, service] = [issueCertificate('own'), issueCertificate('service')];
const signerOf = ({ key, certificate }: typeof own) => signingKey({ key, certificates: certificate });

/** A message as an attacker sees it: one character for each byte. */
interface Seen {
  readonly type: string;
  readonly text: string;
  readonly status?: number;
}

interface Attack {
  readonly request?: (seen: Seen) => Seen;
  readonly response?: (seen: Seen) => Seen;
  readonly client?: Partial<ClientMessageSecurityOptions>;
  readonly server?: Partial<ServerMessageSecurityOptions>;
}

const unchanged = (seen: Seen): Seen => seen;

/** The names that handlers have got, and what the client has got: its result, or the code of its error. */
async function attacked({ request = unchanged, response = unchanged, client, server }: Attack) {
  const served: unknown[] = [];
  const reasons: string[] = [];
  const memory = memoryTransport(
    createServer(
      description,
      {
        messageSecurity: serverMessageSecurity({
          verify: { trust: trust({ pinned: own.certificate }) },
          sign: { key: signerOf(service) },
          onRejected: ({ message }) => reasons.push(message),
          ...server,
        }),
      },
      [
        implement(Whoami, ({ Name }) => {
          served.push(Name);
          if (Name === 'fault') throw new SoapFault({ code: 'Sender', reason: 'signed' });
          return { Name: `${Name}!` };
        }),
      ],
    ),
  );
  const transport: Transport = {
    async send(sent) {
      const before = { type: sent.headers[1] as string, text: Buffer.from(sent.body as Uint8Array).toString('latin1') };
      const changed = request(before);
      const body = Buffer.from(changed.text, 'latin1');
      const headers = ['Content-Type', changed.type, 'Content-Length', String(body.length), ...sent.headers.slice(4)];
      return answered(await memory.send({ ...sent, headers, body }), response);
    },
  };
  const caller = new SoapClient({
    address: description.address,
    transport,
    ...messageSecurity({
      sign: { key: signerOf(own) },
      verify: { trust: trust({ pinned: service.certificate }) },
      ...client,
    }),
  });
  const call = async (Name: string): Promise<unknown> => {
    try {
      return ((await caller.call(Whoami, { Name })) as { readonly Name: string }).Name;
    } catch (error) {
      const { code, cause, message } = error as Error & { readonly code?: string };
      return `${code}: ${(cause as Error | undefined)?.message ?? message}`;
    }
  };
  return { call, served, reasons };
}

function answered(response: TransportResponse, change: (seen: Seen) => Seen): TransportResponse {
  const at = response.headers.findIndex((name) => name.toLowerCase() === 'content-type');
  const type = response.headers[at + 1] ?? '';
  const before = { type, text: Buffer.from(response.body).toString('latin1'), status: response.status };
  const changed = change(before);
  const headers = response.headers.map((value, index) => (index === at + 1 ? changed.type : value));
  return { status: changed.status ?? response.status, headers, body: Buffer.from(changed.text, 'latin1') };
}

const edited =
  (change: (message: EnvelopeEditor) => string) =>
  (seen: Seen): Seen => ({ ...seen, text: change(new EnvelopeEditor(seen.text)) });

const related = (...parts: readonly string[]): Seen => ({
  type: 'multipart/related; boundary=b; type="text/xml"; start="<1>"',
  text: `${parts.map((part, index) => `--b\r\nContent-Type: text/xml\r\nContent-ID: <${index + 1}>\r\n\r\n${part}`).join('\r\n')}\r\n--b--\r\n`,
});

const evil = (seen: Seen): string =>
  new EnvelopeEditor(seen.text).filled(new EnvelopeEditor(seen.text).one('Body'), '<e/>');

it('without an attack calls succeed', async () => {
  const { call, served } = await attacked({});
  expect([await call('Zoë'), served]).toEqual(['Zoë!', ['Zoë']]);
});

describe('a server serves no request', () => {
  const actor = (value: string) => (message: EnvelopeEditor) =>
    message.tagged(message.one('Security'), ` xmlns:o="${message.root.namespace}" o:actor="${value}"`);
  const late = (message: EnvelopeEditor): string =>
    message
      .xml(message.one('Security'))
      .replace(/20\d\d-/g, '2099-')
      .replace(/Id="/g, 'Id="x');
  it.each<readonly [string, (seen: Seen) => Seen, string]>([
    ['whose security is for somebody else', edited(actor('urn:other')), 'no Security header block'],
    [
      'with a second block for the next receiver',
      edited((message) =>
        message.after(
          message.one('Security'),
          late(message).replace(
            '>',
            ` xmlns:o="${message.root.namespace}" o:actor="http://schemas.xmlsoap.org/soap/actor/next">`,
          ),
        ),
      ),
      'two Security header blocks',
    ],
    [
      'with a second block',
      edited((message) => message.before(message.one('Security'), late(message))),
      'two Security',
    ],
    ['whose charset is another one', (seen) => ({ ...seen, type: 'text/xml; charset=windows-1252' }), ''],
    [
      'with an evil root beside the signed one',
      (seen) => related(evil(seen), seen.text),
      'changed after it was signed',
    ],
    [
      'with a Body of another namespace before it',
      edited((message) => message.before(message.one('Body'), '<Body xmlns="urn:evil"/>')),
      'one Header and one Body',
    ],
    [
      'whose Body has the identifier of another block',
      edited((message) => message.first(message.one('Header'), `<e xml:id="${idOf(message)}"/>`)),
      'Several elements have the identifier',
    ],
    [
      'whose signature is in a block of another role, too',
      edited((message) => {
        const other = message
          .xml(message.one('Security'))
          .replace('>', ` xmlns:o="${message.root.namespace}" o:actor="urn:o">`);
        return message.after(message.one('Security'), other);
      }),
      'Several elements have the identifier',
    ],
    [
      'in an envelope of the other version',
      (seen) => ({
        ...seen,
        text: seen.text.replaceAll(
          'http://schemas.xmlsoap.org/soap/envelope/',
          'http://www.w3.org/2003/05/soap-envelope',
        ),
      }),
      '',
    ],
  ])('%s', async (_, request, reason) => {
    const { call, served, reasons } = await attacked({ request });
    expect(await call('Zoë')).not.toBe('Zoë!');
    expect(served).toEqual([]);
    if (reason !== '') expect(reasons).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    [
      'an XML declaration of another encoding',
      (seen: Seen) => ({
        ...seen,
        text: `<?xml version="1.0" encoding="ISO-8859-1"?>${seen.text.replace(/^<\?xml[^>]*>\s*/, '')}`,
      }),
    ],
    [
      'a part for a text that looks like base64',
      (seen: Seen) => {
        const include = '<i:Include xmlns:i="http://www.w3.org/2004/08/xop/include" href="cid:2"/>';
        const { text: body } = related(seen.text.replace('>Zm9v<', `>${include}<`), 'foo');
        return {
          type: 'multipart/related; boundary=b; type="application/xop+xml"; start="<1>"; start-info="text/xml"',
          text: body.replace('Content-Type: text/xml', 'Content-Type: application/xop+xml; type="text/xml"'),
        };
      },
    ],
  ])('with another meaning by %s', async (_, request) => {
    const { call, served } = await attacked({ request });
    await call('Zm9v');
    expect(served.every((name) => name === 'Zm9v')).toBe(true);
  });

  it('a second time, with another Timestamp that nobody has signed', async () => {
    const parts = ['Body'] as const;
    const sent: Seen[] = [];
    const replay = memoryReplayStore(1);
    let time = Date.now();
    const server = { verify: { trust: trust({ pinned: own.certificate }), parts, replay, now: () => time } };
    const request = (seen: Seen): Seen => {
      sent.push(seen);
      const [first] = sent as [Seen];
      const soon = (value: number): string => new Date(time + value).toISOString();
      const stamp = `<u:Timestamp xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"><u:Created>${soon(0)}</u:Created><u:Expires>${soon(1)}</u:Expires></u:Timestamp>`;
      return edited((message) => message.first(message.one('Security'), stamp))(first);
    };
    const { call, served, reasons } = await attacked({
      request,
      server,
      client: { sign: { key: signerOf(own), parts } },
    });
    await call('Zoë');
    time += 120_000;
    await call('Zoë');
    expect(served).toEqual(['Zoë']);
    expect(reasons).toEqual(['The message was received before.']);
  });
});

it('a message of two signers is taken once, also without one of the signatures', async () => {
  const second = issueCertificate('second');
  const options = { trust: trust({ pinned: [own.certificate, second.certificate] }), replay: memoryReplayStore() };
  const plain = Buffer.from(
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a xmlns="urn:a"/></s:Body></s:Envelope>',
  );
  const whole = await signMessage(await signMessage(plain, { key: signerOf(own) }), { key: signerOf(second) });
  const verify = (message: Uint8Array) => verifyMessage(readMessage(message), options);
  expect((await verify(whole)).signatures).toHaveLength(2);
  const message = new EnvelopeEditor(Buffer.from(whole).toString('latin1'));
  for (const signature of message.all('Signature')) {
    const without = Buffer.from(message.replaced(signature, ''), 'latin1');
    await expect(verify(without)).rejects.toMatchObject({ code: 'replay' });
  }
});

/** The identifier of the Body. */
function idOf(message: EnvelopeEditor): string {
  return message.one('Body').attributes.find(({ local }) => local === 'Id')?.value ?? '';
}

describe('a client takes no answer', () => {
  const confirmSignatures = true;
  const confirmed = { client: { confirmSignatures }, server: { confirmSignatures } };

  it('to another request', async () => {
    const answers: Seen[] = [];
    const response = (seen: Seen): Seen => {
      answers.push(seen);
      return answers[0] as Seen;
    };
    const { call } = await attacked({ response, ...confirmed });
    expect(await call('anna')).toBe('anna!');
    expect(await call('bob')).toBe('bad-answer: The response is not to this request: it confirms another signature.');
  });

  it('that is its own request', async () => {
    let sent: Seen | undefined;
    const request = (seen: Seen): Seen => {
      sent = seen;
      return seen;
    };
    const response = (): Seen => sent as Seen;
    const client = { verify: { trust: trust({ pinned: [own.certificate, service.certificate] }) } };
    expect(await (await attacked({ request, response, client })).call('anna')).toMatch(/^bad-answer|^invalid/);
    expect(
      await (await attacked({ request, response, ...confirmed, client: { ...client, confirmSignatures } })).call(
        'anna',
      ),
    ).toBe('bad-answer: The signature does not cover the SignatureConfirmation.');
  });

  const confirmation = (seen: Seen): string => {
    const message = new EnvelopeEditor(seen.text);
    return message.xml(message.one('SignatureConfirmation'));
  };
  const unsigned = (seen: Seen): Seen => edited((message) => message.replaced(message.one('Signature'), ''))(seen);
  it.each<readonly [string, (seen: Seen) => Seen, string]>([
    [
      'with a second confirmation',
      (seen) => ({
        ...seen,
        text: seen.text.replace(
          confirmation(seen),
          `${confirmation(seen)}${confirmation(seen).replace(/Id="/, 'Id="x')}`,
        ),
      }),
      'bad-answer: The signature does not cover the SignatureConfirmation.',
    ],
    [
      'without its confirmation',
      (seen) => ({ ...seen, text: seen.text.replace(confirmation(seen), '') }),
      'bad-answer: ',
    ],
    ['without a signature', unsigned, 'bad-answer: The message is not signed.'],
    ['in another part than the evil one', (seen) => related(evil(seen), seen.text), 'bad-answer: '],
    [
      'in the second part',
      (seen) =>
        related(seen.text, evil(seen)).text.includes('<e/>')
          ? { ...related(seen.text, evil(seen)), type: 'multipart/related; boundary=b; type="text/xml"; start="<2>"' }
          : seen,
      'bad-answer: ',
    ],
    ['that is empty', (seen) => ({ ...seen, text: '' }), ''],
    ['that is a page', (seen) => ({ ...seen, type: 'text/html', text: '<html/>' }), 'bad-answer: '],
    ['whose charset is another one', (seen) => ({ ...seen, type: 'text/xml; charset=utf-16' }), ''],
    ['as a failure', (seen) => ({ ...seen, status: 500 }), ''],
  ])('%s', async (_, response, reason) => {
    const { call } = await attacked({ response, ...confirmed });
    const result = await call('Zoë');
    // The bytes of UTF-8 were verified, whatever the head says, or the call fails.
    if (result !== 'Zoë!') expect(result).toMatch(/^[a-z-]+: /);
    if (reason !== '') expect(result).toContain(reason);
  });

  it('that is a fault without a signature, or a signed one as a success', async () => {
    const forged = (seen: Seen): Seen => ({
      ...unsigned(
        edited((message) =>
          message.filled(
            message.one('Body'),
            '<s:Fault xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><faultcode>s:Client</faultcode><faultstring>evil</faultstring></s:Fault>',
          ),
        )(seen),
      ),
      status: 500,
    });
    expect(await (await attacked({ response: forged })).call('Zoë')).toBe('bad-answer: The message is not signed.');
    const success = (seen: Seen): Seen => ({ ...seen, status: 200 });
    expect(await (await attacked({ response: success })).call('fault')).toContain('signed');
  });

  it('that somebody has encrypted for it and not signed', async () => {
    const reader = issueCertificate('reader', { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) });
    const response = (seen: Seen): Seen => {
      const envelope = Buffer.from(evil(unsigned(seen)), 'latin1');
      const sent = encryptMessage({ envelope, parts: [] }, { for: reader.certificate });
      return { ...seen, text: Buffer.from(sent.envelope).toString('latin1') };
    };
    const client = { decrypt: { keys: [decryptionKey({ key: reader.key, certificates: reader.certificate })] } };
    const server = { encrypt: { for: reader.certificate } };
    expect(await (await attacked({ client, server })).call('Zoë')).toBe('Zoë!');
    const plain = { decrypt: client.decrypt };
    expect(await (await attacked({ client: plain, response })).call('Zoë')).toBe(
      'bad-answer: The message is not signed.',
    );
  });
});
