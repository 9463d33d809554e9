// The generated codec with its envelope, as a server reads and a client writes: from bytes to typed values, and back.
import { closeEnvelope, openEnvelope, soap11, writeRequest } from '../../runtime/dist/esm/shared/core.js';
import { generatedModule } from '../generated-code.js';

async function operationOf({ contract, operation }, side) {
  const name = `${side}-operations`;
  const generated = `@soapwright/generated/remote-file-service/${name}`;
  const operations = await import(contract.endsWith('orders') ? generatedModule(contract, name) : generated);
  return operations[operation];
}

export async function decode({ xml, ...message }) {
  const operation = await operationOf(message, 'server');
  const bytes = Buffer.from(xml);
  // As a server does, which caches the start of the messages.
  const options = { charset: 'utf-8' };
  return () => {
    const { reader } = openEnvelope(bytes, soap11, options);
    const values = operation.readInput(reader);
    closeEnvelope(reader);
    return values;
  };
}

/** Encodes the decoded value; to bytes, since a concatenated string costs little until it is flattened. */
export async function encode(message) {
  const operation = await operationOf(message, 'client');
  const values = (await decode(message))();
  return () => Buffer.from(writeRequest(soap11, operation, values).text);
}
