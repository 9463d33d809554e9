import { describe, expect, it } from 'vitest';
import { remoteFileService } from '../../../test/support/generator/load-contracts.ts';
import { type Field, fieldsOf, type ResolvedOperation, resolveService } from '../model/index.ts';

const service = resolveService(remoteFileService());

function shown({ name, type, optional }: Field): string {
  return `${name.local}: ${type.kind === 'record' ? type.typeName : type.kind === 'simple' ? type.name : type.kind}${optional ? '?' : ''}`;
}

function fieldsOfInput({ input }: ResolvedOperation): readonly Field[] {
  return input.structure === undefined ? [] : fieldsOf(input.structure);
}

/** Of requests and records. */
const allFields = [
  ...service.operations.flatMap(fieldsOfInput),
  ...service.declarations.flatMap((declaration) => (declaration.kind === 'structure' ? fieldsOf(declaration) : [])),
];

function request(operation: string): readonly string[] {
  return service.operations.flatMap((one) => (one.name === operation ? fieldsOfInput(one).map(shown) : []));
}

describe('the contract of the Remote File Service', () => {
  it('has the nine operations of the interface, each with its result element', () => {
    expect(service.operations.map(({ name, result }) => `${name}: ${result?.name.local}`)).toEqual([
      'AppendChunkWithFolderAccessKey: ChunkUploadResult',
      'AccountCreateFreeFromPromotion: AccountCreateFreeResult',
      'ExternalOAuthAccountLogin: LoginResult',
      'AdminCreateFolder: AdminCreateFolderResult',
      'SAMLAccountLogin: LoginResult',
      'SSOLoginWebURL: SSOLoginURL',
      'SSOLoginURL: SSOLoginURL',
      'GetClientID: GetClientIDResult',
      'GetAPIURL: GetAPIURLResult',
    ]);
  });

  it('has the names and order of the interface', () => {
    expect(request('AppendChunkWithFolderAccessKey')).toEqual([
      'APIKey: string?',
      'FolderAccessKey: string?',
      'FileName: string?',
      'ChunkData: base64Binary?',
      'Offset: long',
      'BytesRead: int',
      'isLastChunk: boolean',
      'UploadToken: string?',
      'LastWriteTimeUtc: dateTime?',
      'CreationTimeUtc: dateTime?',
    ]);
    expect(request('AccountCreateFreeFromPromotion')[0]).toBe('API_KEY: string?');
    expect(request('GetAPIURL')).toEqual(['APIKey: string?', 'ClientId: int']);
    expect(request('GetClientID')).toEqual(['APIKey: string?', 'Parameters: GetClientIDParameters?']);
  });

  it('distinguishes the operation, the result element and the record of one name', () => {
    const sso = service.operations.find(({ name }) => name === 'SSOLoginURL');
    expect([sso?.input.structure?.typeName, sso?.output?.structure?.typeName, sso?.result?.type]).toMatchObject([
      'SSOLoginURLRequest',
      'SSOLoginURLResponse',
      { kind: 'record', typeName: 'SSOLoginURL' },
    ]);
  });

  it('R2: numbers and booleans are required, everything else is optional', () => {
    expect(allFields.length).toBeGreaterThan(50);
    for (const field of allFields) {
      const required = field.type.kind === 'simple' && ['int', 'long', 'boolean'].includes(field.type.name);
      expect(field.optional, shown(field)).toBe(!required);
    }
  });

  it('R5: keys, tokens, codes and passwords are sensitive', () => {
    const secret = /^API_?KEY$|Key$|Token$|Password$|OAuthCode$|PromoCode$/i;
    for (const field of allFields) if (secret.test(field.name.local)) expect(field.sensitive, shown(field)).toBe(true);
  });

  it('streams the chunk, and preserves every digit of its times', () => {
    const chunk = service.operations.slice(0, 1).flatMap(fieldsOfInput);
    const representation = (name: string) => {
      const type = chunk.find((field) => field.property === name)?.type;
      return type?.kind === 'simple' ? type.representation : undefined;
    };
    expect(['ChunkData', 'LastWriteTimeUtc', 'Offset'].map(representation)).toEqual(['Blob', 'DateTime', 'bigint']);
  });
});
