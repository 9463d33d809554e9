import * as soap from '../../../runtime/src/index.ts';

/** The namespace of the operations below. */
export const namespace = 'https://files.example/v2/';

export interface GetClientIDRequest {
  APIKey?: string | undefined;
  CompanyCode?: string | undefined;
}

export interface GetClientIDResult {
  ErrorMessage?: string | undefined;
  ClientID: number;
}

const tagAPIKey = soap.tag(namespace, 'APIKey');
const tagCompanyCode = soap.tag(namespace, 'CompanyCode');
const tagErrorMessage = soap.tag(namespace, 'ErrorMessage');
const tagClientID = soap.tag(namespace, 'ClientID');
const tagResult = soap.tag(namespace, 'GetClientIDResult');
const childrenOfRequest = soap.children(tagAPIKey, tagCompanyCode);
const childrenOfResponse = soap.children(tagResult);
const childrenOfResult = soap.children(tagErrorMessage, tagClientID);

function readResult(reader: soap.XmlReader): GetClientIDResult {
  let ErrorMessage: string | undefined;
  let ClientID: number | undefined;
  for (let child = reader.child(childrenOfResult); child !== soap.END; child = reader.child(childrenOfResult)) {
    switch (child) {
      case 0:
        if (ErrorMessage !== undefined) throw reader.repeated();
        ErrorMessage = soap.readString(reader);
        break;
      case 1:
        if (ClientID !== undefined) throw reader.repeated();
        ClientID = soap.readInt(reader);
        break;
    }
  }
  if (ClientID === undefined) throw reader.missing(tagClientID);
  return { ErrorMessage, ClientID };
}

/** An operation as the generator prints it. */
export const GetClientID: soap.Operation<GetClientIDRequest, GetClientIDResult> = {
  name: 'GetClientID',
  soapAction: `${namespace}GetClientID`,
  input: soap.rootTag(namespace, 'GetClientID'),
  output: soap.rootTag(namespace, 'GetClientIDResponse'),
  readInput(reader) {
    let APIKey: string | undefined;
    let CompanyCode: string | undefined;
    for (let child = reader.child(childrenOfRequest); child !== soap.END; child = reader.child(childrenOfRequest)) {
      if (child === 0) APIKey = soap.readString(reader);
      else CompanyCode = soap.readString(reader);
    }
    return { APIKey, CompanyCode };
  },
  writeInput(writer, value) {
    if (value.APIKey !== undefined) soap.writeString(writer, tagAPIKey, value.APIKey);
    if (value.CompanyCode !== undefined) soap.writeString(writer, tagCompanyCode, value.CompanyCode);
  },
  readOutput(reader) {
    let result: GetClientIDResult | undefined;
    for (let child = reader.child(childrenOfResponse); child !== soap.END; child = reader.child(childrenOfResponse)) {
      if (result !== undefined) throw reader.repeated();
      result = readResult(reader);
    }
    if (result === undefined) throw reader.missing(tagResult);
    return result;
  },
  writeOutput(writer, value) {
    writer.open(tagResult);
    if (value.ErrorMessage !== undefined) soap.writeString(writer, tagErrorMessage, value.ErrorMessage);
    soap.writeInt(writer, tagClientID, value.ClientID);
    writer.close(tagResult);
  },
};

const tagChunkData = soap.tag(namespace, 'ChunkData');
const tagOffset = soap.tag(namespace, 'Offset');
const childrenOfAppend = soap.children(tagChunkData, tagOffset);

/** An operation with a streamed field and a long, which returns its offset. */
export const AppendChunk: soap.Operation<{ ChunkData?: Blob | undefined; Offset: bigint }, bigint> = {
  name: 'AppendChunk',
  soapAction: `${namespace}AppendChunk`,
  input: soap.rootTag(namespace, 'AppendChunk'),
  output: soap.rootTag(namespace, 'AppendChunkResponse'),
  readInput(reader) {
    let ChunkData: Blob | undefined;
    let Offset: bigint | undefined;
    for (let child = reader.child(childrenOfAppend); child !== soap.END; child = reader.child(childrenOfAppend)) {
      if (child === 0) ChunkData = soap.readBlob(reader);
      else Offset = soap.readLong(reader);
    }
    if (Offset === undefined) throw reader.missing(tagOffset);
    return { ChunkData, Offset };
  },
  writeInput(writer, value) {
    if (value.ChunkData !== undefined) soap.writeBlob(writer, tagChunkData, value.ChunkData);
    soap.writeLong(writer, tagOffset, value.Offset);
  },
  readOutput(reader) {
    let result: bigint | undefined;
    for (let child = reader.child(childrenOfAppend); child !== soap.END; child = reader.child(childrenOfAppend)) {
      result = soap.readLong(reader);
    }
    if (result === undefined) throw reader.missing(tagOffset);
    return result;
  },
  writeOutput: (writer, value) => soap.writeLong(writer, tagOffset, value),
};

const prefixes = { '1.1': 'soap', '1.2': 'soap12' } as const;
const envelopes = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const;

/** An envelope as text, written by hand. */
export function envelope(version: soap.SoapVersion, body: string, header = ''): string {
  const p = prefixes[version];
  return `<?xml version="1.0" encoding="utf-8"?><${p}:Envelope xmlns:${p}="${envelopes[version]}">${header}<${p}:Body>${body}</${p}:Body></${p}:Envelope>`;
}

/** The Content-Type of a version. */
export const contentTypes: Readonly<Record<soap.SoapVersion, string>> = {
  '1.1': 'text/xml; charset=utf-8',
  '1.2': 'application/soap+xml; charset=utf-8',
};

/** The body of a valid response to `GetClientID`. */
export const validResponse: string = `<GetClientIDResponse xmlns="${namespace}"><GetClientIDResult><ErrorMessage></ErrorMessage><ClientID>7</ClientID></GetClientIDResult></GetClientIDResponse>`;
