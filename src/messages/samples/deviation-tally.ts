import { type Diagnostic, type Entry, samples as kinds, report, type SourceLocation } from '../../diagnostics/index.ts';
import type { DeviationKind } from '../read/deviation.ts';
import { positionIn } from '../read/element-content.ts';
import type { Envelope } from '../read/envelope.ts';
import type { ReadMessage } from '../read/message-reader.ts';
import type { RecordedMessage } from './recorded-message.ts';

/** A deviation, once for all messages that have it. File, line and column are those of the first place. */
export interface DeviationFinding extends Diagnostic {
  readonly kind: DeviationKind;
  readonly operation: string;
  readonly direction: 'request' | 'response' | 'fault';
  /** Names of elements from the body's root, separated by `/`. */
  readonly path: string;
  readonly count: number;
  /** Number of messages. */
  readonly messages: number;
  /** Different texts that do not fit, at most five. */
  readonly values?: readonly string[];
  /** Which message of the file the first place is in. */
  readonly part?: string;
}

interface Group extends Pick<DeviationFinding, 'kind' | 'operation' | 'direction' | 'path'> {
  readonly reason: string;
  readonly place: SourceLocation;
  readonly part: string | undefined;
  readonly values: Set<string>;
  count: number;
  messages: number;
  last: RecordedMessage;
}

const mostValues = 5;

/** Collects the deviations of many messages. */
export class DeviationTally {
  readonly #groups: Map<string, Group> = new Map();

  add(message: RecordedMessage, { data }: Envelope, { operation, direction, isFault, deviations }: ReadMessage): void {
    const shown = isFault ? 'fault' : direction;
    for (const deviation of deviations) {
      const { kind, path, reason, value } = deviation;
      const key = JSON.stringify([operation.name, shown, kind, path, reason]);
      const group = this.#groups.get(key);
      if (group === undefined) {
        const place = placeOf(message, data, deviation.offset);
        const start = { kind, path, reason, place, part: message.part, last: message, count: 1, messages: 1 };
        const values = new Set(value === undefined ? [] : [value]);
        this.#groups.set(key, { ...start, operation: operation.name, direction: shown, values });
        continue;
      }
      group.count++;
      if (group.last !== message) group.messages++;
      group.last = message;
      if (value !== undefined && group.values.size < mostValues) group.values.add(value);
    }
  }

  /** In the order of their first places. */
  findings(): readonly DeviationFinding[] {
    return [...this.#groups.values()].map((group) => {
      const { kind, operation, direction, path, part, count, messages, values, place } = group;
      const parameters = { where: `${operation} ${direction}, ${path}`, what: whatOf(group) };
      const listed = values.size === 0 ? {} : { values: [...values] };
      const ofPart = part === undefined ? {} : { part };
      const details = { kind, operation, direction, path, count, messages, ...listed, ...ofPart };
      return { ...report(entries[kind], parameters, place), ...details };
    });
  }
}

/** `it must be one of the 3 values of its type: "Gold", "Platinum" (4 times in 3 messages)`. */
function whatOf({ reason, values, count, messages, part, place }: Group): string {
  const shown = [...values].map((value) => (value === '(sensitive)' ? value : `"${value}"`)).join(', ');
  const often = count === 1 ? '' : ` (${count} times in ${messages} ${messages === 1 ? 'message' : 'messages'})`;
  return `${reason}${shown === '' ? '' : `: ${shown}`}${often}${part === undefined || place.line !== undefined ? '' : `, first in ${part}`}`;
}

/** Lines count in the file if that holds the body as it is. @param offset in the document; undefined for the whole of it. */
export function placeOf(
  { file, line: first }: RecordedMessage,
  data: Uint8Array,
  offset: number | undefined,
): SourceLocation {
  if (offset === undefined || first === undefined) return { file };
  const { line, column } = positionIn(data, offset);
  return { file, line: line + first - 1, column };
}

type DeviationEntry = Entry & { readonly message: '{where}: {what}.' };

const entries: Readonly<Record<DeviationKind, DeviationEntry>> = {
  'unknown-element': kinds.unknownElement,
  order: kinds.order,
  'missing-element': kinds.missingElement,
  'repeated-element': kinds.repeatedElement,
  'unexpected-element': kinds.unexpectedElement,
  'unexpected-text': kinds.unexpectedText,
  nil: kinds.nil,
  'unknown-type': kinds.unknownType,
  'unknown-enumeration-value': kinds.unknownEnumerationValue,
  value: kinds.value,
  'unknown-attribute': kinds.unknownAttribute,
  'missing-attribute': kinds.missingAttribute,
  reference: kinds.reference,
  body: kinds.body,
  action: kinds.action,
  'undeclared-fault': kinds.undeclaredFault,
  'undeclared-header': kinds.undeclaredHeader,
  'missing-header': kinds.missingHeader,
  version: kinds.version,
};
