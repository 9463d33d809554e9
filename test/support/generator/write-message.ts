import type { HeaderUse, ResolvedOperation, SoapVersion } from '../../../src/contract/index.ts';
import type { Found } from '../../../src/messages/read/operation-index.ts';
import type { ConvertOptions } from '../../../src/messages/values/convert-value.ts';
import { envelopeText, faultText } from '../../../src/messages/values/envelope-text.ts';
import {
  type MessageProblem,
  type PlainFault,
  type PlainMessage,
  problemsBelow,
} from '../../../src/messages/values/plain-message.ts';
import type { ServiceMessages } from '../../../src/messages/values/service-messages.ts';

export interface WriteMessageOptions extends Pick<ConvertOptions, 'missing'> {
  readonly version: SoapVersion;
}

export interface WrittenMessage {
  /** The envelope; undefined if there are problems. */
  readonly text: string | undefined;
  readonly problems: readonly MessageProblem[];
}

/** Writes a message of an operation, without generated code. It goes on after each problem. */
export function writeMessage(
  messages: ServiceMessages,
  { operation, direction }: Found,
  message: PlainMessage,
  options: WriteMessageOptions,
): WrittenMessage {
  const writing = new Writing(messages, options);
  const blocks = writing.headers(operation.headers[direction === 'request' ? 'input' : 'output'], message);
  const body =
    message.fault === undefined
      ? writing.body({ operation, direction }, message)
      : writing.fault(operation, message.fault);
  const { problems } = writing;
  return { text: problems.length > 0 ? undefined : envelopeText(options.version, body, blocks), problems };
}

class Writing {
  readonly problems: MessageProblem[] = [];
  readonly #messages: ServiceMessages;
  readonly #options: WriteMessageOptions;

  constructor(messages: ServiceMessages, options: WriteMessageOptions) {
    this.#messages = messages;
    this.#options = options;
  }

  body({ operation, direction }: Found, { body }: PlainMessage): string {
    const messages = this.#messages;
    const { value, problems } = messages.convert(operation, direction, body, [], this.#options);
    const expected = direction === 'request' ? operation.input : operation.output;
    this.problems.push(...problemsBelow(expected?.element.local ?? 'Body', problems));
    return this.problems.length > 0 ? '' : messages.write(operation, direction, value, this.#options.version);
  }

  /** A block of the contract is there if the message has it. */
  headers(uses: readonly HeaderUse[], { headers = {}, fault }: PlainMessage): readonly string[] {
    const known = new Set(uses.map(({ header }) => header.identifier));
    for (const name of Object.keys(headers)) {
      if (!known.has(name)) this.#add(`Header/${name}`, 'the contract has no such header block here');
    }
    return uses.flatMap(({ header, required }) => {
      const given = headers[header.identifier];
      const place = `Header/${header.element.name.local}`;
      if (given === undefined) {
        if (required && fault === undefined) this.#add(place, 'it is missing');
        return [];
      }
      const { value, problems } = this.#messages.convertRoot(header, given, [], this.#options);
      this.problems.push(...problemsBelow(place, problems));
      return problems.length > 0 ? [] : [this.#messages.writeBlock(header, value, this.#options.version)];
    });
  }

  fault({ faults, name: operation }: ResolvedOperation, fault: PlainFault): string {
    const { version } = this.#options;
    if (fault.name === undefined) return faultText(version, fault, '');
    const declared = faults.find(({ identifier }) => identifier === fault.name);
    if (declared === undefined) {
      this.#add('Fault', `the operation ${operation} declares no fault ${fault.name}`);
      return '';
    }
    const { value, problems } = this.#messages.convertRoot(declared, fault.detail, [], this.#options);
    this.problems.push(...problemsBelow(`Fault/detail/${declared.element.name.local}`, problems));
    return problems.length > 0 ? '' : faultText(version, fault, this.#messages.writeRoot(declared, value, version));
  }

  #add(place: string, reason: string): void {
    this.problems.push({ place, reason });
  }
}
