import { describe, expect, it } from 'vitest';
import { contractOf } from '../../../test/support/generator/load-contracts.ts';
import { serviceFor } from '../../emit/index.ts';
import { Random } from './random.ts';
import { ServiceMessages } from './service-messages.ts';

/** The response of an operation that returns these fields, and types. */
function made(fields: string, types = '', seed = 'a'): Readonly<Record<string, unknown>> {
  const contract = contractOf(`soapwright: 1
service: S
namespace: urn:s/
address: http://localhost/s
operations:
  Do: { request: {}, response: { ${fields} } }
${types}`);
  const messages = new ServiceMessages(contract, serviceFor(contract));
  const [operation] = messages.model.service.operations;
  if (operation === undefined) throw new Error('There is no operation.');
  const maker = messages.maker({ random: new Random(seed), echo: new Map([['code', '17']]) });
  return messages.make(operation, 'response', maker) as Readonly<Record<string, unknown>>;
}

describe('plausible values', () => {
  it('are what the names of fields say', () => {
    const value = made(
      'EMail: string, customer_phone: string, Created: dateTime, CountryCode: string, HomeURL: string, b: int, FirstName: string',
    );
    expect(value).toMatchObject({
      EMail: expect.stringMatching(/^\w+\.\w+@example\.com$/),
      customer_phone: expect.stringMatching(/^\+44 20 7946 0\d{3}$/),
      Created: expect.any(Date),
      CountryCode: expect.stringMatching(/^[A-Z]{2}$/),
      HomeURL: expect.stringMatching(/^https:\/\/example\.com\//),
      FirstName: expect.stringMatching(/^[A-Z][a-z]+$/),
    });
  });

  it('have all facets of their types', () => {
    const types = `types:
  Pattern: { base: string, pattern: "[A-Z]{3}-[0-9]{2}" }
  Short: { base: string, maxLength: 4 }
  Long: { base: string, minLength: 40 }
  High: { base: int, min: 5000, max: 5010 }
  Listed: { enum: [one, two] }
`;
    for (const seed of ['a', 'b', 'c', 'd']) {
      const value = made('Name: Pattern, Description: Short, Note: Long, Count: High, Kind: Listed', types, seed);
      expect(value.Name).toMatch(/^[A-Z]{3}-[0-9]{2}$/);
      expect(String(value.Description).length).toBeLessThanOrEqual(4);
      expect(String(value.Note).length).toBeGreaterThanOrEqual(40);
      expect(value.Count).toBeGreaterThanOrEqual(5000);
      expect(value.Count).toBeLessThanOrEqual(5010);
      expect(['one', 'two']).toContain(value.Kind);
    }
  });

  it('are those of the request in fields of the same name, outside of lists and where the type allows it', () => {
    const value = made(
      'Code: string, Inner: Inner, Codes: "Inner[]"',
      'records: { Inner: { code: int, CODE: boolean } }',
    );
    expect(value.Code).toBe('17');
    expect(value.Inner).toEqual({ code: 17, CODE: expect.any(Boolean) });
    expect((value.Codes as readonly { code: number }[]).every(({ code }) => code !== 17)).toBe(true);
  });

  it('are examples and fixed values of the contract', () => {
    expect(made('A: { type: string, example: "as given" }, B: { type: int, fixed: 7 }')).toEqual({
      A: 'as given',
      B: 7,
    });
  });

  it('end where a record holds itself', () => {
    const value = made('Root: Node', 'records: { Node: { Name: string, "Children": "Node[]", Next: Node? } }');
    expect(value.Root).toEqual({ Name: expect.any(String), Children: [] });
  });

  it('end with nil where a derived record must hold its base', () => {
    const records =
      'records: { Base: { $abstract: true }, Leaf: { $extends: Base, Next: { type: Leaf, nillable: true } } }';
    expect(made('Root: Base', records).Root).toEqual({ $type: 'Leaf', Next: null });
  });

  it('are the same for the same seed, and others for another', () => {
    const fields = 'Id: string, Total: decimal, Time: time';
    expect(made(fields)).toEqual(made(fields));
    expect(made(fields, '', 'b')).not.toEqual(made(fields));
  });
});
