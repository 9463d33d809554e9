import { expect, it } from 'vitest';
import { changed, leaves, other, type Path } from '../../../test/support/generator/contract-leaves.ts';
import { fullContract } from '../../../test/support/generator/full-contract.ts';
import { modelLeaves } from '../../../test/support/generator/model-leaves.ts';
import { type Contract, ContractError, withReached } from '../../contract/model/index.ts';
import { compareContracts, defaultSettings } from './index.ts';

/** All of it can be in a message. */
const { unreached: _, ...contract }: Contract = withReached(fullContract);
const everything = { ...defaultSettings, use: ['SOURCE'] };

/** Changes that nobody notices, by the path of the leaf without positions in lists, and why. */
const safe: readonly (readonly [path: RegExp, reason: string])[] = [
  [/(?:^|\.)(?:doc|deprecated|since|appinfo|example)$/, 'Documentation is in no message.'],
  [/(?:^|\.)(?:extensions|foreign(?:\..*)?)$/, 'Content of other namespaces is kept, and not understood.'],
  [/\.(?:block|final)$/, 'Kept, not enforced by any peer that we know.'],
  [/\.(?:group|errortrue)$/, 'Only pages show them.'],
  [/\.sensitive(?:true|false)$/, 'A secret is hidden in logs; the message is the same.'],
  [/^schemas\.prefix$/, 'Prefixes may be any.'],
  [/^schemas\.targetNamespace$/, 'The components have the namespaces in their names.'],
  [/^schemas\.(?:element|attribute)FormDefault$/, 'The names of elements and attributes have their forms.'],
  [/^schemas\.notations\..*/, 'Notations are in no message.'],
  [/^options\./, 'No value of the contract has a type with this option and without a mapping of its own.'],
  [/\.enumeration\.typeScriptName$/, 'A value of an enumeration has no name in TypeScript.'],
  [
    /^(?:typeScriptName|messages\.typeScriptName|portTypes\.typeScriptName|bindings\.typeScriptName|services\.ports\.typeScriptName)$/,
    'These components have no name in TypeScript.',
  ],
  [/\.occurs\.(?:min|max)$/, 'The group around it, or its content, may be absent anyway; a group itself occurs once.'],
  [/\.abstract(?:true|false)$/, 'An abstract type or element without a concrete one is taken as concrete.'],
  [/\.mixedfalse$/, 'Content of text has no elements for the text to be between.'],
  [/^schemas\.types\.derivation\.method$/, 'Text content is redeclared in both ways.'],
  [
    /^messages\.name\.namespace$|^portTypes\.name\.namespace$|^bindings\.(?:name|portType)\.namespace$|^services\.ports\.binding\.namespace$/,
    'The namespace of the definitions has a rule of its own.',
  ],
  [
    /^messages\.parts\.(?:typeScriptName|mapping|sensitive(?:true|false))$/,
    'The part has no value of its own in TypeScript.',
  ],
  [
    /^portTypes\.operations\.(?:input|output|faults)\.name$/,
    'Names of messages tell overloads apart; this contract has no overloads.',
  ],
  [/^portTypes\.operations\.output\.typeScriptName$/, 'A response that is only a result has no type.'],
  [/^portTypes\.operations\.parameterOrder$/, 'A hint for languages with parameters.'],
  [/^bindings\.style$/, 'Each operation has its own style.'],
  [/^bindings\.operations\.(?:input|output)\.headers\.mustUnderstand(?:true|false)$/, 'Both sides know the header.'],
  [/^bindings\.operations\.(?:.*\.)?(?:headers|faults)\.namespace$/, 'Only encoded headers and faults have it.'],
  [/^bindings\.operations\.(?:faults\.name|inputName|outputName)$/, 'Names of faults and messages are in no message.'],
  [/\.stream(?:true|false)$/, 'Only base64Binary is streamed.'],
  [
    /^portTypes\.name\.local$|^bindings\.operations\.name$/,
    'An operation of a binding without one in the port type is left out.',
  ],
  [/^schemas\.elements\.type\.name\./, 'The abstract head of a substitution group is in no message.'],
  [/^bindings\.operations\.omitSoapActiontrue$/, 'An omitted soapAction is an empty one.'],
  [/\.attachments\./, 'Attachments may be left out, and unknown ones are skipped.'],
  [/\.untypedtrue$/, 'An element without a type has the type anyType.'],
  [/^senderFaultStatus$/, 'Clients read a fault whatever its status is.'],
];

