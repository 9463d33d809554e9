import { describe, expect, it } from 'vitest';
import { keptContract, loadShop } from '../../../test/support/generator/kept-contract.ts';
import { wsdlText } from '../../emit/wsdl.ts';
import type { ComplexType, NamedType } from '../model/index.ts';

const send = 'operations: { Send: { request: { Order: Order }, result: { type: string, as: Sent } } }\n';

function typesOf(text: string): readonly NamedType[] {
  return keptContract(`${send}${text}`).schemas.flatMap(({ types }) => types);
}

function recordOf(text: string): ComplexType {
  const order = typesOf(text).find(({ name }) => name.local === 'Order');
  if (order?.kind !== 'complex') throw new Error('There is no record.');
  return order;
}

function particleOf(text: string) {
  const { content } = recordOf(text);
  return content.kind === 'elements' ? content.particle : undefined;
}

describe('a contract can say what WSDLs of others say', () => {
  it('how often the fields of a record occur', () => {
    expect(particleOf('records: { Order: { $order: "choice[]", A: int, B: int } }')).toMatchObject({
      kind: 'choice',
      occurs: { min: 0, max: 'unbounded' },
    });
    expect(particleOf('records: { Order: { $order: sequence?, A: int, B: int } }')).toMatchObject({
      kind: 'sequence',
      occurs: { min: 0, max: 1 },
    });
  });

  it('the name of all results', () => {
    const { schemas } = keptContract(`resultName: "{operation}Result"
operations: { Send: { result: string? }, Find: { result: { type: int, as: Found } }, Ask: { result: Answer } }
records: { Answer: { Text: string } }
`);
    const names = schemas.flatMap(({ elements }) =>
      elements.flatMap(({ type }) =>
        type.kind === 'anonymous' && type.type.kind === 'complex' && type.type.content.kind === 'elements'
          ? [type.type.content.particle]
          : [],
      ),
    );
    expect(JSON.stringify(names)).toMatch(/"SendResult".*"Found".*"AskResult"/);
  });

  it('groups and wildcards without a name of their own', () => {
    const particle = particleOf(`groups: { Extra: { X: int } }
records:
  Order:
    $choice: { A: int, B: int }
    $sequence: { C: int, D: int }
    $sequence 2: { E: int }
    $choice $choice3: { F: int, G: int }
    $group: Extra
    $any[]: { namespaces: other, foreign: { "{urn:x}tag": a } }
`);
    const particles = particle !== undefined && 'particles' in particle ? particle.particles : [];
    expect(particles.map((one) => [one.kind, 'typeScriptName' in one ? one.typeScriptName : undefined])).toEqual([
      ['choice', undefined],
      ['sequence', undefined],
      ['sequence', undefined],
      ['choice', '$choice3'],
      ['groupReference', undefined],
      ['any', undefined],
    ]);
    expect(particles[5]).toMatchObject({ occurs: { max: 'unbounded' }, foreign: [{ value: 'a' }] });
  });

  it('two fields of one element name', () => {
    const particle = particleOf('records: { Order: { A: int, B: int, Again: { type: int, as: A } } }');
    const particles = particle !== undefined && 'particles' in particle ? particle.particles : [];
    expect(particles[2]).toMatchObject({ element: { name: { local: 'A' }, typeScriptName: 'Again' } });
  });

  it('notes of values, of text and of anonymous types', () => {
    const [order] = typesOf(`records:
  Order:
    A: { type: { base: string, maxLength: 3, foreign: { "{urn:x}tag": a } } }
    B: { record: { $foreign: { "{urn:x}tag": b }, $name: Inner, X: int } }
    C: { record: { $text: { type: decimal, foreign: { "{urn:x}tag": c } } } }
    D: { type: { enum: { x: One., y: { doc: Other., foreign: { "{urn:x}tag": d } } } } }
`);
    const text = JSON.stringify(order);
    for (const value of ['a', 'b', 'c', 'd']) expect(text).toContain(`"local":"tag"},"value":"${value}"`);
    expect(text).toContain('"typeScriptName":"Inner"');
  });

  it('components in no namespace, and a type with the name of a built-in one', () => {
    const { schemas } = keptContract(`namespaces: { none: "", t: "urn:shop/" }
operations: { Send: { request: { A: t:date }, result: { type: none:Plain, as: Sent } } }
records: { t:date: { Day: int }, none:Plain: { X: int } }
`);
    expect(schemas.map(({ targetNamespace, types }) => [targetNamespace, types.map(({ name }) => name.local)])).toEqual(
      [
        ['', ['Plain']],
        ['urn:shop/', ['date']],
      ],
    );
  });

  it('that there is no address', () => {
    const { contract } = loadShop(`${send}records: { Order: { A: int } }`, { address: '""' });
    expect(contract?.services[0]?.ports.map(({ address }) => address)).toEqual(['', '']);
  });
});

