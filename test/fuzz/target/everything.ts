import type { Tag, XmlReader, XmlWriter } from '@soapwright/runtime';
import type { AnyClientOperation, AnyServerOperation } from '../../../runtime/src/soap/operation.ts';
import * as headers from '../../golden/everything/expected/client-headers.ts';
import * as client from '../../golden/everything/expected/client-operations.ts';
import * as codec from '../../golden/everything/expected/codec.ts';
import * as server from '../../golden/everything/expected/server-operations.ts';

/** An element of the contract: how it is read and written. */
export interface Codec {
  readonly tag: Tag;
  readonly read: (reader: XmlReader) => unknown;
  readonly write: (writer: XmlWriter, value: unknown) => void;
}

/** Both messages of an operation. Its values are of one type on either side, which a list of them cannot say. */
function ofOperation<Input, Output>(
  client: AnyClientOperation<Input, Output>,
  server: AnyServerOperation<Input, Output>,
): Codec[] {
  const request = pair(client.input, server.readInput, client.writeInput);
  if (client.oneWay || server.oneWay) return [request];
  return [request, pair(client.output, client.readOutput, server.writeOutput)];
}

function pair<T>(tag: Tag, read: (reader: XmlReader) => T, write: (writer: XmlWriter, value: T) => void): Codec {
  return { tag, read, write: (writer, value) => write(writer, value as T) };
}

const quota = pair(headers.Quota.tag, codec.readQuotaHeader, codec.writeQuotaHeader);
const session = pair(headers.Session.tag, codec.readSessionHeader, codec.writeSessionHeader);

export const everything: readonly Codec[] = [
  ...ofOperation(client.Echo, server.Echo),
  ...ofOperation(client.EchoMapped, server.EchoMapped),
  ...ofOperation(client.EchoRestricted, server.EchoRestricted),
  ...ofOperation(client.EchoContent, server.EchoContent),
  ...ofOperation(client.EchoMarkup, server.EchoMarkup),
  ...ofOperation(client.EchoAnimals, server.EchoAnimals),
  ...ofOperation(client.EchoCommon, server.EchoCommon),
  ...ofOperation(client.Find, server.Find),
  ...ofOperation(client.Notify, server.Notify),
  ...ofOperation(client.Describe, server.Describe),
  ...ofOperation(client.Ping, server.Ping),
  session,
  quota,
];
