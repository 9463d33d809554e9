import { anyElement, type ClientOperation, rootTag, writeWildcard } from '@soapwright/runtime';

/** Namespace of WS-Trust 1.3, which 1.4 uses too. */
export const wst = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';
/** Namespace of what WS-Trust 1.4 adds. */
export const wst14 = 'http://docs.oasis-open.org/ws-sx/ws-trust/200802';

export type TrustRequestType = 'Issue' | 'Renew';

/** The content of a RequestSecurityToken, as elements in XML, and the response as XML. */
type TrustOperation = ClientOperation<readonly string[], string>;

/** A request to an STS (WS-Trust 1.4, 4.1 and 5): an issued token is in a collection, a renewed one is not. */
export const trustOperations: Readonly<Record<TrustRequestType, TrustOperation>> = {
  Issue: trustOperation('Issue', 'RequestSecurityTokenResponseCollection'),
  Renew: trustOperation('Renew', 'RequestSecurityTokenResponse'),
};

function trustOperation(name: TrustRequestType, response: string): TrustOperation {
  return {
    name,
    soapAction: `${wst}/RST/${name}`,
    input: rootTag(wst, 'RequestSecurityToken'),
    output: rootTag(wst, response),
    writeInput: (writer, elements) => {
      for (const element of elements) writeWildcard(writer, anyElement(element));
    },
    readOutput: (reader) => reader.any().xml,
  };
}
