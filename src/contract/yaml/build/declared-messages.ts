import { type Contract, type Message, nameKey, withElementParts } from '../../model/index.ts';
import { readConstruct } from '../entries.ts';
import { resolveName } from '../resolve.ts';
import type { Home } from '../scope.ts';
import { readMap, readNames, readXmlName } from '../values.ts';
import type { MapEntry } from '../yaml-node.ts';
import { readFields, rpcParts } from './message.ts';
import { readWsdlNotes, type WsdlDetails } from './wsdl-details.ts';

type DeclaredEntries = Pick<WsdlDetails, 'declaredMessages' | 'undeclaredElements' | 'targetNamespace'>;

/** The contract with the messages that it declares in full, and with the elements that its WSDL does not declare. */
export function withDeclared(contract: Contract, details: DeclaredEntries, home: Home): Contract {
  const declared = readDeclaredMessages(details, home);
  const changed = withElementParts(declared, contract).messages;
  const byName = new Map(changed.map((message) => [nameKey(message.name), message]));
  const known = new Set(contract.messages.map(({ name }) => nameKey(name)));
  const messages = [
    ...contract.messages.map((message) => byName.get(nameKey(message.name)) ?? message),
    ...changed.filter(({ name }) => !known.has(nameKey(name))),
  ];
  const undeclared = readUndeclared(details.undeclaredElements, home);
  if (undeclared.size === 0) return { ...contract, messages };
  const schemas = contract.schemas.map((schema) => ({
    ...schema,
    elements: schema.elements.map((element) =>
      undeclared.has(nameKey(element.name)) ? { ...element, undeclared: true as const } : element,
    ),
  }));
  return { ...contract, messages, schemas };
}

function readDeclaredMessages(
  { declaredMessages: entry, targetNamespace }: DeclaredEntries,
  home: Home,
): readonly Message[] {
  const { findings } = home;
  const map = entry && readMap(entry.value, `"${entry.key.text}"`, findings);
  return (map?.entries ?? []).flatMap(({ key, value }): readonly Message[] => {
    const name = readXmlName(key, 'a message', findings);
    const inside = readMap(value, `The message "${key.text}"`, findings);
    if (name === undefined || inside === undefined) return [];
    const entries = readConstruct(inside, 'declaredMessage', findings);
    const listed = entries.get('parts');
    const fields = readFields(listed, 'Parts of a message', 'a message', home);
    const parts = rpcParts(fields, listed, home);
    return [{ name: { namespace: targetNamespace, local: key.text }, parts, ...readWsdlNotes(entries) }];
  });
}

/** The keys of the names of elements. */
function readUndeclared(entry: MapEntry | undefined, home: Home): ReadonlySet<string> {
  const names = entry === undefined ? [] : readNames(entry, home.findings);
  return new Set(
    names.flatMap((name) => {
      const found = resolveName('element', name, home);
      return found === undefined ? [] : nameKey(found);
    }),
  );
}
