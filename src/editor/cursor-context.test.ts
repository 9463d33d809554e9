import { describe, expect, it } from 'vitest';
import { cursorContext } from './cursor-context.ts';

/** The context at the mark `|`, with the path as text. */
function at(text: string) {
  const offset = text.indexOf('|');
  const plain = text.replace('|', '');
  const { path, word, ...rest } = cursorContext(plain, offset);
  const steps = path.map((step) => (step === 'item' ? '-' : step.key)).join('/');
  return { ...rest, path: steps, word: plain.slice(word.start, word.end) };
}

const head = 'soapwright: 1\noperations:\n  Find:\n    doc: Finds.\n';

describe('the context of a cursor', () => {
  it('on an empty line: the map that its column is in, with the keys that are there', () => {
    expect(at(`${head}    |\n    request: {}\n  Get:\n    doc: x\n`)).toMatchObject({
      path: 'operations/Find',
      at: 'key',
      siblings: ['doc', 'request'],
      word: '',
    });
    expect(at(`${head}  |\n`)).toMatchObject({ path: 'operations', siblings: ['Find'] });
    expect(at(`${head}|\n`)).toMatchObject({ path: '', siblings: ['operations', 'soapwright'] });
  });

  it('in a key: the whole key is the word', () => {
    expect(at(`${head}    req|uest: {}\n`)).toMatchObject({ path: 'operations/Find', at: 'key', word: 'request' });
    expect(at(`${head}    re|\n`)).toMatchObject({ path: 'operations/Find', at: 'key', word: 're' });
  });

  it('in a value: its word, without suffix and quotes', () => {
    expect(at(`${head}    result: Ord|er[]\n`)).toMatchObject({
      path: 'operations/Find/result',
      at: 'value',
      word: 'Order',
    });
    expect(at(`${head}    result: "Ord|er?"\n`)).toMatchObject({ at: 'value', word: 'Order' });
    expect(at(`${head}    result: |`)).toMatchObject({ path: 'operations/Find/result', at: 'value', word: '' });
  });

  it('between braces and brackets, closed or not', () => {
    const found = at(`${head}    request: { Name: string, Kind: { type: Kind, op|, doc: x } }\n`);
    expect(found).toMatchObject({
      path: 'operations/Find/request/Kind',
      at: 'key',
      siblings: ['type', 'doc'],
      word: 'op',
      inFlow: true,
    });
    expect(at(`${head}    faults: [NotFound, Bu|`)).toMatchObject({ path: 'operations/Find/faults/-', word: 'Bu' });
    expect(at(`${head}    request: { Name: |`)).toMatchObject({ path: 'operations/Find/request/Name', at: 'value' });
  });

  it('between brackets over several lines', () => {
    const text = `${head}    request: {\n      Name: string, # which\n      Kind: { type: |\n`;
    expect(at(text)).toMatchObject({ path: 'operations/Find/request/Kind/type', at: 'value' });
    expect(at(`${head}    request: {\n      Name: string\n    }\n    |\n`)).toMatchObject({
      path: 'operations/Find',
      at: 'key',
    });
  });

  it('in lists: items, and maps that begin after a hyphen', () => {
    expect(at('generate:\n  - schema: a.yaml\n    |\n')).toMatchObject({ path: 'generate/-', siblings: ['schema'] });
    expect(at('generate:\n- schema: |\n')).toMatchObject({ path: 'generate/-/schema', at: 'value' });
    expect(at('include:\n  - a.yaml\n  - |\n')).toMatchObject({ path: 'include/-', at: 'value' });
  });

  it('skips comments and keys with quotes', () => {
    expect(at('records:\n  "A":\n# a comment\n    b: |\n')).toMatchObject({ path: 'records/A/b', at: 'value' });
  });
});
