import { describe, expect, it } from 'vitest';
import { indexContract, type Occurrence, sameSymbol } from './contract-index.ts';

const main = `soapwright: 1
include: [common.yaml]
service: Shop
namespace: urn:shop/
address: http://localhost/
namespaces: { c: "urn:common/" }
operations:
  Find:
    headers: { request: [Session] }
    faults: [Gone]
    request: { Kind: "c:Kind?", Items: "Item[1..10]", Again: { element: Session } }
    result: Item
  Ask:
    style: bare
    request: { element: Question }
    result: Item
headers:
  Session: string
faults:
  Gone: { element: Question }
elements:
  Question: Item
groups:
  Contact: { Email: string }
attributes:
  lang: language
attributeGroups:
  Audit: { by: string }
records:
  Item:
    $extends: c:Base
    $group contact?: Contact
    $attributes: { $groups: [Audit], $ref lang: true }
    Note: { type: { base: c:Kind, length: 3 } }
`;
const common = 'soapwright: 1\nnamespace: urn:common/\ntypes: { Kind: [a, b] }\nrecords: { Base: { Self: Base? } }\n';
const texts: Readonly<Record<string, string>> = { 'shop.yaml': main, 'common.yaml': common };

const index = indexContract({ file: 'shop.yaml', text: main }, (file) => ({
  source: { file, text: texts[file] ?? '' },
  diagnostics: [],
}));

/** `shop.yaml:11 c:Kind` for each place of the name that is declared at the last line that holds a text. */
function places(kind: Occurrence['kind'], local: string): readonly string[] {
  const declaration = index.occurrences.find((one) => one.kind === kind && one.name.local === local && one.declared);
  if (declaration === undefined) return [];
  return index.occurrences
    .filter((one) => sameSymbol(one, declaration, index))
    .map(({ file, at }) => `${file}:${(texts[file] ?? '').slice(0, at.start).split('\n').length}`);
}

describe('the index of a contract', () => {
  it('finds a name without its prefix and suffix', () => {
    const [first] = index.occurrences.filter(({ file, name }) => file === 'shop.yaml' && name.local === 'Kind');
    expect(first?.name).toEqual({ namespace: 'urn:common/', local: 'Kind' });
    expect(main.slice(first?.at.start, first?.at.end)).toBe('Kind');
    expect(main.slice((first?.at.start ?? 0) - 2, first?.at.start)).toBe('c:');
  });

  it('finds types in short and long forms, in simple types, and as bases of records', () => {
    expect(places('type', 'Kind')).toEqual(['shop.yaml:11', 'shop.yaml:34', 'common.yaml:3']);
    expect(places('type', 'Item')).toEqual([
      'shop.yaml:11',
      'shop.yaml:12',
      'shop.yaml:16',
      'shop.yaml:22',
      'shop.yaml:30',
    ]);
    expect(places('type', 'Base')).toEqual(['shop.yaml:31', 'common.yaml:4', 'common.yaml:4']);
  });

  it('finds elements, groups, attributes and attribute groups', () => {
    expect(places('element', 'Question')).toEqual(['shop.yaml:15', 'shop.yaml:20', 'shop.yaml:22']);
    expect(places('group', 'Contact')).toEqual(['shop.yaml:24', 'shop.yaml:32']);
    expect(places('attribute', 'lang')).toEqual(['shop.yaml:26', 'shop.yaml:33']);
    expect(places('attributeGroup', 'Audit')).toEqual(['shop.yaml:28', 'shop.yaml:33']);
  });

  it('a header declares its element: references to both are the same name', () => {
    expect(places('header', 'Session')).toEqual(['shop.yaml:9', 'shop.yaml:11', 'shop.yaml:18']);
  });

  it('a fault of a global element is a name of its own', () => {
    expect(places('fault', 'Gone')).toEqual(['shop.yaml:10', 'shop.yaml:20']);
  });

  it('operations are names without uses', () => {
    expect(places('operation', 'Find')).toEqual(['shop.yaml:8']);
  });
});
