import { children, END, type Operation, readBlob, rootTag, tag, writeBlob, type XmlReader } from '@soapwright/runtime';
import type { ServiceDescription } from '@soapwright/runtime/server';

/** A service with a Blob in the request and in the response, written like generated code. */

const namespace = 'urn:carrier/';
const DataTag = tag(namespace, 'Data');
const Children = children(DataTag);

function readData(reader: XmlReader): Blob {
  let data: Blob | undefined;
  for (;;) {
    switch (reader.child(Children)) {
      case 0:
        if (data !== undefined) throw reader.repeated();
        data = readBlob(reader);
        break;
      case END:
        if (data === undefined) throw reader.missing(DataTag);
        return data;
    }
  }
}

export const Carry: Operation<Blob, Blob> = {
  name: 'Carry',
  soapAction: 'urn:carrier/Carry',
  input: rootTag(namespace, 'Carry'),
  output: rootTag(namespace, 'CarryResponse'),
  readInput: readData,
  writeInput: (writer, data) => writeBlob(writer, DataTag, data),
  readOutput: readData,
  writeOutput: (writer, data) => writeBlob(writer, DataTag, data),
};

export const path = '/carrier';

export const description: ServiceDescription = {
  name: 'Carrier',
  namespace,
  address: `http://localhost${path}`,
  soapVersions: ['1.1', '1.2'],
  wsdl: [''],
};
