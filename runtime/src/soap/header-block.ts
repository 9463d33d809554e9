import type { RawElement } from '../xml/raw.ts';
import { soap11, soap12, ultimateReceiver } from './version.ts';

/** A block of the SOAP header that was received. */
export interface HeaderBlock {
  readonly namespace: string;
  readonly local: string;
  /** The whole element as XML text, with the namespace declarations it needs. */
  readonly xml: string;
  /** Whom it is for: the `actor` of SOAP 1.1, the `role` of 1.2; undefined where it names nobody, and so is for us. */
  readonly role?: string | undefined;
  /** Whether it asks to be understood. */
  readonly mustUnderstand?: boolean | undefined;
}

/** Where header blocks are found: a handler's context, a client's answer, a fault that a client received. */
export interface HeaderCarrier {
  readonly headerBlocks: readonly HeaderBlock[];
}

/** A header block as it stood in a message. Its text is made when it is asked for. */
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
 * Whether a role is one that every receiver at the end of a message plays (SOAP 1.1, 4.2.2; SOAP 1.2 part 1, 2.2). The
 * names of the other version mean the same where a sender mixes them up.
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
