import { componentConstructs } from './component-constructs.ts';
import { configurationConstructs } from './configuration-constructs.ts';
import type { Construct, ConstructName, Key, Rule } from './construct.ts';
import { constructs } from './index.ts';
import { operationConstructs } from './operation-constructs.ts';
import { overlayConstructs } from './overlay-constructs.ts';
import { serviceConstructs } from './service-constructs.ts';
import { simpleTypeConstructs } from './simple-type-constructs.ts';
import { listText as list, nameTexts, titleOf as title, valueText } from './value-text.ts';
import { wsdlConstructs } from './wsdl-constructs.ts';

const inUse =
  '[The contract language](contract.md) shows these keys in use, and [contract-constructs.md](contract-constructs.md) describes the constructs that have them; editors show these texts where a key is written.';

/** The reference pages by their file names in docs/reference. */
export function referencePages(): Readonly<Record<string, string>> {
  return {
    'contract-constructs.md': page(
      'Constructs of the contract language',
      "[The contract language](contract.md) shows these constructs in use; [contract-keys.md](contract-keys.md), [contract-service-keys.md](contract-service-keys.md) and [contract-wsdl-keys.md](contract-wsdl-keys.md) list each one's keys.",
      table(['construct', 'meaning', 'example'], names.map(constructRow)),
    ),
    'contract-service-keys.md': page(
      'Keys of contracts and operations',
      `Keys of a service, of its operations and of their messages. ${inUse} [contract-keys.md](contract-keys.md) has the keys of records, fields and types, and [contract-wsdl-keys.md](contract-wsdl-keys.md) those of the key \`wsdl\`.`,
      table(
        keyHeader,
        keyRows([...Object.keys(serviceConstructs), ...Object.keys(operationConstructs)] as ConstructName[]),
      ),
    ),
    'contract-wsdl-keys.md': page(
      'Keys of names and notes of the WSDL',
      '[Contracts of existing services](contract-of-a-wsdl.md) shows these keys in use; editors show these texts where a key is written.',
      table(keyHeader, keyRows(Object.keys(wsdlConstructs) as ConstructName[])),
    ),
    'contract-keys.md': page(
      'Keys of records, fields and types',
      `Keys of records, their fields, attributes and choices, and of simple types. ${inUse} [contract-service-keys.md](contract-service-keys.md) has the keys of contracts and operations.`,
      table(
        keyHeader,
        keyRows([...Object.keys(componentConstructs), ...Object.keys(simpleTypeConstructs)] as ConstructName[]),
      ),
    ),
    'configuration-keys.md': page(
      'Keys of soapwright.yaml',
      '[Use in a pipeline](../how-to/use-in-a-pipeline.md) shows the file in use; editors show these texts where a key is written.',
      table(keyHeader, keyRows(Object.keys(configurationConstructs) as ConstructName[])),
    ),
    'overlay-keys.md': page(
      'Keys of an overlay',
      '[Overlays](overlay.md) shows the file in use; editors show these texts where a key is written.',
      table(keyHeader, keyRows(Object.keys(overlayConstructs) as ConstructName[])),
    ),
  };
}

function page(heading: string, introduction: string, content: string): string {
  const origin = '<!-- Printed by `npm run print:language` from the tables in src/contract/language. -->';
  return `# ${heading}\n\n${origin}\n\n${introduction}\n\n${content}\n`;
}

const names = Object.keys(constructs) as ConstructName[];

function constructRow(name: ConstructName): readonly string[] {
  const { doc, example, members, short, rules = [] }: Construct = constructs[name];
  const sentences = [
    doc,
    short && `Instead of the map: ${valueText(short)}.`,
    members && `Other keys are ${nameTexts[members.names]}, with ${valueText(members.of)} as the value.`,
    ...rules.map(ruleText),
  ];
  return [title(name), sentences.filter((one) => one).join(' '), `\`${example}\``];
}

const keyHeader = ['key', 'of', 'value', 'meaning'];

/** One row for each key, and another one where it means something else in other constructs. */
function keyRows(names: readonly ConstructName[]): readonly (readonly string[])[] {
  const found = new Map<string, { readonly cells: readonly string[]; readonly of: string[] }>();
  const add = (of: string, key: string, ...cells: readonly string[]): void => {
    const id = [key, ...cells].join();
    const row = found.get(id) ?? { cells, of: [] };
    found.set(id, row);
    row.of.push(of);
  };
  for (const name of names) {
    const { keys, members } = constructs[name];
    for (const [key, row] of Object.entries(keys)) add(title(name), key, valueText(row.value), meaning(row));
    for (const [word, { of, doc }] of Object.entries(members?.words ?? {})) add(title(name), word, title(of), doc);
  }
  return [...found].map(([id, { cells, of }]) => [`\`${id.split(',', 1)[0]}\``, of.join(', '), ...cells]);
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

function meaning({ doc, default: otherwise }: Key): string {
  const text = doc.replaceAll('{subject}', 'construct');
  if (otherwise === undefined || otherwise === false) return text;
  return `${text} Default: \`${typeof otherwise === 'string' ? otherwise : JSON.stringify(otherwise)}\`.`;
}

/** Undefined for a rule that the texts of the keys explain. */
function ruleText(rule: Rule): string | undefined {
  switch (rule.rule) {
    case 'exclusive':
      return `At most one of ${list(rule.keys)}.`;
    case 'required':
      return rule.keys.length === 1 ? `${list(rule.keys)} is required.` : `One of ${list(rule.keys)} is required.`;
    case 'notBoth':
      return `Not both ${list(rule.flags)}.`;
    case 'excludes':
      return `No ${list(rule.others, 'or')} beside \`${rule.key}${rule.flag ? ': true' : ''}\`.`;
    case 'needs':
      return `\`${rule.key}\` only with \`${rule.other}\`.`;
    default:
      return undefined;
  }
}