const notes = safe.slice(0, 2).map(([pattern]) => pattern);

/** Whether the comparison finds anything, in one direction or the other. Undefined for an invalid contract. */
function isFound(after: Contract): boolean | undefined {
  try {
    const pairs = [[contract, after] as const, [after, contract] as const];
    return pairs.some(([old, current]) => compareContracts(old, current, everything).findings.length > 0);
  } catch (error) {
    // A name that refers to nothing.
    if (error instanceof ContractError) return undefined;
    throw error;
  }
}

/** Kinds of groups are values; all other kinds say which properties there are. */
function isStructural(path: Path, leaf: unknown): boolean {
  return path.at(-1) === 'kind' && !/^(?:sequence|choice|all)$/.test(String(leaf));
}

it('reports a change of each leaf of the model, or the list above says why nobody notices it', () => {
  const seen = new Set<string>();
  const missed: string[] = [];
  const used = new Set<RegExp>();
  for (const { path, leaf } of leaves(contract)) {
    const shape = path.filter((step) => typeof step === 'string').join('.') + (typeof leaf === 'boolean' ? leaf : '');
    if (seen.has(shape) || isStructural(path, leaf)) continue;
    const note = notes.find((pattern) => pattern.test(shape));
    // All of them are passed over in the same place.
    if (note !== undefined && used.has(note)) continue;
    const to = path.at(-1) === 'min' ? Number(leaf === 0) : other(leaf);
    const found = isFound(changed(contract, path, to) as Contract);
    if (found === undefined) continue;
    seen.add(shape);
    if (found) continue;
    const entries = safe.filter(([pattern]) => pattern.test(shape));
    for (const [pattern] of entries) used.add(pattern);
    if (entries.length === 0) missed.push(path.join('.'));
  }
  expect(missed).toEqual([]);
  expect(seen.size).toBeGreaterThan(150);
  expect(safe.filter(([pattern]) => !used.has(pattern)).map(([pattern]) => pattern.source)).toEqual([]);
});

/** Leaves that the first object without them can get unnoticed, by their kinds, and why. */
const safeKinds: readonly (readonly [kind: RegExp, reason: string])[] = [
  [
    /\.(?:doc|deprecated|since|appinfo|example|extensions)$/,
    'Documentation, and parts that are kept but not understood.',
  ],
  [/\.(?:block|final)$/, 'Kept, not enforced.'],
  [/\.(?:error|group)$/, 'Only pages show them.'],
  [/^(?:Part|ContractOptions)\.|^Schema\.prefix$/, 'As for the leaves above.'],
  [/\.typeScriptName$/, 'The first one without it has no name in TypeScript: a wrapper, an outermost group, a note.'],
  [/\.mapping$/, 'The first one without it is a text, which has no mapping.'],
  [/^Facets\./, 'The first one without them is a text, which they do not restrict.'],
  [/^GlobalElement\.undeclared$/, 'Only the WSDL shows it: a part with a type stands there for the element.'],
  [/^PortTypeOperation\.parameterOrder$|^MessageReference\.name$|^BindingOperation\.(?:in|out)putName$/, 'As above.'],
  [/^BindingOperation\.omitSoapAction$|^BindingBody\.attachments$|\.untyped$/, 'As above.'],
  [/^(?:BindingBody|HeaderBinding|BindingFault|HeaderFault)\.namespace$/, 'Only encoded ones, and rpc style, have it.'],
];

it('reports each leaf of the model that is added, or the list above says why nobody notices it', () => {
  const absent = modelLeaves().absent(contract);
  const used = new Set<RegExp>();
  const missed = absent.flatMap(({ kind, set }) => {
    const [notes] = safeKinds.map(([pattern]) => pattern);
    if (notes?.test(kind) && used.has(notes)) return [];
    if (isFound(set(contract)) !== false) return [];
    const entries = safeKinds.filter(([pattern]) => pattern.test(kind));
    for (const [pattern] of entries) used.add(pattern);
    return entries.length === 0 ? [kind] : [];
  });
  expect(missed).toEqual([]);
  expect(safeKinds.filter(([pattern]) => !used.has(pattern)).map(([pattern]) => pattern.source)).toEqual([]);
  expect(absent.length).toBeGreaterThan(150);
});