it('SW1309: an order that occurs in no known way', () => {
  expect(
    loadShop(`${send}records: { Order: { $order: "choice[x]", A: int } }`).diagnostics.map(({ code }) => code),
  ).toEqual(loadShop(`${send}records: { Order: { A: "int[x]" } }`).diagnostics.map(({ code }) => code));
});

describe('a contract that exists already', () => {
  it('has components in its WSDL that no message can contain', () => {
    const contract = keptContract(`unreached: wsdl
${send}records: { Order: { A: int }, Old: { B: Older }, Older: { C: int } }
elements: { Lost: Old }
`);
    expect(contract.schemas.flatMap(({ types }) => types.map(({ name }) => name.local))).toEqual(['Order']);
    const unreached = contract.unreached?.flatMap(({ types, elements }) => [...types, ...elements]) ?? [];
    expect(unreached.map(({ name }) => name.local)).toEqual(['Old', 'Older', 'Lost']);
    expect(wsdlText(contract, { source: 'a.yaml' })).toContain('<xs:complexType name="Older">');
  });

  it('may have mistakes, which are warnings', () => {
    const mistake = `${send}records: { Order: { A: int?, $any: true } }\n`;
    expect(loadShop(mistake).diagnostics.map(({ severity }) => severity)).toEqual(['error']);
    const { contract, diagnostics } = loadShop(`forgiving: true\n${mistake}`);
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['SW6335', 'warning']]);
    expect(contract).toBeDefined();
  });

  it('has requests that only a server cannot tell apart', () => {
    const same = 'request: { $element: Ask }, result: { type: string, as: Found }, soapAction: ""';
    const text = `operations: { A: { ${same} }, B: { ${same} } }\nelements: { Ask: { record: { Q: int } } }\n`;
    const codes = (given: string, server: boolean) => loadShop(given, { server }).diagnostics.map(({ code }) => code);
    expect(codes(text, false)).toEqual(['SW1505']);
    expect(codes(`forgiving: true\n${text}`, true)).toEqual(['SW1505']);
    expect(codes(`forgiving: true\n${text}`, false)).toHaveLength(1);
    expect(codes(`forgiving: true\n${text}`, false)).not.toContain('SW1505');
  });

  it('has attributes of other namespaces in its schemas', () => {
    const { schemas } = keptContract(
      `namespaces: { t: { uri: "urn:shop/", foreign: { "{urn:x}tag": a } } }\n${send}records: { Order: { A: int } }\n`,
    );
    expect(schemas[0]?.foreign).toEqual([{ name: { namespace: 'urn:x', local: 'tag' }, value: 'a' }]);
  });

  it('has global elements as parts of rpc messages', () => {
    const { messages } = keptContract(`style: rpc
operations: { Send: { request: { in-part: { element: Ask } }, response: { out: { element: Ask } } } }
elements: { Ask: string }
`);
    expect(messages.flatMap(({ parts }) => parts.map(({ name, content }) => [name, content.kind]))).toEqual([
      ['in-part', 'element'],
      ['out', 'element'],
    ]);
  });
});
