import { X509Certificate } from 'node:crypto';
import { resolve } from 'node:path';
import { fetching, samples as kinds, Report, renderText, report } from '../diagnostics/index.ts';
import { SecretPlaces } from '../fetch/index.ts';
import { type RecordedMessage, readRecordedFiles } from '../messages/index.ts';
import type { CommonOptions } from './common-options.ts';
import { securityText } from './explain-security-text.ts';
import { countFiles, failed, print } from './print.ts';
import {
  type DecryptionKey,
  decryptionKey,
  type ExplainOptions,
  explainSecurity,
  type SecurityReport,
  trust,
} from './security/index.ts';
import type { Terminal } from './terminal.ts';

export interface ExplainSecurityFlags extends CommonOptions {
  readonly key?: readonly string[];
  readonly passphrase?: string;
  readonly certificate?: readonly string[];
  readonly trust?: readonly string[];
  readonly at?: number;
}

/** A message with what is said of it, or why nothing is. */
interface Explained {
  readonly file: string;
  readonly part?: string | undefined;
  readonly report?: SecurityReport;
  readonly error?: string;
}

/** Says what of recorded messages is signed and encrypted, and why verification fails; exit code 1 if it does. */
export async function runExplainSecurity(
  paths: readonly string[],
  flags: ExplainSecurityFlags,
  terminal: Terminal,
): Promise<number> {
  const to = new Report();
  const places = new SecretPlaces({ current: resolve('.'), environment: process.env });
  const keys = keysOf(flags, places);
  const certificates = certificatesOf('--certificate', flags.certificate ?? [], places);
  const anchors = certificatesOf('--trust', flags.trust ?? [], places);
  to.add(...places.diagnostics);
  const recording = readRecordedFiles(paths, resolve('.'));
  to.add(...recording.diagnostics);
  const messages = recording.exchanges.flatMap(({ request, response }) => [request, response]);
  const found = messages.filter((message) => message !== undefined);
  for (const { file, part, reason } of recording.problems) {
    to.add(report(kinds.notDecoded, { part: part === undefined ? '' : `${part}: `, reason }, { file }));
  }
  if (found.length === 0 && !to.hasErrors) {
    to.add(report(kinds.nothingRecorded, { names: paths.join(', '), files: countFiles(recording.files) }));
  }
  if (to.hasErrors) return print(failed(to.diagnostics), flags, terminal);
  const { at } = flags;
  const trusted =
    anchors.length + certificates.length === 0
      ? undefined
      : trust({ anchors, pinned: certificates, ...(at !== undefined && { now: () => at }) });
  const options: ExplainOptions = {
    keys,
    certificates: [...certificates, ...anchors],
    ...(trusted && { trust: trusted }),
    ...(at !== undefined && { time: at }),
  };
  const explained = await Promise.all(found.map((message) => explain(message, options)));
  const isRight = explained.every((one) => one.report?.problems.length === 0);
  const exitCode = isRight ? 0 : 1;
  if (flags.format !== 'text') {
    return print(
      { exitCode, files: [], diagnostics: to.diagnostics, details: { messages: explained } },
      flags,
      terminal,
    );
  }
  terminal.message(renderText(to.diagnostics, { colour: terminal.colour.message }));
  terminal.out(explained.map((one) => textOfMessage(one, explained.length > 1)).join('\n'));
  return exitCode;
}

async function explain(
  { file, part, body, all: parts = [] }: RecordedMessage,
  options: ExplainOptions,
): Promise<Explained> {
  const named = { file, ...(part !== undefined && { part }) };
  const attached = parts.map(({ id, contentType, body: content }) => ({
    id: id.replace(/^<(.*)>$/, '$1'),
    contentType,
    content,
  }));
  try {
    return { ...named, report: await explainSecurity({ envelope: body, parts: attached }, options) };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SecurityError') throw error;
    return { ...named, error: error.message };
  }
}

function textOfMessage({ file, part, report: found, error = '' }: Explained, isOneOfMany: boolean): string {
  const title = isOneOfMany ? `### ${file}${part === undefined ? '' : `, ${part}`}\n\n` : '';
  return `${title}${found === undefined ? `${error}\n` : securityText(found)}`;
}

function keysOf({ key: files = [], passphrase }: ExplainSecurityFlags, places: SecretPlaces): readonly DecryptionKey[] {
  const secret = passphrase === undefined ? undefined : places.secret('--passphrase', passphrase);
  return files.flatMap((file) => {
    const bytes = places.certificate('--key', file);
    if (bytes === undefined) return [];
    const given = secret === undefined ? {} : { passphrase: secret };
    try {
      return [decryptionKey(bytes.includes('-----BEGIN') ? { pem: bytes, ...given } : { pkcs12: bytes, ...given })];
    } catch (error) {
      const reason = error instanceof TypeError ? error.message.replace(/\.$/, '') : 'it cannot be read';
      places.diagnostics.push(report(fetching.badCertificate, { options: '--key', reason }));
      return [];
    }
  });
}

function certificatesOf(option: string, files: readonly string[], places: SecretPlaces): readonly X509Certificate[] {
  return files.flatMap((file) => {
    const bytes = places.certificate(option, file);
    if (bytes === undefined) return [];
    const pem = bytes.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
    try {
      return (pem ?? [bytes]).map((one) => new X509Certificate(one));
    } catch {
      places.diagnostics.push(report(fetching.badCertificate, { options: option, reason: 'it is no certificate' }));
      return [];
    }
  });
}
