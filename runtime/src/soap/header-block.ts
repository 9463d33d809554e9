import type { RawElement } from '../xml/raw-element.ts';
import { soap11, soap12, ultimateReceiver } from './version.ts';

/** A received block of the SOAP header. */
export interface HeaderBlock {
  readonly namespace: string;
  readonly local: string;
  /** The element as XML text, with all namespace declarations that it needs. */
  readonly xml: string;
  /** The `actor` of SOAP 1.1 or the `role` of 1.2; undefined when it names none and is for the receiver of the message. */
  readonly role?: string | undefined;
  /** Whether the receiver must reject the message if it does not understand the block. */
  readonly mustUnderstand?: boolean | undefined;
}

/** An object with header blocks: a handler's context, a client's response, a fault that a client received. */
export interface HeaderCarrier {
  readonly headerBlocks: readonly HeaderBlock[];
}

/** A block of a message. Its text is created on first use. */
export class ReceivedBlock implements HeaderBlock {
  readonly namespace: string;
  readonly local: string;
  readonly role: string | undefined;
  readonly mustUnderstand: boolean;
  readonly #element: RawElement;

  constructor(element: RawElement, role: string | undefined, mustUnderstand: boolean) {
    this.namespace = element.namespace;
    this.local = element.local;
    this.role = role;
    this.mustUnderstand = mustUnderstand;
    this.#element = element;
  }

  get xml(): string {
    return this.#element.xml;
  }
}

/**
 * Whether every ultimate receiver plays a role (SOAP 1.1, 4.2.2; SOAP 1.2 part 1, 2.2). Accepts the names of both versions,
 * because some senders confuse them.
 */
export function isOurRole(role: string | undefined): boolean {
  return (
    role === undefined ||
    role === '' ||
    role === soap11.nextRole ||
    role === soap12.nextRole ||
    role === ultimateReceiver
  );
}
