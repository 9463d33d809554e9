import type { Interceptor } from '@soapwright/runtime/client';
import { escaped } from '../xml-text.ts';
import { element, withBlocks } from './blocks.ts';

/** Who calls a connector of gematik, and whose record is meant. */
export interface GematikOptions {
  readonly mandantId: string;
  readonly clientSystemId: string;
  readonly workplaceId: string;
  /** For services that demand a user. */
  readonly userId?: string | undefined;
  readonly record: {
    /** The insured person's identifier, such as `X110411319`. */
    readonly insurantId: string;
    /** Of the record system, such as `urn:oid:1.2.276.0.76.3.1.315.3.2.1.1`. */
    readonly homeCommunityId: string;
  };
  /** Of PHRService; default `2.0`. */
  readonly version?: '1.3' | '2.0' | undefined;
}

const conn = 'http://ws.gematik.de/conn';

/** Root of the identifiers of insured persons. */
const insurants = '1.2.276.0.76.4.8';

/**
 * Adds the header block ContextHeader of PHRService of a gematik connector, and to uploads the homeCommunityBlock of IHE
 * XCDR. Sign in by a client certificate; the contract or `addressing()` has WS-Addressing.
 *
 * @see https://github.com/gematik/api-ePA the implementation guide gemILF_PS_ePA, 5.2
 */
export function gematik(options: GematikOptions): Interceptor {
  const { mandantId, clientSystemId, workplaceId, userId, record, version = '2.0' } = options;
  const context = [
    element('c:MandantId', mandantId),
    element('c:ClientSystemId', clientSystemId),
    element('c:WorkplaceId', workplaceId),
    userId === undefined ? '' : element('c:UserId', userId),
  ].join('');
  const insurant = `<r:InsurantId root="${insurants}" extension="${escaped(record.insurantId)}"/>`;
  const community = element('r:HomeCommunityId', record.homeCommunityId);
  const namespaces = [
    `xmlns:p="${conn}/phrs/PHRService/v${version}"`,
    `xmlns:x="${conn}/ConnectorContext/v2.0"`,
    `xmlns:c="${conn}/ConnectorCommon/v5.0"`,
    'xmlns:r="http://ws.gematik.de/fa/phr/v1.1"',
  ].join(' ');
  const content = `<x:Context>${context}</x:Context><p:RecordIdentifier>${insurant}${community}</p:RecordIdentifier>`;
  const header = `<p:ContextHeader ${namespaces}>${content}</p:ContextHeader>`;
  const upload = `<h:homeCommunityBlock xmlns:h="urn:ihe:iti:xdr:2014">${element('h:homeCommunityId', record.homeCommunityId)}</h:homeCommunityBlock>`;
  return withBlocks(({ operation }) =>
    operation.name.includes('ProvideAndRegisterDocumentSet') ? [header, upload] : [header],
  );
}
