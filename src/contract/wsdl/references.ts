import { attributeOf, type XmlElement } from './document.ts';
import { isSchemaNamespace, wsdlNamespace } from './xml-names.ts';

/** A place where a file names another one. */
export interface FileReference {
  readonly kind: 'wsdl:import' | 'import' | 'include' | 'redefine';
  readonly element: XmlElement;
  /** As written; undefined for an import of a namespace without a location. */
  readonly location: string | undefined;
  /** Name of the attribute that has the location. */
  readonly attribute: string;
  /** Of an import. */
  readonly namespace: string | undefined;
  /** Whether the attribute is another than the standard one, such as `schemaLocation` at wsdl:import. */
  readonly misspelt: boolean;
}

const schemaReferences: ReadonlySet<string> = new Set(['import', 'include', 'redefine']);
/** Spellings of `location` and `schemaLocation` in files of others. */
const spellings = ['schemaLocation', 'location', 'schemalocation', 'SchemaLocation', 'Location', 'href'];

/** All references of a WSDL or a schema to other files, in the order of the file. */
export function referencesOf(root: XmlElement): readonly FileReference[] {
  if (isSchemaNamespace(root.namespace)) return root.children.flatMap(schemaReference);
  return root.children.flatMap((child) => {
    if (child.namespace !== wsdlNamespace) return [];
    if (child.local === 'import') return [referenceOf('wsdl:import', child, 'location')];
    if (child.local !== 'types') return [];
    return child.children.flatMap((inner) =>
      inner.local === 'schema' ? inner.children.flatMap(schemaReference) : schemaReference(inner),
    );
  });
}

function schemaReference(element: XmlElement): readonly FileReference[] {
  const { namespace, local } = element;
  if (!isSchemaNamespace(namespace) || !schemaReferences.has(local)) return [];
  return [referenceOf(local as 'import' | 'include' | 'redefine', element, 'schemaLocation')];
}

function referenceOf(kind: FileReference['kind'], element: XmlElement, standard: string): FileReference {
  const attribute = [standard, ...spellings].find((name) => attributeOf(element, name) !== undefined) ?? standard;
  const location = attributeOf(element, attribute);
  const namespace = attributeOf(element, 'namespace');
  return { kind, element, location: location || undefined, attribute, namespace, misspelt: attribute !== standard };
}
