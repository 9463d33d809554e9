import type { MessagePart } from '@soapwright/runtime/pages';
import type { Contract, ResolvedOperation, ResolvedService, SoapVersion } from '../../contract/index.ts';
import {
  type Diagnostic,
  verifying as kinds,
  type ParametersOf,
  report,
  type SourceLocation,
} from '../../diagnostics/index.ts';
import type { MockExample, MockOutcome } from '../mock/example.ts';
import { expectationText, isMet } from '../mock/expectation.ts';
import { differenceOf, matches } from '../mock/match.ts';
import type { Value } from '../model/value.ts';
import type { Envelope } from '../read/envelope.ts';
import type { ReadMessage } from '../read/message-reader.ts';
import { readFault } from '../read/read-fault.ts';
import { prefixOf } from '../values/envelope-text.ts';
import { MessageParts } from '../values/message-parts.ts';
import { Random } from '../values/random.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import { badRequests } from './bad-requests.ts';
import type { LiveRequest, LiveResponse, LiveService } from './live-service.ts';
import { hasField } from './needed-fields.ts';

export interface VerifyOptions {
  readonly contract: Contract;
  readonly service: ResolvedService;
  readonly messages: ServiceMessages;
  readonly live: LiveService;
  /** Requests that may be sent, by the names of the operations' methods. */
  readonly probes: ReadonlyMap<string, readonly MockExample[]>;
  readonly seed: string;
  /** Bad requests for each operation with probes. */
  readonly badRequests: number;
}

export interface Verification {
  readonly findings: readonly Diagnostic[];
  /** Number of requests of probes. */
  readonly probed: number;
  /** Number of requests that must be refused. */
  readonly bad: number;
}

/** Calls a live service, and reports each difference from its contract. Only operations with probes are called. */
export async function verifyService(options: VerifyOptions): Promise<Verification> {
  const run = new VerifyRun(options);
  if (!(await run.checkUnknown())) return run.result();
  for (const operation of options.service.operations) {
    for (const probe of options.probes.get(operation.identifier) ?? []) await run.probe(operation, probe);
  }
  return run.result();
}

interface Sent {
  readonly operation: ResolvedOperation;
  readonly version: SoapVersion;
  readonly what: string;
}

/** A request that a probe sends. */
interface WrittenProbe {
  readonly envelope: string;
  readonly headerBlocks: readonly string[];
  /** The element of its body. */
  readonly body: string;
  readonly parts: readonly MessagePart[];
}

class VerifyRun {
  readonly #options: VerifyOptions;
  readonly #findings: Diagnostic[] = [];
  /** Operations whose first probe was sent: bad requests and rules of the wire are tried with that one. */
  readonly #tried: Set<string> = new Set();
  #probed = 0;
  #bad = 0;

  constructor(options: VerifyOptions) {
    this.#options = options;
  }

  result(): Verification {
    return { findings: this.#findings, probed: this.#probed, bad: this.#bad };
  }

  /** Sends requests that reach no operation. False if the service does not even respond to the first one. */
  async checkUnknown(): Promise<boolean> {
    const { service } = this.#options;
    const local = 'NoSuchOperation';
    const body = `<${local} xmlns="${escaped(service.namespace)}"/>`;
    for (const version of service.soapVersions) {
      const request = {
        version,
        soapAction: `${service.namespace}${local}`,
        text: this.#options.live.envelope(version, body),
      };
      const where = `SOAP ${version}`;
      const responds = await this.#mustRefuse(`${where}: a request for an unknown operation`, request);
      if (!responds) return false;
      await this.#mustRefuse(`${where}: a document that is cut off`, { ...request, text: request.text.slice(0, -20) });
      await this.#mustRefuse(
        `${where}: a request of the type text/plain`,
        { ...request, contentType: 'text/plain' },
        false,
      );
    }
    return true;
  }

  async probe(operation: ResolvedOperation, probe: MockExample): Promise<void> {
    const { messages, service, live, seed } = this.#options;
    for (const version of service.soapVersions) {
      const parts = new MessageParts();
      const body = messages.write(operation, 'request', probe.when, version, parts.attach);
      parts.make(operation.attachments.input, new Random(`${seed} ${operation.name}`));
      const headerBlocks = messages.requiredBlocks(operation, 'request', seed, version);
      const envelope = live.envelope(version, body, headerBlocks);
      const sent = { operation, version, what: `${operation.name}, SOAP ${version}` };
      const { soapAction } = operation;
      this.#probed++;
      const response = await live.send({ version, soapAction, text: envelope, parts: parts.all });
      if (typeof response === 'string') this.#add(kinds.unreachable, { what: sent.what, reason: response }, probe.at);
      else this.#checkResponse(sent, response, probe);
      const isFirst = !this.#tried.has(sent.what);
      this.#tried.add(sent.what);
      if (!isFirst || typeof response === 'string') continue;
      await this.#tryBad(sent, { envelope, headerBlocks, body, parts: parts.all });
    }
  }

