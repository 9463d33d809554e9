// Contracts of the size of bench/contract.js in the languages of other generators: each operation takes a key and a record,
// and returns a record.
import { operationName } from '../contract.js';

/** Types by their names in OpenAPI, with those of GraphQL. */
const fields = [
  ['errorMessage', { type: 'string' }, 'String'],
  ['errorCode', { type: 'integer' }, 'Int!'],
  ['identifier', { type: 'integer', format: 'int64' }, 'ID!'],
  ['displayName', { type: 'string' }, 'String'],
  ['tags', { type: 'array', items: { type: 'string' } }, '[String!]!'],
  ['lastChanged', { type: 'string', format: 'date-time' }, 'String'],
  ['isActive', { type: 'boolean' }, 'Boolean!'],
  ['amount', { type: 'number' }, 'Float'],
];

const fieldsOf = (index) => Array.from({ length: 5 + (index % 4) }, (_, at) => fields[(index + at) % fields.length]);
const names = (operations) => Array.from({ length: operations }, (_, index) => operationName(index));

/** An OpenAPI document, as JSON. */
export function openApiOf(operations) {
  const content = (name) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
  const paths = names(operations).map((name) => {
    const responses = { 200: { description: 'The result.', content: content(`${name}Result`) } };
    const parameters = [{ name: 'APIKey', in: 'header', schema: { type: 'string' } }];
    const requestBody = { content: content(`${name}Parameters`) };
    return [`/${name}`, { post: { operationId: name, parameters, requestBody, responses } }];
  });
  const schema = (index) => ({
    type: 'object',
    properties: Object.fromEntries(fieldsOf(index).map(([name, type]) => [name, type])),
  });
  const schemas = names(operations).flatMap((name, index) => [
    [`${name}Parameters`, schema(index)],
    [`${name}Result`, schema(index + 3)],
  ]);
  const info = { title: 'BenchService', version: '1.0.0' };
  const components = { schemas: Object.fromEntries(schemas) };
  return JSON.stringify({ openapi: '3.1.0', info, paths: Object.fromEntries(paths), components });
}

/** A GraphQL schema. */
export function graphQlOf(operations) {
  const lines = (index) => fieldsOf(index).map(([name, , type]) => `  ${name}: ${type}`);
  const record = (kind, name, index) => [`${kind} ${name} {`, ...lines(index), '}'];
  const mutations = names(operations).map(
    (name) => `  ${name}(apiKey: String, parameters: ${name}Parameters): ${name}Result!`,
  );
  return [
    'type Query { version: String! }',
    'type Mutation {',
    ...mutations,
    '}',
    ...names(operations).flatMap((name, index) => [
      ...record('input', `${name}Parameters`, index),
      ...record('type', `${name}Result`, index + 3),
    ]),
  ].join('\n');
}
