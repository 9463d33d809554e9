import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { contractOf } from '../../test/support/generator/load-contracts.ts';
import { shopContract } from '../../test/support/generator/shop-contract.ts';
import { serviceFor } from './open-enumerations.ts';
import { type OpenApi, openApiOf } from './openapi.ts';

const manyTypes = contractOf(`
soapwright: 1
service: Many
namespace: urn:many/
address: http://localhost/many
operations:
  Put:
    request:
      Node: Node
      Shape: Shape
      $choice how: { A: int, B: "string[]" }
      Note: { type: string, nillable: true }
      Sizes: { type: Sizes, optional: true }
      Secret: { type: string, optional: true, sensitive: true }
      Ratio: double
      Code: { type: Code, optional: true }
    result: Node?
records:
  Node: { Name: string, Children: "Node[]" }
  Shape: { $abstract: true, Name: string }
  Circle: { $extends: Shape, Radius: decimal }
  Square: { $extends: Shape, Side: unsignedShort }
types:
  Sizes: { list: byte, maxLength: 2 }
  Code: { base: string, pattern: "[A-Z]{2}", maxLength: 2 }
`);

/** Whether the schema at a place of a document takes a value. */
function takes(api: OpenApi, place: string, value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...api, $id: 'api' });
  const validate = ajv.getSchema(`api#${place}`);
  if (validate === undefined) throw new Error(`There is no schema at ${place}.`);
  return validate(value) === true;
}

const request = (operation: string): string =>
  `/paths/~1${operation}/post/requestBody/content/application~1json/schema`;

describe('the OpenAPI document of a contract', () => {
  const api = openApiOf(serviceFor(contractOf(shopContract), 'standard'), { server: 'https://api.example/' });

  it('has an operation for each of the contract', () => {
    expect(api).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '1.0.0' },
      servers: [{ url: 'https://api.example/' }],
      paths: {
        '/Find': { post: { operationId: 'Find', responses: { 200: {}, default: {} } } },
        '/Forget': { post: { responses: { 202: { description: expect.any(String) } } } },
      },
    });
  });

  it('describes faults as problems, with the values of declared ones', () => {
    const place = '/paths/~1Find/post/responses/default/content/application~1problem+json/schema';
    const problem = { title: 'Sender', status: 500, detail: 'No such invoice.' };
    expect(takes(api, place, { ...problem, type: 'urn:soap:fault:NotFound', value: { Number: '7' } })).toBe(true);
    expect(takes(api, place, { ...problem, type: 'about:blank' })).toBe(true);
    expect(takes(api, place, { type: 'about:blank' })).toBe(false);
  });

  it.each([
    ['a value', { Number: '7', Card: '1234-5678', Amount: '1.50' }, true],
    ['a missing field', { Number: '7', Amount: '1.50' }, false],
    ['an unknown field', { Number: '7', Card: '1234-5678', Amount: '1.50', More: 1 }, false],
    ['a value that breaks a pattern', { Number: '7', Card: '1234', Amount: '1.50' }, false],
    ['a decimal as a number, which would lose digits', { Number: '7', Card: '1234-5678', Amount: 1.5 }, false],
  ])('decides %s', (_, value, expected) => {
    expect(takes(api, request('Pay'), value)).toBe(expected);
  });
});

describe('the schemas of an OpenAPI document', () => {
  const api = openApiOf(serviceFor(manyTypes, 'standard'));
  const valid = {
    Node: { Name: 'a', Children: [{ Name: 'b', Children: [] }] },
    Shape: { $type: 'Circle', Name: 'c', Radius: '1.5' },
    how: { case: 'A', value: 1 },
    Note: null,
    Ratio: 1.5,
  };

  it.each<[string, object, boolean]>([
    ['recursion, inheritance, a choice and nil', {}, true],
    ['a list in a choice', { how: { case: 'B', value: ['x', 'y'] } }, true],
    ['a value of another case', { how: { case: 'A', value: 'x' } }, false],
    ['a type that is not derived', { Shape: { $type: 'Line', Name: 'c' } }, false],
    ['fields of another derived type', { Shape: { $type: 'Square', Name: 'c', Radius: '1.5' } }, false],
    ['a list type', { Sizes: [1, 2] }, true],
    ['a list that is too long', { Sizes: [1, 2, 3] }, false],
    ['an item beyond its type', { Sizes: [128] }, false],
    ['a float without a number', { Ratio: 'NaN' }, true],
    ['a pattern', { Code: 'AB' }, true],
    ['a text that breaks it', { Code: 'ab' }, false],
    ['nil of a field that is not nillable', { Node: null }, false],
  ])('decide %s', (_, changes, expected) => {
    expect(takes(api, request('Put'), { ...valid, ...changes })).toBe(expected);
  });

  it('mark what is sensitive, and name types of hierarchies', () => {
    expect(api).toMatchObject({
      components: {
        schemas: {
          PutRequest: { properties: { Secret: { 'x-sensitive': true } } },
          Shape: { discriminator: { mapping: { Circle: '#/components/schemas/Circle' } } },
        },
      },
    });
  });
});
