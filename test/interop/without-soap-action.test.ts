import { type Listening, listen } from '@soapwright/runtime/server/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadContract } from '../../src/contract/yaml/index.ts';
import { wsdlText } from '../../src/emit/wsdl.ts';
import { generateProject, type Project } from '../foreign/support/project.ts';
import { php, required, zeep } from './foreign.ts';

/** Toolkits differ where a WSDL gives no soapAction: zeep sends the text `None`. */

const contract = `soapwright: 1
service: Echo
namespace: urn:echo
address: http://localhost/echo
style: rpc
soapAction: ""
operations:
  Say: { request: { text: string }, result: { type: string, as: said } }
  Shout: { request: { text: string }, result: { type: string, as: shouted }, soapAction: urn:echo#Shout }
wsdl: { binding: { omitSoapAction: true } }
`;

let project: Project;
let listening: Listening;

beforeAll(async () => {
  const { contract: loaded } = loadContract({ file: 'contract.yaml', text: contract });
  if (loaded === undefined) throw new Error('There is no contract.');
  project = await generateProject(wsdlText(loaded, { source: 'contract.yaml' }));
  const requestText = (request: unknown): string => (request as { readonly text: string }).text;
  const handlers = {
    Say: async (request: unknown) => requestText(request),
    Shout: async (request: unknown) => requestText(request).toUpperCase(),
  };
  listening = await listen(project.server.create(handlers), { port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await listening?.close();
  project?.remove();
});

const clients = [zeep, php].filter(({ available }) => available || required);

describe.each(clients)('$name, with a WSDL that gives no soapAction', ({ call }) => {
  it.each(['1.1', '1.2'] as const)('D2, D3: calls an operation in SOAP %s', async (soap) => {
    const input = ['a <&> b'];
    const [answer] = await call({ wsdl: `${listening.url}?wsdl`, soap, calls: [{ operation: 'Say', input }] });
    expect(answer?.fault).toBeUndefined();
    expect(answer?.result).toBe('a <&> b');
  });
});

it('D2: the soapAction of another operation is refused all the same', async () => {
  const send = async (action: string): Promise<number> => {
    const body =
      '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><Say xmlns="urn:echo"><text xmlns="">a</text></Say></e:Body></e:Envelope>';
    const headers = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${action}"` };
    return (await fetch(listening.url, { method: 'POST', headers, body })).status;
  };
  expect(await send('urn:anything')).toBe(200);
  expect(await send('urn:echo#Shout')).toBe(500);
});
