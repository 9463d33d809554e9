import type { SignedPart } from './parts.ts';
import type { SignOptions, WholeEnvelope } from './sign-message.ts';

/** A header block of WS-Addressing 1.0. */
function addressing(local: string, optional = false): SignedPart {
  return { namespace: 'http://www.w3.org/2005/08/addressing', local, optional };
}

/** The parts of Digikoppeling: Body, Timestamp and all header blocks of WS-Addressing, those that have to be there first. */
function digikoppelingParts(from: 'optional' | 'required'): readonly SignedPart[] {
  return [
    'Body',
    'Timestamp',
    addressing('Action'),
    addressing('MessageID'),
    addressing('From', from === 'optional'),
    ...['To', 'ReplyTo', 'FaultTo', 'RelatesTo'].map((local) => addressing(local, true)),
  ];
}

/** Options of `sign`, but for the key; `parts` are those of answers too, where a provider signs them. */
export type SignatureProfile<Part = SignedPart> = Omit<SignOptions, 'key'> & { readonly parts: readonly Part[] };

/**
 * What providers demand, by their names: `sign: { key, ...signatureProfiles.dian }`.
 *
 * - `digikoppeling`: WUS 2W-be-S of Dutch authorities, with WS-Addressing (Koppelvlakstandaard WUS 3.8, WB002 to WB010)
 * - `suwinet`: the same with From
 * - `dian`: electronic invoices of Colombia, in SOAP 1.2 with WS-Addressing; its answers are not signed
 * - `kvk`: the Dutch chamber of commerce, as `dian`
 * - `workday-x509`: Workday by certificate, beside the user's name of `workday()`; its answers are not signed
 */
export const signatureProfiles: Readonly<Record<'digikoppeling' | 'suwinet' | 'dian' | 'kvk', SignatureProfile>> & {
  readonly 'workday-x509': SignatureProfile<WholeEnvelope>;
} = {
  digikoppeling: { parts: digikoppelingParts('optional'), reference: 'binary-security-token' },
  suwinet: { parts: digikoppelingParts('required'), reference: 'binary-security-token' },
  dian: { parts: [addressing('To'), 'Timestamp'], reference: 'binary-security-token', lifetime: 60_000 },
  kvk: { parts: [addressing('To'), 'Timestamp'], reference: 'binary-security-token' },
  'workday-x509': { parts: ['Envelope'], reference: 'x509-subject' },
};
