// The decoder of node-soap's server and the encoder of its client, with the same WSDL and without HTTP.
import { createClientAsync } from 'soap';

async function open({ wsdl, operation }) {
  const client = await createClientAsync(wsdl, {});
  const [service] = Object.values(client.wsdl.definitions.services);
  const [port] = Object.values(service.ports);
  return { wsdl: client.wsdl, input: port.binding.methods[operation].input };
}

/** From text, as its server does after it has joined the body. */
export async function decode(message) {
  const { wsdl } = await open(message);
  const bytes = Buffer.from(message.xml);
  return () => wsdl.xmlToObject(bytes.toString('utf8'));
}

/** The body element in a simple envelope, as bytes. */
export async function encode(message) {
  const { wsdl, input } = await open(message);
  const { $name, targetNSAlias, targetNamespace } = input;
  const type = input.$type || input.$lookupType;
  const before =
    '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>';
  return () => {
    const body = wsdl.objectToDocumentXML($name, message.values, targetNSAlias, targetNamespace, type, {});
    return Buffer.from(`${before}${body}</soap:Body></soap:Envelope>`);
  };
}
