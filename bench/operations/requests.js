// The request of each operation by its number: each names other keys, users and objects than the one before.
import { envelope, namespace } from '../messages.js';
import { samlToken } from './saml-token.js';
import { administrators, names, oidcTenant, samlTenant, tenants } from './site.js';

const element = (name, value) => `<${name}>${value}</${name}>`;
const elements = (values) =>
  Object.entries(values)
    .map(([name, value]) => element(name, typeof value === 'object' ? elements(value) : value))
    .join('');

const chunk = Buffer.alloc(4096, 0xa7).toString('base64');
const signInUrl = (number) => ({ APIKey: names.apiKey(number), EmailAddress: names.email(number % tenants) });

/** The fields of each operation. */
const fields = {
  GetClientID: (number) => ({
    APIKey: names.apiKey(number),
    Parameters: { CompanyCode: names.company(number % tenants) },
  }),
  GetAPIURL: (number) => ({ APIKey: names.apiKey(number), ClientId: names.clientId(number % tenants) }),
  SSOLoginURL: signInUrl,
  SSOLoginWebURL: signInUrl,
  SAMLAccountLogin: (number, privateKey) => ({
    APIKey: names.apiKey(number),
    EmailAddress: names.email(samlTenant(number)),
    SAMLToken: samlToken(names.email(samlTenant(number)), privateKey),
  }),
  ExternalOAuthAccountLogin: (number) => ({
    APIKey: names.apiKey(number),
    EmailAddress: names.email(oidcTenant(number)),
    ExternalOAuthCode: `${names.email(oidcTenant(number))}~${number}`,
    ApplicationType: 1,
  }),
  AppendChunkWithFolderAccessKey: (number) => ({
    APIKey: names.apiKey(number),
    FolderAccessKey: names.folderKey(number % tenants),
    FileName: `file-${number}`,
    ChunkData: chunk,
    Offset: 0,
    BytesRead: 4096,
    isLastChunk: true,
  }),
  AdminCreateFolder: (number) => ({
    AdminAuthParameters: {
      APIKey: names.apiKey(number),
      OrgID: number % administrators,
      AdminUserID: names.administrator,
      AdminPassword: names.password,
    },
    Parameters: { Path: `/${names.user(number % administrators)}/in`, FolderName: `folder-${number}` },
  }),
  AccountCreateFreeFromPromotion: (number) => ({
    API_KEY: names.apiKey(number),
    PromoCode: names.promotion(number),
    EmailAddress: `new${number}@free.example`,
    UserName: `new${number}`,
    Password: 'a-password-of-a-user',
  }),
};

export const operations = Object.keys(fields);

/** Whether the envelope of a response is a rejection or a fault. */
export const isRejected = (text) => !/<ErrorMessage(?:\/>|><\/ErrorMessage>)|<FolderName>/.test(text);

/** The envelope of a request. @param {string} privateKey of the SAML provider, PEM */
export const requestOf = (operation, number, privateKey) =>
  envelope(`<${operation} xmlns="${namespace}">${elements(fields[operation](number, privateKey))}</${operation}>`);
