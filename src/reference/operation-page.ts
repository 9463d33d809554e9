import type {
  HeaderUse,
  ResolvedAttachment,
  ResolvedBody,
  ResolvedOperation,
  RootValue,
  Structure,
} from '../contract/index.ts';
import { type Block, type Box, type Inline, type Page, type Row, short, type Text, tableOf } from './document.ts';
import { fieldBlocks, valueText } from './fields.ts';
import { changeNotes, credentialText } from './notes.ts';
import type { Reference, ReferenceSample } from './reference.ts';
import { cutCode } from './split.ts';
import { docBlocks, docText } from './texts.ts';

/** A file beside the pages. */
export interface AssetFile {
  readonly path: string;
  readonly text: string;
}

/** The page of an operation, and samples that are too long for it. */
export function operationPage(
  operation: ResolvedOperation,
  reference: Reference,
): { readonly page: Page; readonly files: readonly AssetFile[] } {
  const { name, identifier, doc, output, input, headers, faults, operation: declared } = operation;
  const path = reference.places.operation(identifier);
  const samples = sampleBlocks(path, reference.samples.get(identifier) ?? []);
  const blocks: Block[] = [
    ...docBlocks(doc, 'lead'),
    ...(declared.deprecated === undefined
      ? []
      : [{ kind: 'note', text: [{ badge: 'deprecated' }, ' ', ...docText(declared.deprecated)] } as const]),
    ...changeNotes(reference, 'operation', name, reference.isNewOperation(identifier)),
    { kind: 'facts', facts: facts(operation, reference) },
    diagram(operation, reference),
    { kind: 'heading', id: 'request', text: 'Request' },
    ...body(input, 'request', reference),
    ...attachmentBlocks(operation.attachments.input),
    { kind: 'heading', id: 'response', text: 'Response' },
    ...(output === undefined
      ? [{ kind: 'text', text: ['One-way: the service answers 202 without a message.'] } as const]
      : body(output, 'response', reference)),
    ...attachmentBlocks(operation.attachments.output),
    ...headerBlocks('Header blocks of the request', 'headers-of-request', headers.input, reference),
    ...headerBlocks('Header blocks of the response', 'headers-of-response', headers.output, reference),
    ...faultBlocks(faults, reference),
    ...samples.blocks,
  ];
  return { page: { path, title: short(name), kind: 'Operation', section: 'operations', blocks }, files: samples.files };
}

function facts(operation: ResolvedOperation, reference: Reference): readonly (readonly [string, Text])[] {
  const { soapAction, anySoapAction, addressingAction, identifier, name, operation: declared } = operation;
  const { portTypes, soapVersions } = reference.service;
  const own = portTypes.filter(({ methods }) => [...methods.values()].includes(identifier));
  const [first] = own;
  const credentials = credentialText(own.flatMap(({ security }) => security));
  const method = first && [...first.methods].find(([, one]) => one === identifier)?.[0];
  return [
    ['SOAPAction', anySoapAction ? ['any'] : [{ code: soapAction === '' ? '""' : short(soapAction) }]],
    ...(addressingAction === undefined ? [] : [['wsa:Action', [{ code: short(addressingAction) }]] as const]),
    ['SOAP', [soapVersions.join(' and ')]],
    ...(credentials === undefined ? [] : [['Credentials', [credentials]] as const]),
    ...(first === undefined || method === undefined || (portTypes.length === 1 && method === name)
      ? []
      : [['Method in TypeScript', [{ code: short(`${first.client}.${method}`) }]] as const]),
    ...(declared.since === undefined ? [] : [['Since', [short(declared.since)]] as const]),
  ];
}

function body(root: ResolvedBody, prefix: string, reference: Reference): readonly Block[] {
  const { element, type, structure } = root;
  const shown = structure ?? structureOf(root, reference);
  const named: Text = structure === undefined ? [', of type ', ...valueText(type, reference.places)] : [];
  const caption = `Fields of ${short(element.local)}`;
  return [
    {
      kind: 'text',
      text: [
        'Element ',
        { code: short(element.local) },
        ...(element.namespace === '' ? [] : [' in ', { code: short(element.namespace) }]),
        ...named,
        root.nillable ? ', can be null.' : '.',
      ],
    },
    ...(shown === undefined ? [] : fieldBlocks(shown, { caption, prefix }, reference)),
  ];
}

/** The structure of a bare message. */
function structureOf({ type }: RootValue, { service }: Reference): Structure | undefined {
  if (type.kind !== 'record') return undefined;
  const all = [...service.messages, ...service.declarations];
  return all.find((one): one is Structure => one.kind === 'structure' && one.typeName === type.typeName);
}

