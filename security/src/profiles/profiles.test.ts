import { type Call, type Interceptor, SoapFault, type SoapResponse } from '@soapwright/runtime/client';
import { leafText, readTree, type TreeElement } from '@soapwright/runtime/xml';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rootTag } from '../../../runtime/src/index.ts';
import { passwordDigest } from '../index.ts';
import {
  AmadeusSession,
  amadeus,
  docusign,
  exchange,
  gematik,
  netsuite,
  netsuiteSignature,
  onvif,
  salesforce,
  workday,
} from './index.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T10:00:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Calls that have passed an interceptor. */
let sent: Call[] = [];
beforeEach(() => {
  sent = [];
});

const response = (...headerBlocks: readonly string[]): SoapResponse => ({
  output: {},
  httpStatus: 200,
  headerBlocks: headerBlocks.map((xml) => ({
    namespace: /xmlns(?::\w+)?="([^"]*)"/.exec(xml)?.[1] ?? '',
    local: /<(?:\w+:)?(\w+)/.exec(xml)?.[1] ?? '',
    xml,
  })),
  httpHeader: () => undefined,
  httpHeaders: () => [],
});

async function call(
  interceptor: Interceptor,
  {
    name = 'Find',
    namespace = 'urn:a',
    respond = () => response(),
  }: { name?: string; namespace?: string; respond?: (call: Call) => SoapResponse } = {},
): Promise<string> {
  const operation = { name, input: rootTag(namespace, name) } as unknown as Call['operation'];
  const address = 'https://service.example/soap';
  const one: Call = {
    operation,
    input: {},
    address,
    soapVersion: '1.1',
    headers: {} as Call['headers'],
    headerBlocks: [],
    deviations: undefined,
    signal: new AbortController().signal,
  };
  await interceptor(async (passed) => {
    sent.push(passed);
    return respond(passed);
  })(one);
  return sent.at(-1)?.headerBlocks.join('\n') ?? '';
}

describe('netsuite', () => {
  const options = {
    account: '1234567',
    consumerKey: '71cc02b731f05895561ef0862d71553a3ac99498a947c3b7beaf4a1e4a29f7c4',
    consumerSecret: '7278da58caf07f5c336301a601203d10a58e948efa280f0618e25fcee1ef2abd',
    token: '89e08d9767c5ac85b374415725567d05b54ecf0960ad2470894a52f741020d82',
    tokenSecret: '060cd9ab3ffbbe1e3d3918e90165ffd37ab12acc76b4691046e2d29c7d7674c2',
  };

  it('signs the example of NetSuite’s help', async () => {
    const parts = { nonce: '6obMKq0tmY8ylVOdEkA1', timestamp: 1_439_829_974 };
    expect(await netsuiteSignature(options, parts)).toBe('FCghIZqXNetuZY8ILWOFH0ucdfzQOmAuL+q+kF21zPs=');
  });

  it('sends a tokenPassport in the namespaces of the called release', async () => {
    const namespace = 'urn:messages_2023_1.platform.webservices.netsuite.com';
    const block = await call(netsuite(options), { name: 'getList', namespace });
    const [, nonce = ''] = /<c:nonce>(\w{32})<\/c:nonce>/.exec(block) ?? [];
    const timestamp = Date.now() / 1000;
    expect(block).toBe(
      `<m:tokenPassport xmlns:m="${namespace}" xmlns:c="urn:core_2023_1.platform.webservices.netsuite.com"><c:account>1234567</c:account><c:consumerKey>${options.consumerKey}</c:consumerKey><c:token>${options.token}</c:token><c:nonce>${nonce}</c:nonce><c:timestamp>${timestamp}</c:timestamp><c:signature algorithm="HMAC-SHA256">${await netsuiteSignature(options, { nonce, timestamp })}</c:signature></m:tokenPassport>`,
    );
  });
});

