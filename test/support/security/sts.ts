import { anyElement, type Operation, writeWildcard } from '@soapwright/runtime';
import type { Transport } from '@soapwright/runtime/client';
import { createServer, implement, type ServerOptions, SoapFault } from '@soapwright/runtime/server';
import { elementXml, leafText, readTree, type TreeElement } from '@soapwright/runtime/xml';
import { memoryTransport } from '../../../runtime/src/client/memory-transport.ts';
import type { SigningKey } from '../../../security/src/node/keys/index.ts';
import { signAssertion } from '../../../security/src/node/saml/index.ts';
import { trustOperations, wst } from '../../../security/src/node/sts/trust-operations.ts';
import { elementsWithin } from '../../../security/src/xml-elements.ts';
import { description } from '../runtime/test-service.ts';
import { type AssertionFields, plainAssertion } from './assertion.ts';

/** A RequestSecurityToken that an STS has received. */
export interface ReceivedTokenRequest {
  readonly type: string;
  readonly appliesTo: string;
  readonly keyType: string;
  /** The whole body, as sent. */
  readonly xml: string;
}

export interface SmallStsOptions {
  readonly key: SigningKey;
  /** What the STS asks of its callers. */
  readonly server?: Pick<ServerOptions, 'authentication' | 'messageSecurity'>;
  /** Changes an assertion before it is signed. */
  readonly fields?: (request: ReceivedTokenRequest, number: number) => AssertionFields;
  /** Refuses a request. */
  readonly refuses?: (request: ReceivedTokenRequest) => boolean;
  /** Changes a response. */
  readonly change?: (response: string) => string;
}

/** An STS of WS-Trust 1.3 in this process, that issues what it is asked for. */
export class SmallSts {
  readonly requests: ReceivedTokenRequest[] = [];
  readonly transport: Transport;
  readonly #options: SmallStsOptions;

  constructor(options: SmallStsOptions) {
    this.#options = options;
    this.transport = memoryTransport(
      createServer(description, options.server ?? {}, [
        implement(operationOf('Issue'), ([xml = '']) => this.#respond(xml, 'RequestSecurityTokenResponse')),
        implement(operationOf('Renew'), ([xml = '']) => this.#respond(xml, undefined)),
      ]),
    );
  }

  async #respond(xml: string, wrapper: string | undefined): Promise<string> {
    const document = readTree(Buffer.from(xml));
    const all = [...elementsWithin(document.root)];
    const textIn = (local: string): string => {
      const found = all.find((one) => one.local === local);
      return found === undefined ? '' : leafText(found, document.data);
    };
    const request = { type: textIn('RequestType'), appliesTo: textIn('Address'), keyType: textIn('KeyType'), xml };
    this.requests.push(request);
    const { refuses, fields, key, change = (response: string) => response } = this.#options;
    if (refuses?.(request) === true) throw new SoapFault({ code: 'Sender', reason: 'The request failed.' });
    const keyInfo = all.find(({ local }) => local === 'UseKey')?.children[0];
    const own = fields?.(request, this.requests.length) ?? {};
    const plain = plainAssertion({
      audience: request.appliesTo,
      method: keyInfo === undefined ? 'bearer' : 'holder-of-key',
      ...own,
    });
    const used = keyInfo === undefined ? '' : elementXml(keyInfo as TreeElement, document.data);
    const assertion = await signAssertion(
      plain.replace('</saml:SubjectConfirmationData>', `${used}</saml:SubjectConfirmationData>`),
      key,
    );
    const token = `<wst:RequestedSecurityToken xmlns:wst="${wst}">${assertion}</wst:RequestedSecurityToken>`;
    return change(wrapper === undefined ? token : `<wst:${wrapper} xmlns:wst="${wst}">${token}</wst:${wrapper}>`);
  }
}

/** An operation of the STS with its server's side: the body in XML, and the content of the response. */
function operationOf(type: 'Issue' | 'Renew'): Operation<readonly string[], string> {
  const { headers: _, ...operation } = trustOperations[type];
  return {
    ...operation,
    sharesInput: true,
    readInput: (reader) => [reader.any().xml],
    writeOutput: (writer, xml) => writeWildcard(writer, anyElement(xml)),
  };
}
