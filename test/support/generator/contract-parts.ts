import {
  type AttributeUse,
  type ComplexType,
  type Contract,
  type GlobalElement,
  type GroupParticle,
  isSimpleType,
  type LocalElement,
  type NamedType,
  type Occurs,
  type Particle,
  type QName,
  type Schema,
  type TypeReference,
  xsd,
} from '../../../src/contract/model/index.ts';

/** Completes a part of a contract with defaults. */
export function completeExample(part: string): string {
  const says = (key: string): boolean => new RegExp(`^${key}:`, 'm').test(part);
  const head = [
    ['soapwright', '1'],
    ['service', 'Shop'],
    ...(says('service') ? [] : [['doc', 'Orders of the shop.']]),
    ['namespace', 'https://shop.example/v1/'],
    ...(says('ports')
      ? []
      : [
          ['address', 'https://shop.example/v1/shop.asmx'],
          ['soap', '["1.1"]'],
        ]),
  ].flatMap(([key = '', value]) => (says(key) ? [] : [`${key}: ${value}`]));
  const record = /^records:\n {2}"?([\w.-]+)/m.exec(part)?.[1] ?? 'Order';
  const operations = says('operations')
    ? []
    : [`operations:\n  Ask: { doc: Asks., result: { type: ${record}, as: Answer } }`];
  const order = '  Order: { Number: string }';
  // `records` is the last key of each part that has it.
  const records = says('records') ? (/^ {2}Order:/m.test(part) ? [] : [order]) : [`records:\n${order}`];
  return `${[...head, ...operations, part, ...records].join('\n')}\n`;
}

const namespace = 'https://shop.example/v1/';

export function q(local: string): QName {
  return { namespace, local };
}

/** A reference to a type of the contract, or to a built-in one. */
export function ref(local: string): TypeReference {
  return { kind: 'named', name: isSimpleType(local) ? { namespace: xsd, local } : q(local) };
}

export function field(
  name: string,
  type: TypeReference,
  more: Partial<LocalElement> = {},
  occurs: Occurs = once,
): Particle {
  return { kind: 'element', occurs, element: { name: q(name), type, ...plain, ...more } };
}

export function group(
  kind: 'sequence' | 'choice' | 'all',
  particles: readonly Particle[],
  occurs: Occurs = once,
  name?: string,
): GroupParticle {
  return { kind, particles, occurs, typeScriptName: name };
}

export function record(name: string, particles: readonly Particle[], more: Partial<ComplexType> = {}): NamedType {
  return { ...content(group('sequence', particles)), ...more, name: q(name) };
}

export function content(particle: Particle): ComplexType {
  return {
    kind: 'complex',
    abstract: false,
    mixed: false,
    content: { kind: 'elements', particle },
    attributes: [],
    attributeGroups: [],
  };
}

export function attribute(name: string, type: TypeReference, more: Partial<AttributeUse> = {}): AttributeUse {
  return { name: { namespace: '', local: name }, type, use: 'optional', sensitive: false, ...more };
}

export function element(name: string, type: TypeReference, more: Partial<GlobalElement> = {}): GlobalElement {
  return { name: q(name), type, abstract: false, ...plain, ...more };
}

export const once: Occurs = { min: 1, max: 1 };
export const any: Occurs = { min: 0, max: 'unbounded' };
const plain = { nillable: false, sensitive: false, stream: false };

/**
 * A contract with one operation `Ask`, which returns the first record.
 *
 * @param change applied to the result.
 */
export function contractOf(
  parts: Partial<Schema> = {},
  change: (contract: Contract) => Contract = (same) => same,
): Contract {
  const { types = [], elements = [] } = parts;
  const response = types.find(({ kind }) => kind === 'complex');
  const result = response === undefined ? [] : [field('Answer', { kind: 'named', name: response.name })];
  const message = (name: string, part: string) => ({
    name: q(name),
    parts: [{ name: 'parameters', content: { kind: 'element', name: q(part) } as const }],
  });
  const body = { use: 'literal', headers: [] } as const;
  return change({
    name: 'Shop',
    doc: 'Orders of the shop.',
    targetNamespace: namespace,
    origin: { file: 'shop.yaml', line: 1, column: 1 },
    schemas: [
      {
        targetNamespace: namespace,
        elementFormDefault: 'qualified',
        attributeFormDefault: 'unqualified',
        types: [],
        attributes: [],
        groups: [],
        attributeGroups: [],
        imports: [],
        ...parts,
        elements: [
          element('Ask', { kind: 'anonymous', type: content(group('sequence', [])) }),
          element('AskResponse', { kind: 'anonymous', type: content(group('sequence', result)) }),
          ...elements,
        ],
      },
    ],
    messages: [message('AskSoapIn', 'Ask'), message('AskSoapOut', 'AskResponse')],
    portTypes: [
      {
        name: q('ShopSoap'),
        operations: [
          {
            name: 'Ask',
            doc: 'Asks.',
            returns: 'field',
            pattern: 'request-response',
            input: { message: q('AskSoapIn') },
            output: { message: q('AskSoapOut') },
            faults: [],
          },
        ],
      },
    ],
    bindings: [
      {
        name: q('ShopSoap'),
        portType: q('ShopSoap'),
        soapVersion: '1.1',
        style: 'document',
        transport: 'http://schemas.xmlsoap.org/soap/http',
        operations: [{ name: 'Ask', soapAction: 'urn:ask', style: 'document', input: body, output: body, faults: [] }],
      },
    ],
    services: [
      { name: 'Shop', ports: [{ name: 'ShopSoap', binding: q('ShopSoap'), address: 'https://shop.example/' }] },
    ],
    options: { long: 'bigint', decimal: 'string', dateTime: 'Date', date: 'string', duration: 'string' },
  });
}
