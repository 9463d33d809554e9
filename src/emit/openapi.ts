import type { HeaderUse, ResolvedFault, ResolvedOperation, ResolvedService } from '../contract/index.ts';
import { JsonSchemas } from './json-schema.ts';
import type { JsonSchema } from './json-simple.ts';

/** An OpenAPI 3.1 document. */
export type OpenApi = Readonly<Record<string, unknown>>;

export interface OpenApiOptions {
  /** Version of the description; default `1.0.0`. */
  readonly version?: string | undefined;
  /** Address of the gateway; default `/`. */
  readonly server?: string | undefined;
}

const problemType = 'application/problem+json';

/**
 * The service as JSON over HTTP: `POST /{Operation}` with the fields of the request, as the gateway offers it. Operations are
 * named as in generated clients, schemas as generated types. Faults are problems (RFC 9457).
 */
export function openApiOf(service: ResolvedService, { version = '1.0.0', server = '/' }: OpenApiOptions = {}): OpenApi {
  const schemas = new JsonSchemas(service, '#/components/schemas/');
  const problemName = freeName('Problem', service);
  const paths = service.operations.map((operation): [string, OpenApi] => [
    `/${operation.identifier}`,
    { post: described(operation, schemas, { $ref: `#/components/schemas/${problemName}` }) },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: service.name, version, ...(service.doc !== undefined && { description: service.doc.trim() }) },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: server }],
    paths: Object.fromEntries(paths),
    components: { schemas: { ...schemas.definitions, [problemName]: problem } },
  };
}

/** A name that no type of the service has. */
function freeName(name: string, service: ResolvedService): string {
  const { messages, declarations, simpleTypes } = service;
  const isTaken = [...messages, ...declarations, ...simpleTypes].some(({ typeName }) => typeName === name);
  return isTaken ? freeName(`${name}_`, service) : name;
}

const problem: JsonSchema = {
  type: 'object',
  description: 'A fault of the service, or a request that was refused (RFC 9457).',
  properties: {
    type: { type: 'string', description: 'about:blank, or urn:soap:fault: with the name of a declared fault.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'The reason of the fault.' },
    code: { type: 'string', description: 'The code of the fault, or of the error.' },
    value: { description: 'The detail of a declared fault.' },
  },
  required: ['type', 'title', 'status'],
};

function described(operation: ResolvedOperation, schemas: JsonSchemas, general: JsonSchema): OpenApi {
  const { identifier, doc, input, output, headers, faults, attachments } = operation;
  const summary = doc?.trim().split(/(?<=\.)\s|\n/)[0];
  const parameters = headers.input.map((use) => parameter(use, schemas));
  return {
    operationId: identifier,
    ...(summary !== undefined && summary !== '' && { summary, description: doc?.trim() }),
    ...(parameters.length > 0 && { parameters }),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemas.body(input, attachments.input) } },
    },
    responses: {
      ...(output === undefined
        ? { 202: { description: 'The service has accepted the message.' } }
        : { 200: response(operation, schemas) }),
      default: {
        description: 'A fault of the service, or a request that was refused.',
        content: { [problemType]: { schema: problemSchema(faults, schemas, general) } },
      },
    },
  };
}

/** Header blocks are HTTP headers with JSON. */
function parameter({ header, required }: HeaderUse, schemas: JsonSchemas): OpenApi {
  return {
    name: `Soap-${header.identifier}`,
    in: 'header',
    required,
    content: { 'application/json': { schema: schemas.root(header) } },
  };
}

function response({ output, result, attachments }: ResolvedOperation, schemas: JsonSchemas): OpenApi {
  const ofBody = (): JsonSchema => (output === undefined ? {} : schemas.body(output, attachments.output));
  const schema = result === undefined ? ofBody() : schemas.field(result);
  return { description: 'The response of the service.', content: { 'application/json': { schema } } };
}

function problemSchema(faults: readonly ResolvedFault[], schemas: JsonSchemas, general: JsonSchema): JsonSchema {
  if (faults.length === 0) return general;
  const declared = faults.map((fault) => ({
    allOf: [general],
    type: 'object',
    properties: { type: { const: `urn:soap:fault:${fault.identifier}` }, value: schemas.root(fault) },
    required: ['type', 'value'],
  }));
  return { anyOf: [...declared, general] };
}
