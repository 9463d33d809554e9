import { type Diagnostic, type Findings, hasErrors, inFileOrder, Marks } from '../../diagnostics/index.ts';
import {
  type Contract,
  type ContractOptions,
  type Message,
  nameKey,
  type Schema,
  withReturns,
} from '../model/index.ts';
import { buildBinding, buildService } from './components/bindings.ts';
import { anyType } from './components/builder.ts';
import { buildMessage, buildPortType, componentsOf, extensionNotes } from './components/messages.ts';
import { buildSchemas } from './components/schemas.ts';
import { attributeOf, type XmlElement, type XmlFile } from './document.ts';
import type { FileOptions } from './document-store.ts';
import { wsdlNotes } from './documentation.ts';
import { extensionsOf } from './extensions.ts';
import { type DefinitionsSource, loadFiles } from './load-files.ts';
import { withMtom } from './mtom-policy.ts';
import { withElements } from './schema-element.ts';
import { SchemaScope } from './schema-scope.ts';
import { withSecurity } from './security-policy.ts';
import { ownNamespace } from './xml-names.ts';

export type WsdlOptions = FileOptions;

/** All components of a WSDL and its files. */
export interface WsdlModel {
  /** Absent if there are errors. */
  readonly contract?: Contract;
  /** Whether no operation of a port type is left out. */
  readonly isComplete: boolean;
  readonly marks: Marks;
  /** Of the main file; undefined unless it is XML. */
  readonly main: Findings | undefined;
  /** All diagnostics until now: checks that come later add to those of the files. */
  readonly diagnostics: () => readonly Diagnostic[];
  /** Text of each file by its name; the main file is first. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Builds the model of a WSDL with all its components, or everything that is wrong with it. Pure but for `read`. */
export function readWsdl(main: XmlFile, options: WsdlOptions = {}): WsdlModel {
  const files = loadFiles(main, options);
  const marks = new Marks();
  const { sources } = files;
  const [definitions] = files.definitions;
  const scope = new SchemaScope(files, marks);
  const leftOut = new Set<string>();
  const contract = definitions && buildContract(definitions, scope, leftOut);
  files.reportUnread((namespace) => scope.missing.has(namespace));
  const diagnostics = (): readonly Diagnostic[] =>
    inFileOrder([...files.diagnostics, ...files.documents.flatMap(({ findings }) => findings.diagnostics)]);
  const isGood = contract !== undefined && !hasErrors(diagnostics());
  const isComplete = leftOut.size === 0;
  return { ...(isGood && { contract }), isComplete, marks, main: definitions?.document.findings, diagnostics, sources };
}

/** @param leftOut takes the operations that are left out. */
function buildContract(
  { document, targetNamespace }: DefinitionsSource,
  scope: SchemaScope,
  leftOut: Set<string>,
): Contract {
  const { definitions } = scope.files;
  const { root } = document;
  const messages = componentsOf(definitions, 'message');
  // Before the schemas: a part can bring a well-known schema.
  const builtMessages = messages.map((one) => buildMessage(one, scope));
  const schemas = withMissing(buildSchemas(scope), scope);
  const portTypes = componentsOf(definitions, 'portType');
  const builtPortTypes = portTypes.map((one) => buildPortType(one, messages, leftOut));
  const bindings = componentsOf(definitions, 'binding');
  const byKey = <T extends { readonly name: Message['name'] }>(all: readonly T[]) =>
    new Map(all.map((one) => [nameKey(one.name), one]));
  const context = {
    messages,
    builtMessages: byKey(builtMessages),
    portTypes,
    leftOut,
    builtPortTypes: byKey(builtPortTypes),
    requiresHeaders: hasOwnNamespace(root),
  };
  const builtBindings = bindings.flatMap((one) => buildBinding(one, context) ?? []);
  const services = componentsOf(definitions, 'service').map((one) => buildService(one, bindings, byKey(builtBindings)));
  const own = root.children.find(({ namespace, local }) => namespace === ownNamespace && local === 'definitions');
  const status = own && attributeOf(own, 'senderFaultStatus');
  const contract = withReturns({
    name: attributeOf(root, 'name') ?? services[0]?.name ?? 'Service',
    targetNamespace,
    ...wsdlNotes(root),
    ...extensionsIn(definitions),
    ...extensionNotes(own),
    origin: document.origin(root),
    schemas,
    messages: builtMessages,
    portTypes: builtPortTypes,
    bindings: builtBindings,
    services,
    ...((status === '400' || status === '500') && { senderFaultStatus: status }),
    options: optionsOf(scope.files.schemas[0]?.element ?? root),
  });
  return withSecurity(withMtom(contract));
}

/** Those of all files. */
function extensionsIn(definitions: readonly DefinitionsSource[]): Pick<Contract, 'extensions'> {
  const found = definitions.flatMap(({ document }) => extensionsOf(document.root, document).extensions ?? []);
  return found.length === 0 ? {} : { extensions: found };
}

/** The schemas with declarations of the elements that are declared nowhere: of any content. */
function withMissing(schemas: readonly Schema[], { missingElements }: SchemaScope): readonly Schema[] {
  const flags = { nillable: false, sensitive: false, stream: false, abstract: false };
  const elements = [...missingElements.values()].map((missing) => ({ ...missing, type: anyType, ...flags }));
  return withElements(schemas, elements);
}

/** Whether soapwright wrote the WSDL. */
function hasOwnNamespace({ scope }: XmlElement): boolean {
  for (let at = scope; at !== undefined; at = at.outer) if (at.namespace === ownNamespace) return true;
  return false;
}

/** The options in soapwright's attributes; the defaults for others. */
function optionsOf(schema: XmlElement): ContractOptions {
  const value = (local: string) =>
    schema.attributes.find((one) => one.namespace === ownNamespace && one.local === local)?.value;
  const choose = <T extends string>(local: string, standard: T, ...others: readonly T[]): T =>
    others.find((one) => one === value(local)) ?? standard;
  return {
    long: choose('long', 'bigint', 'string', 'number'),
    decimal: choose('decimal', 'string', 'number'),
    dateTime: choose('dateTime', 'Date', 'exact'),
    date: choose('date', 'string', 'Date'),
    duration: choose('duration', 'string', 'exact'),
  };
}