describe('gematik', () => {
  /** The example of gemILF_PS_ePA, 5.2.1.2: namespaces, names and texts of its ContextHeader, whatever the prefixes are. */
  const example = {
    mandantId: 'Mandant1',
    clientSystemId: 'ClientID1',
    workplaceId: 'CATS',
    record: { insurantId: 'X110411319', homeCommunityId: 'urn:oid:1.2.276.0.76.3.1.315.3.2.1.1' },
    version: '1.3',
  } as const;
  const upload = 'DocumentRepository_ProvideAndRegisterDocumentSet-b';

  function namesOf(xml: string): readonly string[] {
    const { root, data } = readTree(new TextEncoder().encode(xml));
    const visit = (one: TreeElement): readonly string[] => {
      const text = one.children.length === 0 ? ` ${leafText(one, data)}` : '';
      const attributes = one.attributes.map(({ local, value }) => ` ${local}=${value}`).join('');
      return [`${one.namespace} ${one.local}${attributes}${text}`.trim(), ...one.children.flatMap(visit)];
    };
    return visit(root);
  }

  it('sends the ContextHeader of the implementation guide', async () => {
    const [header = '', community = ''] = (await call(gematik(example), { name: upload })).split('\n');
    expect(namesOf(header)).toEqual([
      'http://ws.gematik.de/conn/phrs/PHRService/v1.3 ContextHeader',
      'http://ws.gematik.de/conn/ConnectorContext/v2.0 Context',
      'http://ws.gematik.de/conn/ConnectorCommon/v5.0 MandantId Mandant1',
      'http://ws.gematik.de/conn/ConnectorCommon/v5.0 ClientSystemId ClientID1',
      'http://ws.gematik.de/conn/ConnectorCommon/v5.0 WorkplaceId CATS',
      'http://ws.gematik.de/conn/phrs/PHRService/v1.3 RecordIdentifier',
      'http://ws.gematik.de/fa/phr/v1.1 InsurantId root=1.2.276.0.76.4.8 extension=X110411319',
      'http://ws.gematik.de/fa/phr/v1.1 HomeCommunityId urn:oid:1.2.276.0.76.3.1.315.3.2.1.1',
    ]);
    expect(namesOf(community)).toEqual([
      'urn:ihe:iti:xdr:2014 homeCommunityBlock',
      'urn:ihe:iti:xdr:2014 homeCommunityId urn:oid:1.2.276.0.76.3.1.315.3.2.1.1',
    ]);
  });

  it('has a user where one is given, the namespace of version 2.0, and no community but in uploads', async () => {
    const { version: _, ...newer } = example;
    const sent = await call(gematik({ ...newer, userId: 'a<b' }), { name: 'DocumentRegistry_RegistryStoredQuery' });
    expect(sent).toContain('="http://ws.gematik.de/conn/phrs/PHRService/v2.0"');
    expect(sent).toContain('<c:UserId>a&#60;b</c:UserId>');
    expect(sent).not.toContain('homeCommunityBlock');
  });
});

