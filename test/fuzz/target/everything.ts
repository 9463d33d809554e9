import type { Tag, XmlReader, XmlWriter } from '@soapwright/runtime';
import type { AnyOperation } from '../../../runtime/src/soap/operation.ts';
import * as binding from '../../golden/everything/expected/binding.ts';
import * as codec from '../../golden/everything/expected/codec.ts';
import * as headers from '../../golden/everything/expected/headers.ts';

/** An element of the contract: how it is read and written. */
export interface Codec {
  readonly tag: Tag;
  readonly read: (reader: XmlReader) => unknown;
  readonly write: (writer: XmlWriter, value: unknown) => void;
}

/** Both messages of an operation. Its values are of one type on either side, which a list of them cannot say. */
function ofOperation<Input, Output>(operation: AnyOperation<Input, Output>): Codec[] {
  const list = [pair(operation.input, operation.readInput, operation.writeInput)];
  if (operation.oneWay !== true) list.push(pair(operation.output, operation.readOutput, operation.writeOutput));
  return list;
}

function pair<T>(tag: Tag, read: (reader: XmlReader) => T, write: (writer: XmlWriter, value: T) => void): Codec {
  return { tag, read, write: (writer, value) => write(writer, value as T) };
}

const quota = pair(headers.Quota.tag, codec.readQuotaHeader, codec.writeQuotaHeader);
const session = pair(headers.Session.tag, codec.readSessionHeader, codec.writeSessionHeader);

export const everything: readonly Codec[] = [
  ...ofOperation(binding.Echo),
  ...ofOperation(binding.EchoMapped),
  ...ofOperation(binding.EchoRestricted),
  ...ofOperation(binding.EchoContent),
  ...ofOperation(binding.EchoMarkup),
  ...ofOperation(binding.EchoAnimals),
  ...ofOperation(binding.EchoCommon),
  ...ofOperation(binding.Find),
  ...ofOperation(binding.Notify),
  ...ofOperation(binding.Describe),
  ...ofOperation(binding.Ping),
  session,
  quota,
];
