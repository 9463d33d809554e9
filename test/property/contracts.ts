import type fc from 'fast-check';
import { apacheSoap, propertyIdentifier, soapEncoding } from '../../src/contract/model/index.ts';
import {
  ContractDraft,
  type ElementDraft,
  FileDraft,
  type HomeDraft,
  hostileText,
  type Named,
  type RecordDraft,
} from './contract-draft.ts';
import { drawOperations } from './contract-operations.ts';
import {
  attributeEntries,
  attributesOf,
  type Contents,
  type Entry,
  fallbackOf,
  fieldsOf,
  groupEntries,
  particlesOf,
  restricted,
  textContent,
} from './contract-records.ts';
import { declareType, someType, spellType } from './contract-types.ts';
import { mapOf, type Yaml, yamlText } from './document.ts';
import { type Draw, drawn } from './draw.ts';
import { FieldNames } from './names.ts';

/** Texts of the files of a contract, by their paths. */
export type ContractTexts = ReadonlyMap<string, string>;

export const mainFile = 'contract.yaml';

/** Contracts with every construct of the language, in one file or more. Ambiguities are left to the loader. */
export const contracts: fc.Arbitrary<ContractTexts> = drawn((draw) => drawContract(draw, 'literal'));

/** The same with SOAP encoding, and types of it. */
export const encodedContracts: fc.Arbitrary<ContractTexts> = drawn((draw) => drawContract(draw, 'encoded'));

function drawContract(draw: Draw, use: ContractDraft['use']): ContractTexts {
  const draft = new ContractDraft(draw, use);
  drawHomes(draft);
  for (const _ of draw.times(2, 6, () => undefined)) declareType(draft, draw.pick(draft.homes));
  for (const _ of draw.times(0, 2, () => undefined)) declareAttribute(draft);
  for (const _ of draw.times(0, 2, () => undefined)) declareElement(draft);
  for (const _ of draw.times(0, 1, () => undefined)) declareAttributeGroup(draft);
  for (const _ of draw.times(0, 2, () => undefined)) declareGroup(draft);
  const announced = draw.times(2, 6, () => announce(draft));
  draft.announced.push(...announced);
  for (const one of announced) {
    draft.announced.splice(draft.announced.indexOf(one), 1);
    declareRecord(draft, one);
    if (use === 'encoded') declareEncoded(draft);
  }
  for (const _ of draw.times(0, 2, () => undefined)) declareElement(draft);
  if (draw.chance(30)) declareSubstitution(draft);
  drawOperations(draft);
  return new Map(draft.files.map((file) => [file.path, fileText(draft, file)]));
}

function drawHomes(draft: ContractDraft): void {
  const { draw, files, homes } = draft;
  const forms = () =>
    ({
      elementForm: draw.chance(70) ? 'qualified' : 'unqualified',
      attributeForm: draw.chance(80) ? 'unqualified' : 'qualified',
    }) as const;
  const main = new FileDraft(mainFile, draw.pick(['urn:property/', 'https://property.example/v1/', 'urn:é/']));
  files.push(main);
  const own = forms();
  homes.push({ file: main, namespace: main.namespace, ...own });
  for (const [index, form] of draw.times(0, 2, forms).entries()) {
    const namespace = draw.pick(['urn:common', 'http://other.example/a?b=c&d', 'urn:x:y']) + index;
    main.prefixes.set(namespace, draw.pick(index === 0 ? ['c', 'tns', 'soap'] : ['d', 'ns1', 'é']));
    homes.push({ file: main, namespace, ...form });
  }
  if (!draw.chance(40)) return;
  const shared = draw.chance(40);
  const included = new FileDraft(
    draw.pick(['common.yaml', 'sub/types.yaml']),
    shared ? main.namespace : 'urn:included',
  );
  files.push(included);
  homes.push({ file: included, namespace: included.namespace, ...(shared ? own : forms()) });
}

