import { source } from '../../../diagnostics/index.ts';
import type { Derivation, IdentityConstraint, QName } from '../../model/index.ts';
import { type Entries, readConstruct } from '../entries.ts';
import { expandName } from '../resolve.ts';
import { type Home, originOf } from '../scope.ts';
import { type Located, readChoice, readList, readMap, readNames, readXmlName } from '../values.ts';
import type { MapEntry, YamlNode } from '../yaml-node.ts';

const derivations = ['extension', 'restriction', 'substitution', 'list', 'union'] as const;

/** The value of `block` or `final`; undefined without one. */
export function readDerivations(entries: Entries, key: string): readonly Derivation[] | undefined {
  const entry = entries.get(key);
  const names = entry && readNames(entry, entries.findings);
  if (entry !== undefined && names?.length === 0 && entry.value.kind === 'list') {
    entries.findings.add(source.emptyList, { what: `"${key}"` }, entry.value.at);
  }
  return names?.flatMap((name) => readChoice(name, derivations, 'way of derivation', entries.findings) ?? []);
}

/** The value of `constraints`; undefined without one. */
export function readConstraints(entries: Entries, home: Home): readonly IdentityConstraint[] | undefined {
  const entry = entries.get('constraints');
  const list = entry && readList(entry, entries.findings);
  if (entry === undefined || list === undefined) return undefined;
  if (list.items.length === 0) entries.findings.add(source.emptyList, { what: '"constraints"' }, entry.value.at);
  return list.items.flatMap((item) => readConstraint(item, entry, home));
}

function readConstraint(item: YamlNode, entry: MapEntry, home: Home): readonly IdentityConstraint[] {
  const { findings } = home;
  const map = readMap(item, 'An identity constraint', findings);
  if (map === undefined) return [];
  const entries = readConstruct(map, 'constraint', findings, { at: item.at });
  const kind = (['unique', 'key', 'keyref'] as const).find((one) => entries.has(one));
  const text = kind && entries.name(kind);
  const name = text && readXmlName(text, 'a constraint', findings);
  const referred = entries.name('refer');
  const refer = referred && inTarget(referred, home);
  const selector = entries.name('selector');
  const fieldsEntry = entries.get('fields');
  const fields = fieldsEntry === undefined ? [] : readNames(fieldsEntry, findings);
  if (fieldsEntry?.value.kind === 'list' && fieldsEntry.value.items.length === 0) {
    findings.add(source.emptyList, { what: '"fields"' }, fieldsEntry.value.at);
  }
  const notes = entries.notes();
  if (kind === undefined || name === undefined || selector === undefined) return [];
  return [
    {
      kind,
      name: { namespace: home.target, local: name.text },
      selector: expandPath(selector, home),
      fields: fields.map((field) => expandPath(field, home)),
      ...(refer && { refer }),
      ...notes,
      origin: originOf(entry.key, findings),
    },
  ];
}

function inTarget(name: Located, home: Home): QName | undefined {
  return name.text.includes(':') ? expandName(name, home) : { namespace: home.target, local: name.text };
}

/** An XPath with names as `{namespace}local`. Those that have no prefix are in the namespace that fields or attributes have. */
function expandPath({ text, at }: Located, home: Home): string {
  const step =
    /(\{[^{}]*\})?(@|attribute::|child::)?\s*((?:[\p{L}_][\p{L}\p{N}._-]*:(?!:))?)([\p{L}_][\p{L}\p{N}._-]*(?!::)(?![\p{L}\p{N}._-])|\*)/gu;
  return text.trim().replace(step, (whole, expanded: string | undefined, axis = '', prefix = '', local = '') => {
    if (expanded !== undefined) return whole;
    if (prefix !== '') {
      const name = expandName({ text: `${prefix}${local}`, at }, home);
      return name === undefined ? whole : `${axis}{${name.namespace}}${local}`;
    }
    const isAttribute = axis === '@' || axis === 'attribute::';
    const form = isAttribute ? home.attributeForm : home.elementForm;
    return form === 'qualified' && local !== '*' ? `${axis}{${home.target}}${local}` : whole;
  });
}
