import {
  attributeOf,
  isSchemaNamespace,
  wsdlNamespace,
  type XmlDocument,
  type XmlElement,
} from '../../contract/index.ts';
import type { OutlineEntry } from '../outline.ts';
import { declaredKind } from './wsdl-references.ts';

/** Services, ports, operations, messages, types and elements of a WSDL or a schema, in the order of the file. */
export function outlineOfXml(document: XmlDocument): readonly OutlineEntry[] {
  return document.root.children.flatMap((child) => entriesOf(document, child));
}

/** What is inside of a declaration: operations, ports, parts and fields. */
const innerKinds: Readonly<Record<string, OutlineEntry['kind']>> = {
  operation: 'operation',
  port: 'component',
  part: 'field',
  element: 'field',
  attribute: 'field',
};

function entriesOf(document: XmlDocument, element: XmlElement): readonly OutlineEntry[] {
  const { namespace, local, children } = element;
  if (namespace === wsdlNamespace && local === 'types') {
    return children.flatMap((child) => (isSchemaNamespace(child.namespace) ? [schemaOf(document, child)] : []));
  }
  const kind = declaredKind(element);
  if (kind === undefined) return local === 'redefine' ? children.flatMap((one) => entriesOf(document, one)) : [];
  const isSection = kind === 'portType' || kind === 'binding' || kind === 'service';
  return [entryOf(document, element, isSection ? 'section' : 'component', local)];
}

function schemaOf(document: XmlDocument, element: XmlElement): OutlineEntry {
  const name = attributeOf(element, 'targetNamespace') || 'schema';
  const tag = document.range(element);
  const children = element.children.flatMap((child) => entriesOf(document, child));
  return { name, kind: 'section', detail: 'schema', whole: document.extent(element), key: tag, children };
}

function entryOf(
  document: XmlDocument,
  element: XmlElement,
  kind: OutlineEntry['kind'],
  detail: string | undefined,
): OutlineEntry {
  const named = ['name', 'ref'].find((one) => attributeOf(element, one));
  const name = named === undefined ? element.local : (attributeOf(element, named) ?? '');
  const key = document.range(element, named);
  return { name, kind, detail, whole: document.extent(element), key, children: innerOf(document, element) };
}

/** Named elements inside of another one; those without a name are passed through. */
function innerOf(document: XmlDocument, element: XmlElement): readonly OutlineEntry[] {
  return element.children.flatMap((child) => {
    const kind = Object.hasOwn(innerKinds, child.local) ? innerKinds[child.local] : undefined;
    const isNamed = attributeOf(child, 'name') !== undefined || attributeOf(child, 'ref') !== undefined;
    if (kind === undefined || !isNamed) return innerOf(document, child);
    const type = attributeOf(child, 'type') ?? attributeOf(child, 'element') ?? attributeOf(child, 'binding');
    return [entryOf(document, child, kind, type)];
  });
}
