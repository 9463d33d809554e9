import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../diagnostics/index.ts';
import { loadContract } from './load.ts';

/** A contract without mistakes. */
const contract = `soapwright: 1
service: Shop
namespace: http://example.com/shop/
address: http://localhost/v1/shop.asmx
soap: ["1.1", "1.2"]
records:
  Order:
    ID: int
    Items: Item[]
    Note: { type: string, optional: true, doc: A note. }
  Item:
    Name: string
    Price: decimal?
types:
  Colour: [red, green]
faults:
  Sad: { type: Item }
operations:
  GetOrder:
    doc: Gets an order.
    request:
      ID: int
      Colour: Colour?
    result: Order
`;

function errorsOf(text: string): readonly Diagnostic[] {
  return loadContract({ file: 'shop.yaml', text }).diagnostics.filter(({ severity }) => severity === 'error');
}

/** The correct text, the mistake that replaces it, the code, the line and a part of the report's remedy. */
type Mistake = readonly [written: string, mistake: string, code: string, line: number, told: string];

const typos: readonly Mistake[] = [
  ['soapwright:', 'soapwrigth:', 'SW1201', 1, 'Did you mean "soapwright"?'],
  ['service:', 'sevrice:', 'SW1201', 2, 'Did you mean "service"?'],
  ['namespace:', 'namesapce:', 'SW1201', 3, 'Did you mean "namespace"?'],
  ['address:', 'adress:', 'SW1201', 4, 'Did you mean "address"?'],
  ['records:', 'record:', 'SW1201', 6, 'Did you mean "records"?'],
  ['types:', 'tpyes:', 'SW1201', 14, 'Did you mean "types"?'],
  ['faults:', 'fautls:', 'SW1201', 16, 'Did you mean "faults"?'],
  ['operations:', 'operation:', 'SW1201', 18, 'Did you mean "operations"?'],
  ['{ type: string', '{ tpye: string', 'SW1201', 10, 'Did you mean "type"?'],
  ['optional: true', 'optonal: true', 'SW1201', 10, 'Did you mean "optional"?'],
  ['{ type: Item }', '{ tpye: Item }', 'SW1201', 17, 'Did you mean "type"?'],
  ['{ type: Item }', '{ recrod: { A: string } }', 'SW1201', 17, 'Did you mean "record"?'],
  ['request:', 'requst:', 'SW1201', 21, 'Did you mean "request"?'],
  ['result: Order', 'reslt: Order', 'SW1201', 24, 'Did you mean "result"?'],
  ['Name: string', '$choise way: { A: int, B: string }', 'SW1201', 12, 'Did you mean "$choice"?'],
  ['ID: int\n    Items', 'ID: itn\n    Items', 'SW1304', 8, 'Did you mean "int"?'],
  ['Items: Item[]', 'Items: Itme[]', 'SW1304', 9, 'Did you mean "Item"?'],
  ['  Item:\n', '  Itm:\n', 'SW1304', 9, 'Did you mean "Itm"?'],
  ['result: Order', 'result: Ordr', 'SW1304', 24, 'Did you mean "Order"?'],
];

const syntax: readonly Mistake[] = [
  ['{ type: string,', '{ type: string[],', 'SW1104', 10, 'Write "string[]" in quotes'],
  ['A note. }', 'A note., x: Item[1..3] }', 'SW1104', 10, 'Write "Item[1..3]" in quotes'],
  [
    'ID: int\n      Colour: Colour?',
    '{\n      ID: int,\n      Tags: string[]\n    }',
    'SW1104',
    24,
    'Write "string[]" in quotes',
  ],
  ['doc: Gets an order.', 'doc: "Gets an order.', 'SW1101', 20, 'a closing " is missing'],
  ['"1.2"]', '"1.2]', 'SW1101', 5, 'a closing " is missing'],
  ['"1.2"]', '"1.2"', 'SW1101', 5, 'a closing ] is missing'],
  ['A note. }', 'A note.', 'SW1101', 10, 'a closing } is missing'],
  ['A note. }', 'A note. }}', 'SW1101', 10, 'a } without its opening bracket'],
  ['A note. }', 'A note: or two. }', 'SW1101', 10, 'Put the text in quotes.'],
  ['A note. }', 'A note, or two. }', 'SW1113', 10, 'Put the text with the comma in quotes.'],
  ['Gets an order.', 'Gets: an order.', 'SW1101', 20, 'Put the text in quotes.'],
  ['Gets an order.', "'Gets a user's order.'", 'SW1101', 20, "Write '' for a ' in the text"],
  ['Gets an order.', '@Gets an order.', 'SW1101', 20, 'Put the text in quotes.'],
  ['ID: int\n    Items', 'ID int\n    Items', 'SW1101', 8, 'Write "ID: …"'],
  ['ID: int\n    Items', 'ID:int\n    Items', 'SW1101', 8, 'Write "ID: …"'],
  ['ID: int\n    Items', 'ID:\u00A0int\n    Items', 'SW1101', 8, 'no-break space'],
  ['Order:\n    ID', 'Order\n    ID', 'SW1101', 7, 'Write "Order: …"'],
  ['      ID: int\n      Colour', '\tID: int\n\tColour', 'SW1102', 22, 'Indent with spaces.'],
  ['    ID: int\n    Items', '\tID: int\n    Items', 'SW1102', 8, 'Indent with spaces.'],
  ['    Items: Item[]', '      Items: Item[]', 'SW1101', 9, 'Indent the keys of one map'],
  ['    Items: Item[]', '   Items: Item[]', 'SW1101', 9, 'Indent the keys of one map'],
  ['    result: Order', '     result: Order', 'SW1101', 24, 'Indent the keys of one map'],
  ['    ID: int\n    Items', '    - ID: int\n    Items', 'SW1101', 9, 'Indent the keys of one map'],
];

