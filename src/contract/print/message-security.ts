import { type MessagePart, type MessageParts, partText, type SecurityDemand, usualSuite } from '../model/index.ts';
import { constructMap, type KeyValues } from './construct-map.ts';
import type { Gaps } from './gaps.ts';

/** Whether `security` of a contract can say a demand: the same parts in both directions, none of them required. */
export function isSayable({ signature, encryption }: SecurityDemand): boolean {
  const isOneWay = signature !== undefined && signature.response === undefined;
  const isRequired = (part: MessagePart): boolean => typeof part === 'object' && part.required === true;
  const parts = [signature?.request, signature?.response, encryption?.request, encryption?.response];
  return (
    !parts.some((one) => one?.some(isRequired)) &&
    (signature === undefined || (signature.request !== undefined && (isOneWay || isSame(signature)))) &&
    (encryption === undefined || (isSame(encryption) && !isOneWay))
  );
}

function isSame({ request, response }: MessageParts): boolean {
  const texts = (parts: readonly MessagePart[] | undefined): string => (parts ?? []).map(partText).join(' ');
  return request !== undefined && texts(request.filter((part) => part !== 'UsernameToken')) === texts(response);
}

/** The keys of `security` for a demand. */
export function securityKeys(demand: SecurityDemand, gaps: Gaps): KeyValues {
  const { signature, encryption, algorithmSuite } = demand;
  const usual = usualSuite(encryption !== undefined);
  return {
    usernameToken: demand.usernameToken,
    timestamp: demand.timestamp,
    httpAuthentication: demand.httpAuthentication,
    clientCertificate: demand.clientCertificate,
    signature:
      signature &&
      constructMap(
        'signature',
        {
          parts: signature.request?.map(partText),
          of: signature.response === undefined ? 'requests' : undefined,
          certificate: signature.certificate,
          confirmed: signature.confirmed,
        },
        gaps,
      ),
    encryption:
      encryption &&
      constructMap(
        'encryption',
        { parts: encryption.request?.map(partText), signature: encryption.signature, first: encryption.first },
        gaps,
      ),
    assertion: demand.assertion,
    algorithmSuite: algorithmSuite === usual ? undefined : algorithmSuite,
    callerKey: demand.callerKey,
    serviceKey: demand.serviceKey,
  };
}
