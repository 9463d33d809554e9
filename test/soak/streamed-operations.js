// Operations with one streamed value, written by hand: they need no generator.
import * as soap from '@soapwright/runtime';
import { streamedResponse } from '@soapwright/runtime/client/streaming';

function only(tag, read) {
  const table = soap.children(tag);
  return (reader) => {
    let value;
    while (reader.child(table) !== soap.END)
      value = reader.within(
        tag.local,
        () => ({}),
        () => read(reader),
      );
    return { [tag.local]: value };
  };
}

/** The field of a message: `{ tag, read, write }`. */
export function blobField(namespace, name) {
  return { tag: soap.tag(namespace, name), read: soap.readBlob, write: soap.writeBlob, isStreamed: true };
}

/** An operation, for clients and servers, of a request and a response with one field each. */
export function operation(namespace, name, input, output) {
  return {
    name,
    soapAction: `${namespace}#${name}`,
    streamed: {
      ...(input.isStreamed && { input: [input.tag.local] }),
      ...(output.isStreamed && { output: streamedResponse(output.tag.local) }),
    },
    input: soap.rootTag(namespace, name),
    output: soap.rootTag(namespace, `${name}Response`),
    readInput: only(input.tag, input.read),
    writeInput: (writer, value) => input.write(writer, input.tag, value[input.tag.local]),
    readOutput: only(output.tag, output.read),
    writeOutput: (writer, value) => output.write(writer, output.tag, value[output.tag.local]),
  };
}
