import { X509Certificate } from 'node:crypto';
import { leafText, type TreeDocument, type TreeElement } from '@soapwright/runtime/xml';
import { passwordTypes, wsse, wsu } from '../../names.ts';
import { attributeValue, isNamed } from '../../xml-elements.ts';
import { bytesOfBase64 } from '../base64.ts';
import { saml2, valueTypes } from '../keys/names.ts';
import { certificateReport, right, unchecked, wrong } from './describe.ts';
import type {
  CertificateReport,
  Check,
  ItemReport,
  TimestampReport,
  TokenReport,
  UsernameTokenReport,
} from './report.ts';

/** Explains tokens and times. @param now in milliseconds since 1970. */
export function explainToken(element: TreeElement, { data }: TreeDocument, now: number): ItemReport {
  const id = identifierOf(element);
  const identified = id === undefined ? {} : { id };
  if (isNamed(element, [wsu, 'Timestamp'])) return { ...timestamp(element, data, now), ...identified };
  if (isNamed(element, [wsse, 'UsernameToken'])) return { ...usernameToken(element, data), ...identified };
  if (isNamed(element, [wsse, 'BinarySecurityToken'])) return { ...binaryToken(element, data, now), ...identified };
  if (isNamed(element, [saml2, 'Assertion'])) return { ...assertion(element, data, now), ...identified };
  return { kind: 'other', name: element.local, ...identified };
}

function identifierOf(element: TreeElement): string | undefined {
  return element.attributes.find(
    ({ namespace, local }) => (namespace === wsu && local === 'Id') || (namespace === '' && /^(?:Id|ID)$/.test(local)),
  )?.value;
}

function timestamp(element: TreeElement, data: Uint8Array, now: number): TimestampReport {
  const [created, expires] = ['Created', 'Expires'].map((local) => textIn(element, [wsu, local], data));
  return {
    kind: 'timestamp',
    ...(created !== undefined && { created }),
    ...(expires !== undefined && { expires }),
    check: validity({ from: created, until: expires }, now),
  };
}

/** Whether a time is between two others; either of them may be missing. */
function validity(
  { from, until }: { readonly from?: string | undefined; readonly until?: string | undefined },
  now: number,
): Check {
  const [start, end] = [from, until].map((text) => (text === undefined ? undefined : Date.parse(text)));
  if (Number.isNaN(start) || Number.isNaN(end)) return wrong('a time is malformed');
  if (end !== undefined && end <= now)
    return wrong(`it expired ${span(now - end)} before ${new Date(now).toISOString()}`);
  if (start !== undefined && start > now)
    return wrong(`it begins ${span(start - now)} after ${new Date(now).toISOString()}`);
  return right;
}

function span(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const units = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ] as const;
  const [size, name] = units.find(([one]) => seconds >= one) ?? [1, 'second'];
  const count = Math.floor(seconds / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** The password stays unsaid, and so does its digest, by which it can be guessed. */
function usernameToken(element: TreeElement, data: Uint8Array): UsernameTokenReport {
  const child = (name: readonly [string, string]) => element.children.find((one) => isNamed(one, name));
  const password = child([wsse, 'Password']);
  const type = password && attributeValue(password, 'Type');
  const user = textIn(element, [wsse, 'Username'], data);
  const created = textIn(element, [wsu, 'Created'], data);
  return {
    kind: 'username-token',
    ...(user !== undefined && { user }),
    password:
      password === undefined
        ? 'none'
        : type === undefined || type === passwordTypes.text
          ? 'text'
          : type === passwordTypes.digest
            ? 'digest'
            : 'unknown',
    nonce: child([wsse, 'Nonce']) !== undefined,
    ...(created !== undefined && { created }),
  };
}

function binaryToken(element: TreeElement, data: Uint8Array, now: number): TokenReport {
  const type = attributeValue(element, 'ValueType');
  if (type !== valueTypes.x509v3) {
    const name = `BinarySecurityToken of ${type?.split('#').at(-1) ?? 'no type'}`;
    return { kind: 'token', name, certificates: [], check: unchecked('it is not one certificate') };
  }
  const report = certificateIn(leafText(element, data));
  const name = 'X.509 certificate';
  if (report === undefined) return { kind: 'token', name, certificates: [], check: wrong('it is no certificate') };
  const check = validity({ from: report.validFrom, until: report.validUntil }, now);
  return { kind: 'token', name, certificates: [report], check };
}

function certificateIn(text: string): CertificateReport | undefined {
  try {
    return certificateReport(new X509Certificate(bytesOfBase64(text)));
  } catch {
    return undefined;
  }
}

function assertion(element: TreeElement, data: Uint8Array, now: number): TokenReport {
  const issuer = textIn(element, [saml2, 'Issuer'], data);
  const conditions = element.children.find((child) => isNamed(child, [saml2, 'Conditions']));
  const [from, until] = ['NotBefore', 'NotOnOrAfter'].map((name) => conditions && attributeValue(conditions, name));
  const name = `SAML 2.0 assertion${issuer === undefined ? '' : ` of ${issuer}`}${until === undefined ? '' : `, until ${until}`}`;
  return { kind: 'token', name, certificates: [], check: validity({ from, until }, now) };
}

function textIn(parent: TreeElement, name: readonly [string, string], data: Uint8Array): string | undefined {
  const child = parent.children.find((one) => isNamed(one, name));
  return child === undefined || child.children.length > 0 ? undefined : leafText(child, data).trim();
}
