// What the measured service is provisioned with, so that each request can name other keys, tenants and users.
import { generate } from 'selfsigned';

export const tenants = 100;
/** Their password is hashed when the service is provisioned, which takes a while. */
export const administrators = 4;
const apiKeys = 200;

export const saml = {
  issuer: 'https://idp.example/metadata',
  audience: 'https://files.example/saml',
  recipient: 'https://files.example/acs',
};

/** Tenants with an even number sign in with SAML, the others with OpenID Connect. */
export const samlTenant = (number) => (2 * number) % tenants;
export const oidcTenant = (number) => (2 * number + 1) % tenants;

/** Names of a tenant, of its user, and secrets, by number. */
export const names = {
  company: (tenant) => `COMPANY-${tenant}`,
  clientId: (tenant) => 1000 + tenant,
  user: (tenant) => `user${tenant}`,
  email: (tenant) => `user${tenant}@tenant${tenant}.example`,
  apiKey: (number) => `api-key-0123456789-${number % apiKeys}`,
  folderKey: (tenant) => `folder-key-0123456789-${tenant}`,
  promotion: (number) => `PROMOTION-${number % 10}`,
  administrator: 'admin',
  password: 'a-password-of-an-administrator',
};

const range = (count, line) => Array.from({ length: count }, (_, number) => line(number)).join('\n');

/**
 * @param {string} issuer of OpenID Connect
 * @param {string} certificate of the SAML provider, in PEM
 */
export function provisioning(issuer, certificate) {
  const provider = (tenant) =>
    tenant % 2 === 0
      ? `{ saml: { issuer: '${saml.issuer}', signInUrl: 'https://idp.example/sso', certificates: [${JSON.stringify(certificate)}], entityId: '${saml.audience}', returnTo: { web: '${saml.recipient}', client: '${saml.recipient}' } } }`
      : `{ oidc: { issuer: '${issuer}', clients: [{ applicationType: 0, use: web, clientId: web, clientSecret: secret, redirectUri: 'https://app.example/in' }, { applicationType: 1, use: client, clientId: desktop, redirectUri: 'http://127.0.0.1:7777/', bareCode: true }] } }`;
  const tenantLine = (tenant) =>
    `  - { clientId: ${names.clientId(tenant)}, orgId: ${tenant}, companyCode: ${names.company(tenant)}, domains: [tenant${tenant}.example], identityProvider: ${provider(tenant)} }`;
  const accountLine = (tenant) =>
    `  - { userName: ${names.user(tenant)}, email: ${names.email(tenant)}, tenant: ${names.clientId(tenant)}, folders: [/in] }`;
  const administratorLine = (tenant) =>
    `  - { tenant: ${names.clientId(tenant)}, userId: ${names.administrator}, password: ${names.password} }`;
  return `tenants:
${range(tenants, tenantLine)}
accounts:
${range(tenants, accountLine)}
administrators:
${range(administrators, administratorLine)}
apiKeys:
${range(apiKeys, (number) => `  - { name: key-${number}, key: ${names.apiKey(number)} }`)}
folderKeys:
${range(tenants, (tenant) => `  - { name: key-${tenant}, key: ${names.folderKey(tenant)}, folder: /${names.user(tenant)}/in }`)}
promotions:
${range(10, (number) => `  - { name: promotion-${number}, code: ${names.promotion(number)}, places: 1000000000 }`)}
`;
}

/** The key and the certificate of the SAML provider, in PEM. */
export async function samlKey() {
  const created = await generate([{ name: 'commonName', value: 'idp.example' }], {
    keySize: 2048,
    algorithm: 'sha256',
  });
  return { privateKey: created.private, certificate: created.cert };
}
