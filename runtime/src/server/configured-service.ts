import { encodeUtf8 } from '#bytes';
import { defaultSpool } from '#spool';
import { base64Length } from '../bytes/base64.ts';
import { declaredHeaders } from '../soap/declared-headers.ts';
import type { EnvelopeOptions } from '../soap/envelope-reader.ts';
import { type Version, versionNamed } from '../soap/version.ts';
import { type Spool, SpoolBudget } from '../spool/spool.ts';
import { type NamedLimits, withDefaults } from '../xml/limits.ts';
import type { ServerAddressing } from './addressed-request.ts';
import type { ServerAuthentication } from './authentication-option.ts';
import type { Implementation } from './handler.ts';
import { intercepted } from './interceptor.ts';
import type { ServerMessageSecurity } from './message-security-option.ts';
import type { ServerMultipart } from './multipart.ts';
import { OperationTable } from './operation-table.ts';
import { Admission, withOverloadDefaults } from './overload/admission.ts';
import { BusyResponses } from './overload/busy-responses.ts';
import type { Pages } from './pages-option.ts';
import type { ServerEncodings } from './server-encodings.ts';
import type { ErrorListener, EventListener } from './server-events.ts';
import type { CommonOptions, Route, ServerOptions } from './server-options.ts';
import type { SenderFaultStatus, ServiceDescription } from './service-description.ts';

/** A service with its validated options. */
export interface Service<State> {
  readonly description: ServiceDescription;
  readonly operations: OperationTable<State>;
  readonly state: State;
  readonly path: string;
  readonly publicUrl: string | undefined;
  readonly versions: readonly Version[];
  readonly limits: NamedLimits;
  /** Limits the requests that run at once. */
  readonly admission: Admission;
  readonly busyResponses: BusyResponses;
  readonly spool: Spool;
  readonly budget: SpoolBudget;
  readonly multipart: ServerMultipart | undefined;
  readonly encodings: ServerEncodings | undefined;
  readonly authentication: ServerAuthentication | undefined;
  readonly messageSecurity: ServerMessageSecurity | undefined;
  readonly addressing: ServerAddressing | undefined;
  /** Local names of the streamed fields of all requests, as UTF-8. */
  readonly streamedNames: readonly Uint8Array[];
  /** Maximum bytes of a body with streamed fields. */
  readonly mostBytes: number;
  /** How envelopes are read with `charset=utf-8`, and without a charset. */
  readonly utf8: EnvelopeOptions;
  readonly undeclared: EnvelopeOptions;
  readonly senderFaultStatus: SenderFaultStatus;
  readonly requireContentLength: boolean;
  readonly trustProxy: boolean;
  /** Headers of all responses, as names and values. */
  readonly fixedHeaders: readonly string[];
  readonly pages: Pages | undefined;
  readonly testForms: boolean;
  readonly cors: CommonOptions['cors'];
  readonly routes: ReadonlyMap<string, Route>;
  readonly log: EventListener | undefined;
  readonly onError: ErrorListener;
}

/** @throws {TypeError | RangeError} for invalid options. */
export function configure<State>(
  description: ServiceDescription,
  options: ServerOptions<State>,
  implementations: readonly Implementation<State>[],
): Service<State> {
  const common: CommonOptions = options;
  const versions = (common.soapVersions ?? description.soapVersions).map(versionNamed);
  if (versions.length === 0) throw new TypeError('A server needs a SOAP version: soapVersions is empty.');
  const limits = withDefaults(common.limits, common.limitNames);
  const overload = withOverloadDefaults(common.overload);
  const declared = declaredHeaders(implementations.map(({ operation }) => operation));
  const { addressing, authentication, messageSecurity } = common;
  if (messageSecurity !== undefined && common.multipart !== undefined) {
    throw new TypeError('messageSecurity reads messages of several parts by itself: leave out multipart.');
  }
  const understood = [
    ...declared.understood,
    ...(common.understood ?? []),
    ...(addressing?.understood ?? []),
    ...(authentication?.understood ?? []),
    ...(messageSecurity?.understood ?? []),
  ];
  const undeclared = { limits, strict: common.strict, understood, roles: declared.roles, supported: versions };
  const names = streamedNames(implementations);
  return {
    description,
    operations: new OperationTable(
      implementations.map((each) => ({
        ...(addressing?.withActions(each) ?? each),
        handler: intercepted(each.handler, options.interceptors ?? []),
      })),
      common.requireSoapAction,
    ),
    // The option is optional only if `State` may be undefined.
    state: (options as { readonly state?: State }).state as State,
    path: servedPath(common.path, description.address),
    publicUrl: common.publicUrl === undefined ? undefined : httpUrl(common.publicUrl).href,
    versions,
    limits,
    admission: new Admission(overload),
    busyResponses: new BusyResponses(description.namespace, overload),
    spool: common.spool ?? defaultSpool(),
    budget: new SpoolBudget(limits),
    multipart: common.multipart ?? messageSecurity?.multipart,
    encodings: common.encodings,
    authentication,
    messageSecurity,
    addressing,
    streamedNames: names,
    mostBytes: limits.maxBodyBytes + base64Length(limits.maxSpoolBytes),
    utf8: { ...undeclared, charset: 'utf-8' },
    undeclared: undeclared,
    senderFaultStatus: senderFaultStatus(common.senderFaultStatus ?? description.senderFaultStatus ?? 400),
    requireContentLength: common.requireContentLength ?? true,
    trustProxy: common.trustProxy ?? false,
    fixedHeaders: transportSecurity(common.strictTransportSecurity),
    pages: common.pages,
    testForms: common.testForms ?? true,
    cors: common.cors,
    routes: new Map(Object.entries(common.routes ?? {})),
    log: common.log === undefined ? undefined : guarded(common.log),
    onError: guarded(common.onError ?? printError),
  };
}

/** RFC 6797, 6.1. */
function transportSecurity(seconds: number | undefined): readonly string[] {
  if (seconds === undefined) return [];
  if (!Number.isSafeInteger(seconds) || seconds < 0) {
    throw new RangeError(`strictTransportSecurity must be a number of seconds, not ${seconds}.`);
  }
  return ['Strict-Transport-Security', `max-age=${seconds}`];
}

function senderFaultStatus(status: SenderFaultStatus): SenderFaultStatus {
  if (status === 400 || status === 500) return status;
  throw new RangeError(`senderFaultStatus must be 400 or 500, not ${status}.`);
}

function streamedNames<State>(implementations: readonly Implementation<State>[]): readonly Uint8Array[] {
  const names = implementations.flatMap(({ operation }) => operation.streamed?.input ?? []);
  return [...new Set(names)].map(encodeUtf8);
}

/** Catches errors of a hook, also of an asynchronous one: they must not affect responses or end the server. */
function guarded<Arguments extends unknown[]>(hook: (...args: Arguments) => unknown): (...args: Arguments) => void {
  return (...args) => {
    try {
      const outcome = hook(...args);
      if (outcome !== undefined) Promise.resolve(outcome).catch(printHookError);
    } catch (error) {
      printHookError(error);
    }
  };
}

function printHookError(error: unknown): void {
  console.error('A hook of the server failed:', error);
}

function printError(error: unknown, { requestId }: { readonly requestId: string }): void {
  console.error(`Request ${requestId} failed:`, error);
}

function servedPath(path: string | undefined, address: string): string {
  if (path === undefined) return httpUrl(address).pathname;
  if (!path.startsWith('/') || /[?#]/.test(path)) throw new TypeError(`path must begin with "/", not "${path}".`);
  return path;
}

function httpUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new TypeError(`"${address}" is not an http(s) address.`);
  return url;
}
