import type { Contract, ResolvedOperation, ResolvedService } from '../../contract/index.ts';
import { type Diagnostic, samples as kinds, report } from '../../diagnostics/index.ts';
import { ValueModel } from '../model/value-model.ts';
import { type Envelope, type NoEnvelope, readEnvelope } from '../read/envelope.ts';
import { MessageReader, type ReadMessage } from '../read/message-reader.ts';
import type { Direction } from '../read/operation-index.ts';
import { DeviationTally, placeOf } from './deviation-tally.ts';
import type { RecordedMessage, Recording } from './recorded-message.ts';

/** Messages of one operation. */
export interface OperationCount {
  readonly name: string;
  readonly requests: number;
  /** Without faults. */
  readonly responses: number;
  readonly faults: number;
  /** Messages with a deviation. */
  readonly deviating: number;
}

export interface Comparison {
  /** Deviations, each once for all messages that have it, and messages that were not compared. */
  readonly findings: readonly Diagnostic[];
  /** In the contract's order; also operations that no message is of. */
  readonly operations: readonly OperationCount[];
  /** Envelopes, of whatever operation. */
  readonly messages: number;
  /** Files and entries that are not SOAP messages. */
  readonly others: number;
}

/** Compares recorded messages with a contract. */
export function compareRecorded(recording: Recording, contract: Contract, service: ResolvedService): Comparison {
  const comparing = new Comparing(contract, service);
  for (const { request, response } of recording.exchanges) {
    const asked = request && comparing.message(request, { direction: 'request' });
    if (response !== undefined) comparing.message(response, { direction: 'response', operation: asked?.operation });
  }
  const undecoded = recording.problems.map(({ file, part, reason }) =>
    report(kinds.notDecoded, { part: shownPart(part), reason }, { file }),
  );
  return comparing.result(recording.others, undecoded);
}

type Counts = { -readonly [Key in keyof Omit<OperationCount, 'name'>]: number };

class Comparing {
  readonly #reader: MessageReader;
  readonly #service: ResolvedService;
  readonly #tally = new DeviationTally();
  readonly #problems: Diagnostic[] = [];
  readonly #counts: Map<ResolvedOperation, Counts>;
  #messages = 0;
  #others = 0;

  constructor(contract: Contract, service: ResolvedService) {
    this.#reader = new MessageReader(contract, new ValueModel(service));
    this.#service = service;
    this.#counts = new Map(
      service.operations.map((one) => [one, { requests: 0, responses: 0, faults: 0, deviating: 0 }]),
    );
  }

  /** @param slot of the exchange; only an HTTP message is known to be what its slot says. */
  message(
    message: RecordedMessage,
    slot: { readonly direction: Direction; readonly operation?: ResolvedOperation | undefined },
  ): ReadMessage | undefined {
    const envelope = readEnvelope(message.body, message.parts);
    if ('kind' in envelope) {
      this.#notCompared(message, envelope);
      return undefined;
    }
    this.#messages++;
    const { direction, action } = message;
    const checked = this.#reader.check(envelope, { direction, action, operation: slot.operation });
    if (checked === undefined) this.#unknown(message, envelope);
    else {
      this.#count(checked);
      this.#tally.add(message, envelope, checked);
    }
    return checked;
  }

  result(others: number, undecoded: readonly Diagnostic[]): Comparison {
    const operations = this.#service.operations.map(
      (one) => ({ name: one.name, ...this.#counts.get(one) }) as OperationCount,
    );
    const findings = [...this.#tally.findings(), ...undecoded, ...this.#problems];
    return { findings, operations, messages: this.#messages, others: others + this.#others };
  }

  #count({ operation, direction, isFault, deviations }: ReadMessage): void {
    const counts = this.#counts.get(operation);
    if (counts === undefined) return;
    counts[isFault ? 'faults' : direction === 'request' ? 'requests' : 'responses']++;
    if (deviations.some(({ kind }) => kind !== 'undeclared-header')) counts.deviating++;
  }

  #notCompared(message: RecordedMessage, problem: NoEnvelope): void {
    const part = shownPart(message.part);
    switch (problem.kind) {
      case 'other-document':
        this.#others++;
        break;
      case 'no-body':
        this.#problems.push(report(kinds.noBody, { part }, placeOf(message, problem.data, problem.offset)));
        break;
      case 'ill-formed':
        this.#problems.push(
          report(kinds.illFormed, { part, reason: problem.reason }, placeOf(message, message.body, problem.offset)),
        );
    }
  }

  #unknown({ file, part, action }: RecordedMessage, { body: [element], fault }: Envelope): void {
    if (fault !== undefined) {
      this.#problems.push(report(kinds.otherFault, { part: shownPart(part) }, { file }));
      return;
    }
    const namespace = element?.namespace ? ` of the namespace "${element.namespace}"` : '';
    const name = element === undefined ? 'nothing' : `${element.local}${namespace}`;
    const shownAction = action ? `, and its action is "${action}"` : '';
    const parameters = { part: shownPart(part), element: name, action: shownAction };
    this.#problems.push(report(kinds.unknownOperation, parameters, { file }));
  }
}

/** How a message to people begins for one of several messages in a file: `Entry 3, response: `. */
function shownPart(part: string | undefined): string {
  return part === undefined ? '' : `${part.charAt(0).toUpperCase()}${part.slice(1)}: `;
}