function headerBlocks(title: string, id: string, uses: readonly HeaderUse[], reference: Reference): readonly Block[] {
  if (uses.length === 0) return [];
  const rows = uses.map(({ header, required }): Row => {
    const { element, type, mustUnderstand, role } = header;
    const notes: Inline[] = [
      ...(mustUnderstand ? [{ badge: 'mustUnderstand' }, ' '] : []),
      ...(role === undefined ? [] : [`For ${short(role)}. `]),
    ];
    return {
      cells: [
        [{ code: short(element.name.local) }],
        valueText(type, reference.places),
        [required ? 'required' : 'optional'],
        [...notes, ...docText(element.doc && short(element.doc, 900))],
      ],
    };
  });
  return [{ kind: 'heading', id, text: title }, tableOf(title, ['Name', 'Type', 'Occurs', 'Description'], rows)];
}

function faultBlocks(faults: ResolvedOperation['faults'], { places }: Reference): readonly Block[] {
  if (faults.length === 0) return [];
  const rows = faults.map(
    ({ element, type }): Row => ({
      cells: [
        [{ code: short(element.name.local) }],
        valueText(type, places),
        docText(element.doc && short(element.doc, 900)),
      ],
    }),
  );
  return [
    { kind: 'heading', id: 'faults', text: 'Faults' },
    tableOf('Elements in the detail of a fault', ['Name', 'Type', 'Description'], rows),
  ];
}

function attachmentBlocks(attachments: readonly ResolvedAttachment[]): readonly Block[] {
  if (attachments.length === 0) return [];
  const rows = attachments.map(
    ({ part, type }): Row => ({
      cells: [[{ code: short(part) }], type === undefined ? ['any media type'] : [{ code: short(type) }]],
    }),
  );
  return [tableOf('Attachments', ['Part', 'Media type'], rows)];
}

/** Request and response at most: a message can hold many types. */
function diagram({ name, identifier, input, output, headers, faults }: ResolvedOperation, reference: Reference): Block {
  const { places, uses } = reference;
  const boxes = ({ type, structure }: ResolvedBody, label: string): readonly Box[] => {
    if (type.kind !== 'record') return [];
    if (structure === undefined || structure.name !== undefined) return [box(type.typeName, label, reference)];
    return uses.of(type.typeName).map(({ to, by }) => box(to, by, reference));
  };
  const ofRoots = (roots: readonly RootValue[], label: string): readonly Box[] =>
    roots.flatMap(({ type }) => (type.kind === 'record' ? [box(type.typeName, label, reference)] : []));
  const blocks = [...headers.input, ...headers.output].map(({ header }) => header);
  const left = [...boxes(input, 'request'), ...ofRoots(blocks, 'header block')];
  const right = [...(output === undefined ? [] : boxes(output, 'response')), ...ofRoots(faults, 'fault')];
  const middle = { text: short(name), label: 'operation', link: places.operation(identifier) };
  const list = (all: readonly Box[]): string => all.map(({ text }) => text).join(', ') || 'simple values';
  const title = `${short(name)} takes ${list(left)} and returns ${list(right)}`;
  return { kind: 'diagram', title: short(title, 400), left, middle, right };
}

function box(typeName: string, label: string, { places }: Reference): Box {
  return { text: places.title(typeName), label: short(label), link: places.type(typeName) };
}

function sampleBlocks(
  path: string,
  samples: readonly ReferenceSample[],
): { readonly blocks: readonly Block[]; readonly files: readonly AssetFile[] } {
  const shown = samples.filter(({ envelope }) => envelope !== '');
  const files: AssetFile[] = [];
  const versions = [...new Set(shown.map(({ version }) => version))];
  const blocks = versions.flatMap((version): readonly Block[] => [
    { kind: 'heading', id: `samples-${version}`, text: `Samples in SOAP ${version}` },
    ...shown
      .filter((one) => one.version === version)
      .map(({ kind, fault, envelope }) => {
        const name = fault === '' ? kind : `${kind}-${fault.replace(/[^\w.-]/g, '-').slice(0, 60)}`;
        const file = `${path.replace('operations/', 'samples/')}-${name}-${version}.xml`;
        const caption = fault === '' ? (kind === 'request' ? 'Request' : 'Response') : `Fault ${short(fault)}`;
        const block = cutCode(caption, envelope, file);
        if (block.file !== undefined) files.push({ path: file, text: `${envelope}\n` });
        return block;
      }),
  ]);
  return { blocks, files };
}