const structure: readonly Mistake[] = [
  ['    result: Order', '  result: Order', 'SW1217', 24, 'seems to belong to it'],
  ['    Name: string\n    Price:', '  Name: string\n  Price:', 'SW1217', 12, 'belong to it'],
  ['    result: Order\n', '', 'SW1202', 19, 'Add "result: …".'],
  ['result: Order', 'result:', 'SW1203', 24, 'Give it one'],
  [
    'request:\n      ID: int\n      Colour: Colour?',
    'request: { ID:int, Colour: Colour? }',
    'SW1302',
    21,
    '"ID:int" is not a valid name',
  ],
  ['Items: Item[]', 'ID: string\n    Items: Item[]', 'SW1105', 9, 'Remove or rename one of them.'],
  ['types:', '  Order:\n    A: int\ntypes:', 'SW1105', 14, 'Remove or rename one of them.'],
  ['"1.2"]', '"1.3"]', 'SW1208', 5, 'Allowed: 1.1, 1.2.'],
  ['soapwright: 1', 'soapwright: 2', 'SW1209', 1, 'Write "soapwright: 1"'],
  ['[red, green]', '{ red, green }', 'SW1216', 15, 'Write values as a list, "[red, green]"'],
  ['{ type: Item }', '{ Code: int, Text: string }', 'SW1216', 17, '"record: { Code: … }"'],
  ['optional: true', 'optional: yes', 'SW1207', 10, 'Write true or false'],
];

describe('one mistake', () => {
  it('finds none in the correct contract', () => {
    expect(loadContract({ file: 'shop.yaml', text: contract }).diagnostics).toEqual([]);
  });

  it.each([...typos, ...syntax, ...structure])(
    'gives one report: %j becomes %j',
    (written, mistake, code, line, told) => {
      const text = contract.replace(written, mistake);
      expect(text).not.toBe(contract);
      const errors = errorsOf(text);
      expect(errors.map((one) => `${one.code} in line ${one.line}`)).toEqual([`${code} in line ${line}`]);
      expect(`${errors[0]?.message} ${errors[0]?.remedy}`).toContain(told);
    },
  );

  it('of a name that is used often has one report with the other places, and edits for all of them', () => {
    const text = contract.replace('  Item:\n', '  Itm:\n');
    const [error] = errorsOf(text);
    expect(error).toMatchObject({ line: 9, related: [{ line: 17, message: 'It is also here.' }] });
    expect(error?.edits).toMatchObject([
      { line: 9, text: 'Itm' },
      { line: 17, text: 'Itm' },
    ]);
  });

  it('in braces is corrected by an edit', () => {
    const [error] = errorsOf(contract.replace('{ type: string,', '{ type: string[],'));
    expect(error?.edits).toMatchObject([{ line: 10, column: 19, endColumn: 27, text: '"string[]"' }]);
  });

  it('beside another one leaves both reported', () => {
    const text = contract.replace('{ type: string,', '{ type: string[],').replace('"1.2"]', '@1.2]');
    expect(errorsOf(text).map(({ code, line }) => `${code} ${line}`)).toEqual(['SW1101 5', 'SW1104 10']);
  });
});