describe('amadeus', () => {
  it.each([
    ['AMADEUS', '2015-09-30T14:12:15Z', Buffer.from('secretnonce10111'), '+LzcaRc+ndGAcZIXmq/N7xGes+k='],
    ['WBSPassword', '2013-01-11T09:41:03Z', 'PZgFvh5439plJpKpIyf5ucmXhNU=', 'ic3AOJElVpvkz9ZBKd105Siry28='],
    ['AMADEUS', '2015-09-30T14:15:11Z', 'NjPfanrqSdmXuFWgPoQlAsHOUbjOBg==', 'k/upHztkhZzrsqAKsOBUa45+j1w='],
  ])('hashes %s as its implementation guide does', async (password, created, nonce, digest) => {
    const bytes = new Uint8Array(typeof nonce === 'string' ? Buffer.from(nonce, 'base64') : nonce);
    expect(await passwordDigest(password, { nonce: bytes, created }, true)).toBe(digest);
  });

  const account = { user: 'WSYYYXXX', password: 'secret', officeId: 'NCE1A0955' };
  const hosted =
    '<AMA_SecurityHostedUser xmlns="http://xml.amadeus.com/2010/06/Security_v1"><UserID AgentDutyCode="SU" RequestorType="U" PseudoCityCode="NCE1A0955" POS_Type="1"/></AMA_SecurityHostedUser>';

  it('sends a token and the hosted user with each call', async () => {
    for (const _ of [1, 2]) {
      const blocks = (await call(amadeus(account))).split('\n');
      expect(blocks[0]).toMatch(/^<wsse:Security .*<wsse:Username>WSYYYXXX<.*#PasswordDigest".*<\/wsse:Security>$/);
      expect(blocks.slice(1)).toEqual([hosted]);
    }
  });

  it('keeps a session: signs in once, counts, and ends', async () => {
    const namespace = 'http://xml.amadeus.com/2010/06/Session_v3';
    const session = new AmadeusSession();
    const interceptor = amadeus({ ...account, session });
    const respond = ({ headerBlocks }: Call) => {
      const sequence = Number(/SequenceNumber>(\d+)/.exec(headerBlocks.join(''))?.[1] ?? 1);
      return response(
        `<awsse:Session xmlns:awsse="${namespace}" TransactionStatusCode="InSeries"><awsse:SessionId>01ZWHV5EMT</awsse:SessionId><awsse:SequenceNumber>${sequence}</awsse:SequenceNumber><awsse:SecurityToken>3WY60GB9B0FX2SLIR756QZ4G2</awsse:SecurityToken></awsse:Session>`,
      );
    };
    const state = (status: string, sequence: number) =>
      `<s:Session xmlns:s="${namespace}" TransactionStatusCode="${status}"><s:SessionId>01ZWHV5EMT</s:SessionId><s:SequenceNumber>${sequence}</s:SequenceNumber><s:SecurityToken>3WY60GB9B0FX2SLIR756QZ4G2</s:SecurityToken></s:Session>`;
    const start = `<s:Session xmlns:s="${namespace}" TransactionStatusCode="Start"/>`;
    expect((await call(interceptor, { respond })).split('\n').slice(1)).toEqual([hosted, start]);
    expect(await call(interceptor, { respond })).toBe(state('InSeries', 2));
    expect(await call(interceptor, { respond })).toBe(state('InSeries', 3));
    session.end();
    expect(await call(interceptor, { respond })).toBe(state('End', 4));
    expect((await call(interceptor, { respond })).split('\n').at(-1)).toBe(start);
  });
});

describe('salesforce', () => {
  const expired = (): SoapResponse => {
    const subcode = { namespace: 'urn:fault.partner.soap.sforce.com', local: 'INVALID_SESSION_ID' };
    throw new SoapFault({ code: 'Receiver', subcode, reason: 'Invalid Session ID found in SessionHeader' });
  };
  const namespace = 'urn:partner.soap.sforce.com';
  const open = () => {
    let opened = 0;
    return async () => {
      opened += 1;
      return { sessionId: `id<${opened}`, serverUrl: `https://instance.example/${opened}` };
    };
  };
  const block = (id: number) =>
    `<s:SessionHeader xmlns:s="${namespace}"><s:sessionId>id&#60;${id}</s:sessionId></s:SessionHeader>`;

  it('opens a session for the first call, and uses the address of its instance', async () => {
    const interceptor = salesforce(open());
    for (const _ of [1, 2]) expect(await call(interceptor, { namespace })).toBe(block(1));
    expect(sent.map(({ address }) => address)).toEqual(Array(2).fill('https://instance.example/1'));
    expect(await call(interceptor, { namespace, name: 'login' })).toBe('');
  });

  it('opens another one when the service says that it is invalid, once for all calls', async () => {
    const interceptor = salesforce(open());
    const respond = (one: Call) => (one.address.endsWith('1') ? expired() : response());
    const calls = [1, 2, 3].map(() => call(interceptor, { namespace, respond }));
    await Promise.all(calls);
    expect(sent.map(({ address }) => address.at(-1)).sort()).toEqual(['1', '1', '1', '2', '2', '2']);
    await expect(call(interceptor, { namespace, respond: expired })).rejects.toThrow('Invalid Session ID');
  });

  it('sends no session over http, unless that is allowed', async () => {
    const overHttp = async () => ({ sessionId: 'id<1', serverUrl: 'http://instance.example/1' });
    await expect(call(salesforce(overHttp), { namespace })).rejects.toMatchObject({ code: 'insecure-address' });
    expect(sent).toEqual([]);
    expect(await call(salesforce(overHttp, { allowHttp: true }), { namespace })).toBe(block(1));
  });

  it('asks again after a session that could not be opened', async () => {
    let isDown = true;
    const interceptor = salesforce(async () => {
      if (isDown) throw new Error('down');
      return { sessionId: 'id<1' };
    });
    await expect(call(interceptor, { namespace })).rejects.toThrow('down');
    isDown = false;
    expect(await call(interceptor, { namespace })).toBe(block(1));
    expect(sent.at(-1)?.address).toBe('https://service.example/soap');
  });
});

describe('onvif', () => {
  it('uses the device’s clock, which is asked once', async () => {
    const deviceTime = vi.fn(async () => Date.parse('2000-01-01T00:00:00Z'));
    const interceptor = onvif({ user: 'admin', password: 'userpassword', deviceTime });
    await call(interceptor);
    vi.setSystemTime(Date.now() + 5_000);
    const block = await call(interceptor);
    expect(block).toContain('<wsu:Created>2000-01-01T00:00:05.000Z</wsu:Created>');
    expect(deviceTime).toHaveBeenCalledTimes(1);
    const [, digest, nonce = ''] = /#PasswordDigest">([^<]*)<.*Base64Binary">([^<]*)</.exec(block) ?? [];
    const parts = { nonce: new Uint8Array(Buffer.from(nonce, 'base64')), created: '2000-01-01T00:00:05.000Z' };
    expect(digest).toBe(await passwordDigest('userpassword', parts));
  });

  it('asks again after a failure', async () => {
    const deviceTime = vi.fn().mockRejectedValueOnce(new Error('off')).mockResolvedValueOnce(Date.now());
    const interceptor = onvif({ user: 'admin', password: 'p', deviceTime });
    await expect(call(interceptor)).rejects.toThrow('off');
    expect(await call(interceptor)).toContain('UsernameToken');
  });
});

describe('others', () => {
  it('workday sends the user with its tenant, and a Timestamp', async () => {
    const block = await call(workday({ user: 'lmcneil', tenant: 'acme_dpt1', password: 'secret' }));
    expect(block).toMatch(/<wsu:Timestamp>.*<wsse:Username>lmcneil@acme_dpt1<.*#PasswordText">secret</);
  });

  it('workday sends the name of the user alone for a call that is signed', async () => {
    const block = await call(workday({ user: 'lmcneil', tenant: 'acme_dpt1' }));
    expect(block).toMatch(
      /<wsse:UsernameToken><wsse:Username>lmcneil@acme_dpt1<\/wsse:Username><\/wsse:UsernameToken>/,
    );
    expect(block).toContain('mustUnderstand="1"');
  });

  it('docusign sends the integrator key before the user', async () => {
    const block = await call(docusign({ integratorKey: 'ACME-1234', user: 'ada@example.com', password: 'secret' }));
    expect(block).toMatch(/<wsse:Username>\[ACME-1234\]ada@example\.com<.*#PasswordText">secret</);
  });

  it('exchange sends the version, and whose mailbox is used', async () => {
    expect(await call(exchange({ version: 'Exchange2013_SP1', actAs: 'ada@example.com' }))).toBe(
      '<t:RequestServerVersion xmlns:t="http://schemas.microsoft.com/exchange/services/2006/types" Version="Exchange2013_SP1"/>\n<t:ExchangeImpersonation xmlns:t="http://schemas.microsoft.com/exchange/services/2006/types"><t:ConnectingSID><t:PrimarySmtpAddress>ada@example.com</t:PrimarySmtpAddress></t:ConnectingSID></t:ExchangeImpersonation>',
    );
  });
});
