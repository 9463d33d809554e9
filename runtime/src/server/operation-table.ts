import { senderFault } from '../soap/detail-codes.ts';
import { emptyBody } from '../soap/envelope-reader.ts';
import { soap11, type Version } from '../soap/version.ts';
import { sameName } from '../types/qname.ts';
import type { XmlBytesReader } from '../xml/bytes-reader.ts';
import { QUOTE } from '../xml/chars.ts';
import type { Implementation } from './handler.ts';

/** The operations of a service, found by the body's element (rules D1 to D4). */
export class OperationTable<State> {
  readonly #byAction = new Map<string, Implementation<State>>();
  readonly #byElement = new Map<string, Implementation<State>[]>();
  /** The actions of operations whose requests have streamed fields. */
  readonly #streaming = new Set<string>();
  /** Whether one of them accepts any action. */
  #streamsAny = false;
  readonly #requireSoapAction: boolean;

  /** @throws {TypeError} for an operation without a handler, or with the element and soapAction of another one. */
  constructor(implementations: readonly Implementation<State>[], requireSoapAction = true) {
    this.#requireSoapAction = requireSoapAction;
    for (const implementation of implementations) {
      const { operation } = implementation;
      if ((operation.streamed?.input ?? []).length > 0) {
        for (const action of actionsOf(operation)) this.#streaming.add(action);
        if (operation.anySoapAction === true) this.#streamsAny = true;
      }
      if (typeof implementation.handler !== 'function') throw new TypeError(`${operation.name} has no handler.`);
      const sameLocal = this.#byElement.get(operation.input.local) ?? [];
      for (const other of sameLocal) {
        if (sameName(other.operation.input, operation.input) && other.operation.soapAction === operation.soapAction) {
          throw new TypeError(`${operation.name} and ${other.operation.name} have the same element and soapAction.`);
        }
      }
      this.#byElement.set(operation.input.local, [...sameLocal, implementation]);
      for (const action of actionsOf(operation)) {
        if (!this.#byAction.has(action)) this.#byAction.set(action, implementation);
      }
    }
  }

  /**
   * Whether a request may have streamed fields, according to its head; `find` rejects a head that disagrees with its body.
   *
   * @param announced the result of `announcedAction`.
   */
  mayStream(announced: string | undefined): boolean {
    if (this.#streaming.size === 0) return false;
    if (announced === undefined) return true;
    const isUnknown = this.#streamsAny && !this.#byAction.has(announced);
    return announced === '' || isUnknown || this.#streaming.has(announced);
  }

  /**
   * The operation whose input element the reader has reached.
   *
   * @param announced the result of `announcedAction`.
   * @throws {SoapFault} `Sender` for an unknown operation, or if the head announces another one.
   */
  find(reader: XmlBytesReader, version: Version, announced: string | undefined): Implementation<State> {
    // The header is only a hint: the body's element must confirm it.
    const hinted = this.#byAction.get(announced ?? '');
    if (hinted !== undefined && reader.is(hinted.operation.input)) return hinted;
    const candidates = this.#byElement.get(reader.local)?.filter((one) => isInput(reader, one)) ?? [];
    if (candidates.length === 0) throw unknownOperation(reader);
    return this.#announcedOne(candidates, version, announced);
  }

  /** The operation with an empty body that the head announces. The parameters are those of `find`. */
  findEmpty(version: Version, announced: string | undefined): Implementation<State> {
    const candidates = this.#byElement.get('') ?? [];
    if (candidates.length === 0) throw emptyBody();
    return this.#announcedOne(candidates, version, announced);
  }

  #announcedOne(
    candidates: readonly Implementation<State>[],
    version: Version,
    announced: string | undefined,
  ): Implementation<State> {
    const [first] = candidates;
    const found = candidates.find(({ operation }) => actionsOf(operation).includes(announced ?? ''));
    if (found !== undefined) return found;
    if (first !== undefined && candidates.length === 1 && this.#accepts(first, version, announced)) return first;
    const expected = candidates.map(({ operation }) => operation.soapAction);
    throw wrongAction(version, expected, announced, this.#byAction.get(announced ?? '')?.operation.name);
  }

  /** Whether an operation is meant although the head of the request does not announce it. */
  #accepts({ operation }: Implementation<State>, version: Version, announced = ''): boolean {
    if (announced === '') return version !== soap11 || !this.#requireSoapAction;
    // Without a soapAction in the WSDL, zeep sends "None", and others a name of their own.
    return operation.anySoapAction === true && !this.#byAction.has(announced);
  }
}

/**
 * The action that the head of a request announces; undefined if the head has no field for it.
 *
 * @param soapAction the unparsed header; ignored in SOAP 1.2 (rule D3).
 * @param action the parameter of the Content-Type.
 */
export function announcedAction(
  version: Version,
  soapAction: string | undefined,
  action: string | undefined,
): string | undefined {
  return version === soap11 ? unquoted(soapAction) : action;
}

/** The actions that the head of a request may announce. */
function actionsOf({ soapAction, addressingAction }: Implementation<unknown>['operation']): readonly string[] {
  return addressingAction === undefined ? [soapAction] : [soapAction, addressingAction];
}

/** Whether the open element is that of an operation's request. Some senders of SOAP encoding leave out its namespace. */
function isInput<State>(reader: XmlBytesReader, { operation }: Implementation<State>): boolean {
  return reader.is(operation.input) || (operation.encoded === true && reader.namespace === '');
}

/** The value of a SOAPAction header. Some clients omit the quotes. */
function unquoted(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const last = header.length - 1;
  if (last > 0 && header.charCodeAt(0) === QUOTE && header.charCodeAt(last) === QUOTE) return header.slice(1, last);
  const value = header.trim();
  return value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

function unknownOperation(reader: XmlBytesReader): Error {
  return senderFault('UnknownOperation', `There is no operation {${reader.namespace}}${reader.local}.`);
}

/** @param other the operation whose action the head announces, if any. Other values are not repeated (rule R5). */
function wrongAction(
  version: Version,
  soapActions: readonly string[],
  announced: string | undefined,
  other: string | undefined,
): Error {
  const expected = soapActions.map((soapAction) => `"${soapAction}"`).join(' or ');
  if (announced === undefined && version === soap11) {
    const send = `Send the header SOAPAction: ${expected}.`;
    return senderFault('ActionMismatch', `The SOAPAction header is missing; SOAP 1.1 requires it. ${send}`);
  }
  const where = version === soap11 ? 'The SOAPAction header' : 'The action of the Content-Type';
  const wrong =
    announced === undefined || announced === ''
      ? 'is empty'
      : `does not match the body: it ${other === undefined ? 'is the action of no operation here' : `is that of ${other}`}`;
  return senderFault('ActionMismatch', `${where} ${wrong}; ${expected} was expected.`);
}
