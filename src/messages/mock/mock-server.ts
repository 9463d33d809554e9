import { randomUUID } from 'node:crypto';
import * as soap from '@soapwright/runtime';
import { createPages, type ServicePages } from '@soapwright/runtime/pages';
import {
  createServer,
  type EventListener,
  type HandlerContext,
  type Implementation,
  type ServiceDescription,
  type SoapServer,
} from '@soapwright/runtime/server';
import { addressing } from '@soapwright/runtime/server/addressing';
import { mtom } from '@soapwright/runtime/server/mtom';
import {
  type Contract,
  isEncodedService,
  kebabCase,
  type ResolvedOperation,
  type ResolvedService,
} from '../../contract/index.ts';
import { cutAtAddresses, wsdlPieces } from '../../emit/index.ts';
import type { Value } from '../model/value.ts';
import type { Deviation } from '../read/deviation.ts';
import { readEnvelope } from '../read/envelope.ts';
import { pagesDescription } from '../samples/make-samples.ts';
import { plausibleText } from '../values/plausible-text.ts';
import { Random } from '../values/random.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import { bodyTag, readWhole, type WholeBody, writeWhole } from '../values/whole-body.ts';
import type { MockFault, MockOutcome, Responder } from './example.ts';

/** A request that a mock has received. */
export interface ReceivedRequest {
  /** Name of the operation's method. */
  readonly operation: string;
  readonly soapVersion: soap.SoapVersion;
  /** The decoded body, as a handler of generated code gets it. */
  readonly request: Value;
  /** Blocks of the SOAP header. */
  readonly headerBlocks: readonly soap.HeaderBlock[];
  /** Differences from the contract, each with its path; a strict mock has responded with a fault if there are any. */
  readonly deviations: readonly Deviation[];
  /** Value of an HTTP header by its name, in any case. */
  httpHeader(name: string): string | undefined;
}

export interface MockServerOptions {
  readonly contract: Contract;
  readonly service: ResolvedService;
  readonly messages: ServiceMessages;
  readonly responder: Responder;
  readonly seed: string;
  /** Whether requests that deviate from the contract are refused. */
  readonly strict: boolean;
  /** Path of the service; by default that of the contract's address. */
  readonly path?: string | undefined;
  readonly onRequest?: ((request: ReceivedRequest) => void) | undefined;
  readonly log?: EventListener | undefined;
}

const securityBlock: soap.QName = {
  namespace: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd',
  local: 'Security',
};

/** A server for a contract without generated code: its handlers respond as the behaviour says. */
export function createMockServer(options: MockServerOptions): SoapServer {
  const { service, contract, path, log } = options;
  const mock = new Mock(options);
  return createServer(
    new Description(contract, service),
    {
      path,
      log,
      soapVersions: versionsOf(service),
      pages: lazyPages(() => createPages(pagesDescription(contract, service))),
      understood: understoodBlocks(service),
      requireContentLength: false,
      ...(service.addressing && { addressing: addressing({ version: service.addressing.version }) }),
      ...(service.mtom.server !== undefined && { multipart: mtom({ required: service.mtom.server === 'required' }) }),
      ...(service.operations.some(({ soapAction }) => soapAction === '') && { requireSoapAction: false }),
    },
    service.operations.map((operation) => mock.implementation(operation)),
  );
}

/** Declared header blocks, and that of WS-Security where callers send it: a mock lets everybody in. */
function understoodBlocks({ operations, portTypes }: ResolvedService): readonly soap.QName[] {
  const declared = operations.flatMap(({ headers }) => headers.input.map(({ header }) => header.element.name));
  const isSecured = portTypes.some(({ security }) => security.some((one) => one.usernameToken ?? one.timestamp));
  return isSecured ? [...declared, securityBlock] : declared;
}

/** Both, the contract's first; encoded messages are of the contract's versions. */
function versionsOf(service: ResolvedService): readonly soap.SoapVersion[] {
  const { soapVersions } = service;
  return isEncodedService(service) ? soapVersions : [...new Set([...soapVersions, '1.1', '1.2'] as const)];
}

/** The WSDL is written when it is asked for. */
class Description implements ServiceDescription {
  readonly name: string;
  readonly namespace: string;
  readonly address: string;
  readonly soapVersions: ServiceDescription['soapVersions'];
  readonly senderFaultStatus?: NonNullable<ServiceDescription['senderFaultStatus']>;
  readonly #contract: Contract;
  #wsdl: readonly string[] | undefined;

  constructor(contract: Contract, { name, namespace, address, soapVersions, senderFaultStatus }: ResolvedService) {
    this.name = name;
    this.namespace = namespace;
    this.address = address || `http://localhost/${kebabCase(name)}`;
    this.soapVersions = soapVersions;
    if (senderFaultStatus !== undefined) this.senderFaultStatus = senderFaultStatus === '400' ? 400 : 500;
    this.#contract = contract;
  }