function fileText(draft: ContractDraft, file: FileDraft): string {
  const { draw, homes, files } = draft;
  const own = homes.find((home) => home.file === file && home.namespace === file.namespace);
  const others = files.filter((one) => one !== file).map(({ path }) => path);
  const isMain = file.path === mainFile;
  const shares = !isMain && file.namespace === files[0]?.namespace;
  const form = (home: HomeDraft | undefined): readonly (readonly [string, Yaml | undefined])[] => [
    ['elementForm', home?.elementForm === 'unqualified' ? 'unqualified' : undefined],
    ['attributeForm', home?.attributeForm === 'qualified' ? 'qualified' : undefined],
  ];
  const namespaces = [...file.prefixes].map(([uri, prefix]): [string, Yaml] => {
    const home = homes.find((one) => one.namespace === uri && one.file === file);
    const entries = form(home);
    return [prefix, entries.every(([, value]) => value === undefined) ? uri : mapOf(['uri', uri], ...entries)];
  });
  const head = mapOf(
    ['soapwright', '1'],
    ['include', isMain && others.length > 0 ? others : undefined],
    ['service', isMain ? draw.pick(['Property', 'Date', 'a-b', 'Größe', 'constructor']) : undefined],
    ['doc', isMain && draw.chance(20) ? hostileText(draw) : undefined],
    ['namespace', shares ? undefined : file.namespace],
    ...(shares ? [] : form(own)),
    ['namespaces', namespaces.length === 0 ? undefined : new Map(namespaces)],
    ['address', isMain ? 'http://localhost/property' : undefined],
    ['soap', isMain && draft.use === 'encoded' ? ['1.1', '1.2'] : undefined],
    ['use', isMain && draft.use === 'encoded' ? 'encoded' : undefined],
    ['options', isMain && draw.chance(40) ? options(draw) : undefined],
  );
  const text = yamlText(new Map([...head, ...file.sections]), { flow: draw.chance(15) });
  // The version is a number.
  return text.replace(/(soapwright"?): "1"/, '$1: 1');
}

function options(draw: Draw): Yaml {
  const { names } = { names: ['long', 'decimal', 'dateTime', 'date', 'duration'] as const };
  const values = {
    long: ['bigint', 'string'],
    decimal: ['string'],
    dateTime: ['Date', 'exact'],
    date: ['string', 'Date'],
    duration: ['string', 'exact'],
  };
  return mapOf(...draw.some(names, 1, 5).map((name): [string, Yaml] => [name, draw.pick(values[name])]));
}

function contentsOf(draft: ContractDraft, home: HomeDraft, taken: Iterable<string> = [], suffix = ''): Contents {
  return { draft, home, names: new FieldNames(draft.draw, draft.names, { taken, suffix }), depth: 2 };
}

function declareAttribute(draft: ContractDraft): void {
  const home = draft.draw.pick(draft.homes);
  const local = draft.names.inSpace(`attribute ${home.namespace}`);
  const type = someType(draft);
  const text = spellType(home.file, type);
  const yaml = draft.draw.chance(70) ? text : mapOf(['type', text], ...fallbackOf(draft, type), ...draft.notes());
  home.file.add('attributes', home.file.spell({ namespace: home.namespace, local }), yaml);
  draft.attributes.push({ namespace: home.namespace, local, type, fallback: yaml !== text });
}

function declareElement(draft: ContractDraft): void {
  const { draw } = draft;
  const home = draw.pick(draft.homes);
  const { local, override } = draft.names.top(`element ${home.namespace}`);
  const record = draw.chance(40) && draft.records.length > 0 ? draw.pick(draft.records) : undefined;
  const usable = record !== undefined && !record.abstract ? record : undefined;
  const type = someType(draft);
  const text = usable === undefined ? spellType(home.file, type) : home.file.spell(usable);
  const nillable = draw.chance(20);
  const isShort = override === undefined && !nillable && draw.chance(60);
  const yaml = isShort
    ? text
    : mapOf(['type', text], ['nillable', nillable ? true : undefined], ['name', override], ...draft.notes());
  addElement(draft, home, local, yaml, { nillable, record: usable });
}

function addElement(
  draft: ContractDraft,
  home: HomeDraft,
  local: string,
  yaml: Yaml,
  more: Partial<ElementDraft>,
): ElementDraft {
  home.file.add('elements', home.file.spell({ namespace: home.namespace, local }), yaml);
  const element: ElementDraft = {
    namespace: home.namespace,
    local,
    nillable: false,
    any: false,
    abstract: false,
    head: false,
    record: undefined,
    ...more,
  };
  draft.elements.push(element);
  return element;
}

/** An element and some possible substitutes. */
function declareSubstitution(draft: ContractDraft): void {
  const { draw } = draft;
  const bases = draft.records.filter(({ abstract }) => !abstract);
  if (bases.length === 0) return;
  const base = draw.pick(bases);
  const home = draw.pick(draft.homes);
  const name = draft.names.top(`element ${home.namespace}`);
  const abstract = draw.chance(50);
  const yaml = mapOf(
    ['type', home.file.spell(base)],
    ['abstract', abstract ? true : undefined],
    ['name', name.override],
  );
  const head = addElement(draft, home, name.local, yaml, { abstract, head: true, record: base });
  for (const _ of draw.times(1, 2, () => undefined)) {
    const place = draw.pick(draft.homes);
    const { local, override } = draft.names.top(`element ${place.namespace}`);
    const derived = [base, ...draft.records.filter((one) => one.base === base && !one.abstract)];
    const record = draw.pick(derived);
    const type = record === base && draw.chance(30) ? undefined : place.file.spell(record);
    const member = mapOf(['type', type], ['substitutes', place.file.spell(head)], ['name', override]);
    addElement(draft, place, local, member, { record });
  }
}

function declareAttributeGroup(draft: ContractDraft): void {
  const home = draft.draw.pick(draft.homes);
  const { local, override } = draft.names.top(`attributeGroup ${home.namespace}`);
  const contents = contentsOf(draft, home, [], '_ag');
  const map = new Map([...mapOf(['$name', override]), ...attributeEntries(contents, 2)]);
  home.file.add('attributeGroups', home.file.spell({ namespace: home.namespace, local }), map);
  draft.attributeGroups.push({ namespace: home.namespace, local });
}

function declareGroup(draft: ContractDraft): void {
  const { draw } = draft;
  const home = draw.pick(draft.homes);
  const { local, override } = draft.names.top(`group ${home.namespace}`);
  const order = draw.pick(['sequence', 'choice'] as const);
  const contents = contentsOf(draft, home, [], `_g${draft.groups.length}`);
  const entries = groupEntries(contents, `$${order}`, 1);
  const map = new Map<string, Yaml>([
    ...mapOf(['$order', order], ['$name', override], ...draft.notes('$')),
    ...entries,
  ]);
  home.file.add('groups', home.file.spell({ namespace: home.namespace, local }), map);
  draft.groups.push({ namespace: home.namespace, local, nullable: false });
}

/** An array, or a type that the encoding or Apache SOAP declares. */
function declareEncoded(draft: ContractDraft): void {
  const { draw } = draft;
  if (draw.chance(40)) draft.encoded.push(draw.chance(50) ? draw.pick(ofEncoding) : declareCollection(draft));
  if (draw.chance(40)) return;
  const home = draw.pick(draft.homes);
  const { local } = draft.names.top(`type ${home.namespace}`);
  const records = draft.records.filter((one) => !one.abstract);
  const item = draw.chance(50) && records.length > 0 ? home.file.spell(draw.pick(records)) : draw.pick(items);
  const sizes = draw.pick(['', '', '[]', '[,]', '[][,]']);
  home.file.add('records', home.file.spell({ namespace: home.namespace, local }), mapOf(['$array', `${item}${sizes}`]));
  draft.encoded.push({ namespace: home.namespace, local });
}

const ofEncoding = ['string', 'int', 'dateTime', 'Array'].map((local) => ({ namespace: soapEncoding, local }));
const items = ['string', 'int', 'long', 'dateTime', 'base64Binary', 'anyType', 'decimal'];

/** A collection as WSDLs of Apache SOAP and Axis 1 declare it. */
function declareCollection(draft: ContractDraft): Named {
  const file = draft.files[0] as FileDraft;
  const spelled = (local: string): string => file.spell({ namespace: apacheSoap, local });
  const local = draft.draw.pick(['Map', 'Vector']);
  const item = local === 'Map' ? `${spelled('mapItem')}[]` : 'anyType[]';
  file.add('records', spelled(local), mapOf(['item', item]));
  if (local === 'Map') file.add('records', spelled('mapItem'), mapOf(['key', 'anyType'], ['value', 'anyType']));
  return { namespace: apacheSoap, local };
}

function announce(draft: ContractDraft) {
  const home = draft.draw.pick(draft.homes);
  return { ...draft.names.top(`type ${home.namespace}`), namespace: home.namespace, home };
}

function declareRecord(draft: ContractDraft, { local, override, namespace, home }: ReturnType<typeof announce>): void {
  const { draw } = draft;
  const notes = mapOf(['$name', override], ...draft.notes('$'));
  const key = home.file.spell({ namespace, local });
  const bases = draft.records.filter((one) => one.content !== 'all' && !one.open);
  const drawn = bases.length > 0 && draw.chance(30) ? draw.pick(bases) : undefined;
  // An abstract record needs a concrete one: the next record extends it.
  const base = bases.find((one) => one.abstract && !draft.records.some((other) => other.base === one)) ?? drawn;
  const own =
    base === undefined ? freshRecord(draft, home) : (restriction(draft, home, base) ?? extension(draft, home, base));
  home.file.add('records', key, new Map([...notes, ...own.entries]));
  draft.records.push({ ...own, namespace, local, home, base });
}

type Made = Omit<RecordDraft, 'namespace' | 'local' | 'home' | 'base'> & { readonly entries: readonly Entry[] };

function freshRecord(draft: ContractDraft, home: HomeDraft): Made {
  const { draw } = draft;
  const contents = contentsOf(draft, home);
  const common = {
    abstract: false,
    properties: contents.names.taken,
    fields: undefined,
    base: undefined,
    open: false,
    hasId: false,
  };
  const kind = draw.int(1, 20);
  const attributes = (): readonly Entry[] => {
    const groups = draw.chance(20) ? draft.attributeGroups.slice(0, 1) : [];
    if (groups.length === 0 && !draw.chance(35)) return [];
    const [[, map] = ['', new Map<string, Yaml>()]] = attributesOf(contents, { id: draw.chance(10) });
    if (groups.length > 0)
      (map as Map<string, Yaml>).set(
        '$groups',
        groups.map((one) => home.file.spell(one)),
      );
    return [['$attributes', map]];
  };
  const isAbstract = draw.chance(10) && draft.announced.length > 0;
  const flags: readonly Entry[] = isAbstract ? [['$abstract', true]] : [];
  if (kind <= 8) {
    const fields = fieldsOf(contents, 1, 5);
    const isRestrictable = fields.every(([, value]) => typeof value === 'string');
    return {
      ...common,
      abstract: isAbstract,
      content: 'fields',
      fields: isRestrictable ? new Map(fields) : undefined,
      entries: [...flags, ...fields, ...attributes()],
    };
  }
  if (kind <= 14) {
    const open = draw.chance(25) && !isAbstract;
    const order: readonly Entry[] = draw.chance(20) && !open ? [['$order', 'choice']] : [];
    const entries = order.length > 0 ? groupEntries(contents, '$choice', 1) : particlesOf(contents, { open });
    return {
      ...common,
      abstract: isAbstract,
      content: 'particles',
      open,
      entries: [...flags, ...order, ...entries, ...attributes()],
    };
  }
  if (kind === 15) {
    const fields = fieldsOf(contents, 1, 4).map(([key, value]): Entry => [key, single(value)]);
    return { ...common, content: 'all', entries: [['$order', 'all'], ...fields, ...attributes()] };
  }
  if (kind <= 17) return { ...common, content: 'text', entries: [...textContent(contents), ...attributesOf(contents)] };
  if (kind <= 19) {
    const entries = draw.chance(20) ? [] : particlesOf(contents, { open: false });
    return { ...common, content: 'mixed', entries: [['$mixed', true], ...entries, ...attributes()] };
  }
  return { ...common, content: 'empty', entries: attributesOf(contents) };
}

/** What repeats is there once at most. */
function single(value: Yaml): Yaml {
  if (typeof value === 'string') return value.replace(/\[.*\]$/, '?');
  if (!(value instanceof Map)) return value;
  const map = new Map(value);
  if (map.delete('many') || map.delete('occurs')) map.set('optional', true);
  return map;
}

function extension(draft: ContractDraft, home: HomeDraft, base: RecordDraft): Made {
  const { draw } = draft;
  const contents = contentsOf(draft, home, base.properties);
  const common = { abstract: false, properties: contents.names.taken, fields: undefined, open: false, hasId: false };
  const head: readonly Entry[] = [['$extends', home.file.spell(base)]];
  const attributes = draw.chance(40) ? attributeEntries(contents, 2) : [];
  const more: readonly Entry[] = attributes.length === 0 ? [] : [['$attributes', new Map(attributes)]];
  if (base.content === 'text') return { ...common, content: 'text', entries: [...head, ...more] };
  if (base.content === 'mixed') {
    return { ...common, content: 'mixed', entries: [...head, ['$mixed', true], ...fieldsOf(contents, 0, 2), ...more] };
  }
  const fields = draw.chance(30) ? particlesOf(contents, { open: false }) : fieldsOf(contents, 0, 3);
  const content = base.content === 'empty' && fields.length > 0 ? 'fields' : base.content;
  return { ...common, content, entries: [...head, ...fields, ...more] };
}

function restriction(draft: ContractDraft, home: HomeDraft, base: RecordDraft): Made | undefined {
  if (base.fields === undefined || base.home !== home || !draft.draw.chance(40)) return undefined;
  const entries = restricted(draft, base);
  const properties = new Set([...base.fields.keys()].map(propertyIdentifier));
  const common = { abstract: false, properties, fields: undefined, open: false, hasId: false };
  return { ...common, content: 'fields', entries: [['$restricts', home.file.spell(base)], ...entries] };
}