  async #tryBad(
    { operation, version, what }: Sent,
    { envelope, headerBlocks, body, parts }: WrittenProbe,
  ): Promise<void> {
    const { seed, badRequests: count, live } = this.#options;
    const { soapAction } = operation;
    if (count === 0) return;
    const block = `<Unknown xmlns="urn:soapwright:verify" ${prefixOf(version)}:mustUnderstand="${version === '1.1' ? '1' : 'true'}"/>`;
    const demanding = live.envelope(version, body, [...headerBlocks, block]);
    await this.#mustRefuse(`${what}: a header block that must be understood`, {
      version,
      soapAction,
      text: demanding,
      parts,
    });
    if (version === '1.1' && soapAction !== '') {
      const request = { version, soapAction: 'urn:soapwright:verify', text: envelope, parts };
      await this.#mustRefuse(`${what}: a SOAPAction of no operation`, request, true, kinds.actionIgnored);
    }
    for (const bad of badRequests(operation, envelope, this.#options.messages.reader, { seed, count })) {
      await this.#mustRefuse(`${what}: a request ${bad.what}`, { version, soapAction, text: bad.envelope, parts });
    }
  }

  /** Returns whether there was a response. @param asFault whether an HTTP status alone is not a refusal. */
  async #mustRefuse(
    what: string,
    request: LiveRequest,
    asFault = true,
    kind: typeof kinds.notRefused | typeof kinds.actionIgnored = kinds.notRefused,
  ): Promise<boolean> {
    this.#bad++;
    const response = await this.#options.live.send(request);
    if (typeof response === 'string') {
      this.#add(kinds.unreachable, { what, reason: response });
      return false;
    }
    const { status, envelope } = response;
    if (envelope?.fault === undefined) {
      // Services may reject what is not even XML by HTTP alone.
      if (status < 400 || (asFault && status >= 500)) this.#add(kind, { what, status });
      return true;
    }
    this.#checkFraming(what, request.version, response, envelope);
    return true;
  }

  #checkResponse({ operation, version, what }: Sent, response: LiveResponse, probe: MockExample): void {
    const { needs, expect = [], at } = probe;
    const { envelope, status, body } = response;
    const check = (value: Value): void => {
      for (const one of expect) {
        if (!isMet(one, { status, value })) this.#add(kinds.notExpected, { what, expected: expectationText(one) }, at);
      }
    };
    if (operation.output === undefined && body.length === 0) {
      if (status !== 200 && status !== 202) this.#add(kinds.status, { what, found: status, expected: '202' });
      check(undefined);
      return;
    }
    if (envelope === undefined) {
      this.#add(kinds.noEnvelope, { what, status });
      return;
    }
    this.#checkFraming(what, version, response, envelope);
    const read = this.#options.messages.reader.read({ operation, direction: 'response' }, envelope);
    for (const { path, reason, kind } of read.deviations) {
      if (kind !== 'version') this.#add(kinds.responseDeviates, { what, path, reason }, at);
    }
    const expected = probe.outcomes as readonly MockOutcome[];
    const isAny = needs !== undefined || expected.length === 0;
    if (isAny ? !read.isFault : expected.some((one) => hasExpected(read, one))) {
      for (const path of needs ?? []) {
        if (!hasField(read.value, path)) this.#add(kinds.missingField, { what, path: path.join('/') }, at);
      }
      const { messages } = this.#options;
      check(read.isFault ? undefined : messages.plainIfValid(operation, 'response', read.value, { json: true }));
      return;
    }
    const { code, reason } = readFault(envelope.fault?.element, envelope.data);
    const isOther = envelope.fault === undefined || expected.some(({ kind }) => kind === 'fault');
    if (!isOther) this.#add(kinds.unexpectedFault, { what, code, reason }, at);
    else this.#add(kinds.otherResponse, { what, at: differenceText(read, expected) }, at);
  }

  /** What is around a message: its version, Content-Type and status. */
  #checkFraming(what: string, version: SoapVersion, { contentType, status }: LiveResponse, envelope: Envelope): void {
    if (envelope.version !== version) this.#add(kinds.otherVersion, { what, found: envelope.version });
    const [type = '', ...parameters] = contentType.toLowerCase().split(';');
    const expected = envelope.version === '1.1' ? 'text/xml' : 'application/soap+xml';
    const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
    const isKnown = charset === undefined || /^charset="?(?:utf-8|utf-16)"?$/.test(charset);
    if (type.trim() !== expected || !isKnown) {
      this.#add(kinds.contentType, { what, found: contentType, expected: `${expected}; charset=utf-8` });
    }
    const isFault = envelope.fault !== undefined;
    const allowed = !isFault ? [200] : envelope.version === '1.1' ? [500] : [400, 500];
    // Overload and messages that are too large have a status of their own, with a fault.
    if (allowed.includes(status) || (isFault && (status === 413 || status === 503))) return;
    this.#add(kinds.status, { what, found: status, expected: allowed.join(' or ') });
  }

  #add<Kind extends (typeof kinds)[keyof typeof kinds]>(
    kind: Kind,
    parameters: ParametersOf<Kind>,
    at?: SourceLocation,
  ): void {
    this.#findings.push(report(kind, parameters, at));
  }
}

function hasExpected({ isFault, value, details }: ReadMessage, expected: MockOutcome): boolean {
  if (!isFault) return expected.kind === 'respond' && matches(expected.value, value);
  if (expected.kind !== 'fault') return false;
  const { declared } = expected.fault;
  if (declared === undefined) return true;
  const found = details.find(({ fault }) => fault === declared.fault);
  return found !== undefined && matches(declared.detail, found.detail);
}

/** Where a response differs from the only one that is expected. */
function differenceText({ isFault, value }: ReadMessage, expected: readonly MockOutcome[]): string {
  const [first, second] = expected;
  if (isFault || first?.kind !== 'respond' || second !== undefined) return '';
  const path = differenceOf(first.value, value);
  return path === undefined || path.length === 0 ? '' : ` at ${path.join('/')}`;
}

function escaped(namespace: string): string {
  return namespace.replace(/[&<"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