  get wsdl(): readonly string[] {
    this.#wsdl ??= cutAtAddresses(wsdlPieces(this.#contract, { source: this.name })).map((pieces) => pieces.join(''));
    return this.#wsdl;
  }
}

/** Pages of large contracts take a while to create. */
function lazyPages(create: () => ServicePages): Pick<ServicePages, 'get' | 'post'> {
  let pages: ServicePages | undefined;
  const created = (): ServicePages => {
    pages ??= create();
    return pages;
  };
  return { get: (request) => created().get(request), post: (request, server) => created().post(request, server) };
}

const noDeviations: ReadonlySet<Deviation['kind']> = new Set(['undeclared-header', 'version']);

class Mock {
  readonly #options: MockServerOptions;

  constructor(options: MockServerOptions) {
    this.#options = options;
  }

  implementation(operation: ResolvedOperation): Implementation<undefined> {
    const { name, soapAction, addressingAction, responseAction, input, output, attachments } = operation;
    const head = {
      name,
      soapAction,
      addressingAction,
      responseAction,
      input: bodyTag(input),
      ...(input.use === 'encoded' && { encoded: true as const }),
      readInput: (reader: soap.XmlReader): Uint8Array => readWhole(reader, input),
    };
    const handler = (message: Uint8Array, context: HandlerContext): Promise<WholeBody> =>
      this.#respond(operation, message, context);
    if (output === undefined) return { operation: { ...head, oneWay: true }, handler };
    const attached = attachments.output;
    const blobs = this.#attached(operation);
    const writeOutput = (writer: soap.XmlWriter, written: WholeBody): void => {
      writeWhole(writer, written);
      soap.writeAttached(writer, blobs, attached);
    };
    return { operation: { ...head, output: bodyTag(output), writeOutput }, handler };
  }

  async #respond(operation: ResolvedOperation, message: Uint8Array, context: HandlerContext): Promise<WholeBody> {
    const { messages, responder, strict, onRequest, seed } = this.#options;
    const envelope = readEnvelope(message);
    // The server has read it already.
    if ('kind' in envelope) throw soap.SoapFault.sender('InvalidEnvelope', 'The request is no SOAP envelope.');
    const hints = { action: operation.soapAction };
    const read = messages.reader.read({ operation, direction: 'request' }, envelope, hints);
    const { value: request = {} } = read;
    const deviations = read.deviations.filter(({ kind }) => !noDeviations.has(kind));
    const { soapVersion, headerBlocks } = context;
    const httpHeader = (name: string): string | undefined => context.httpHeader(name);
    onRequest?.({ operation: operation.identifier, soapVersion, request, headerBlocks, deviations, httpHeader });
    if (strict && deviations.length > 0) throw deviatingRequest(deviations);
    const outcome = await responder.respond({ operation, request, message, context });
    context.responseHeaderBlocks.push(...messages.requiredBlocks(operation, 'response', seed, soapVersion));
    return this.#written(operation, outcome, soapVersion);
  }

  #written(operation: ResolvedOperation, outcome: MockOutcome, version: soap.SoapVersion): WholeBody {
    if (outcome.kind === 'fault') throw this.#fault(outcome.fault, version);
    const referred: [string, Blob][] = [];
    const attach = (text: string): string => {
      const uri = `cid:${randomUUID()}`;
      referred.push([uri, new Blob([text], { type: 'text/plain' })]);
      return uri;
    };
    const text =
      operation.output && this.#options.messages.write(operation, 'response', outcome.value, version, attach);
    return { text: text ?? '', referred };
  }

  /** Attachments of responses, which examples do not have. */
  #attached({ name, attachments }: ResolvedOperation): Readonly<Record<string, Blob>> {
    const random = new Random(`${this.#options.seed} ${name}`);
    return Object.fromEntries(
      attachments.output.map(({ part, property }) => [property, new Blob([plausibleText(part, random)])]),
    );
  }

  #fault({ reason, code, status, declared }: MockFault, version: soap.SoapVersion): soap.SoapFault {
    const detailXml = declared && this.#options.messages.writeRoot(declared.fault, declared.detail, version);
    return new soap.SoapFault({ code, reason, httpStatus: status, detailXml, detailCode: declared?.fault.identifier });
  }
}

/** Deviations that a fault names. */
const mostNamed = 5;

function deviatingRequest(deviations: readonly Deviation[]): soap.SoapFault {
  const named = deviations.slice(0, mostNamed).map(({ path, reason }) => `${path}: ${reason}`);
  const more = deviations.length > mostNamed ? `; and ${deviations.length - mostNamed} more` : '';
  return new soap.SoapFault({
    code: 'Sender',
    detailCode: 'ContractDeviation',
    path: deviations[0]?.path,
    reason: `The request deviates from the contract. ${named.join('; ')}${more}.`,
  });
}
