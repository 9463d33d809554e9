import { mostUsers } from './scim-users.ts';
import { userAttributes, userSchema, type Values } from './scim-values.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';

/** What the service supports (RFC 7643, 5). */
export function serviceProviderConfig(base: string): Values {
  const [yes, no] = [{ supported: true }, { supported: false }];
  return {
    schemas: [`${core}:ServiceProviderConfig`],
    patch: yes,
    bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
    filter: { ...yes, maxResults: mostUsers },
    changePassword: no,
    sort: no,
    etag: yes,
    authenticationSchemes: [
      { type: 'oauthbearertoken', name: 'Bearer token', description: 'A token of the tenant.', primary: true },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** The kinds of resources: accounts only. */
export function resourceTypes(base: string): readonly Values[] {
  return [
    {
      schemas: [`${core}:ResourceType`],
      id: 'User',
      name: 'User',
      endpoint: '/Users',
      description: 'Account of the tenant',
      schema: userSchema,
      meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
    },
  ];
}

/** What differs from an optional text that may be changed and is compared in any case. */
const special: Readonly<Record<string, Values>> = {
  userName: { required: true, mutability: 'immutable', uniqueness: 'server' },
  externalId: { caseExact: true },
  active: { type: 'boolean' },
  primary: { type: 'boolean' },
  name: { type: 'complex' },
  emails: { type: 'complex', multiValued: true },
};

/** The attributes that are kept. */
export function schemas(base: string): readonly Values[] {
  return [
    {
      schemas: [`${core}:Schema`],
      id: userSchema,
      name: 'User',
      description: 'Account of the tenant',
      attributes: Object.entries(userAttributes).map(([name, inner]) => ({
        ...attribute(name),
        ...(inner.length > 0 ? { subAttributes: inner.map(attribute) } : {}),
      })),
      meta: { resourceType: 'Schema', location: `${base}/Schemas/${userSchema}` },
    },
  ];
}

function attribute(name: string): Values {
  return {
    name,
    type: 'string',
    multiValued: false,
    description: name,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...special[name],
  };
}
