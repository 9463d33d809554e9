import { decodeName, encodeIdentifier, propertyIdentifier, topLevelIdentifier } from './identifier.ts';
import type {
  Annotated,
  AttributeUse,
  ElementDeclaration,
  GroupParticle,
  NamedType,
  PortTypeOperation,
  QName,
  Service,
} from './model.ts';

/*
 * Names in generated TypeScript. Each depends on its own component only, so that adding another component never changes
 * it. `clashes` reports duplicates.
 */

/** Names in TypeScript by the kinds and names of components, by their namespaces. */
export type ComponentNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Interface of a record. */
export function typeNameOf(type: NamedType): string {
  return type.typeScriptName ?? topLevelIdentifier(type.name.local);
}

/** Interface of a type with derived types; the name of the type itself is the union of them all. */
export function itselfNameOf(typeName: string): string {
  return `${typeName}Itself`;
}

/** Anonymous type, choice or group nested in another type. */
export function innerNameOf(owner: string, property: string): string {
  return `${owner}_${property}`;
}

/** Type of a group, or of a global element with an anonymous type. */
export function componentNameOf(component: Annotated & { readonly name: QName }): string {
  return component.typeScriptName ?? topLevelIdentifier(component.name.local);
}

/** Union of the elements of a substitution group. */
export function substitutionNameOf(element: Annotated & { readonly name: QName }): string {
  return `${componentNameOf(element)}Element`;
}

/** Interface of an operation's request. */
export function requestTypeNameOf(operation: PortTypeOperation): string {
  return operation.input?.typeScriptName ?? `${baseNameOf(operation)}Request`;
}

export function responseTypeNameOf(operation: PortTypeOperation): string {
  return operation.output?.typeScriptName ?? `${baseNameOf(operation)}Response`;
}

/** Reader and writer of a header block other than a record. */
export function headerCodecOf(identifier: string): string {
  return `${identifier}Header`;
}

/** Reader and writer of a fault other than a record. */
export function faultCodecOf(identifier: string): string {
  return `${identifier}Fault`;
}

/** Method of client and handlers, constant of the binding, and handler file (without `.ts`). */
export function operationNameOf(operation: Pick<PortTypeOperation, 'name' | 'typeScriptName'>): string {
  const name = operation.typeScriptName ?? topLevelIdentifier(operation.name);
  return reservedFiles.test(name) ? `${name}_` : name;
}

/** Property of a field or an attribute. */
export function propertyNameOf(element: ElementDeclaration | AttributeUse): string {
  return element.typeScriptName ?? propertyIdentifier(element.name.local);
}

/** Property of a particle that is not a local element. A fallback name contains a `$`. */
export function particleNameOf(particle: Annotated, fallback: string): string {
  return particle.typeScriptName ?? fallback;
}

/** Property of a group without a name. */
export function groupPropertyOf({ kind }: Pick<GroupParticle, 'kind'>): string {
  return `$${kind}`;
}

/** Type of an inner group. */
export function groupTypeNameOf(group: GroupParticle, owner: string): string {
  return innerNameOf(owner, particleNameOf(group, groupPropertyOf(group)).replace(/^\$/, ''));
}

/** Names derived from the name of the service. */
export interface ServiceNames {
  /** The class in client.ts. */
  readonly client: string;
  /** The interface in server.ts. */
  readonly handlers: string;
  /** The interface in server.ts of the functions that authorize a request before its streamed fields are received. */
  readonly authorizers: string;
  /** The function in server.ts. */
  readonly createServer: string;
  /** File name of the WSDL: `RemoteFileService` is `remote-file-service.wsdl`. */
  readonly wsdl: string;
}

export function serviceNames({
  name,
  typeScriptName: service = name,
}: Pick<Service, 'name' | 'typeScriptName'>): ServiceNames {
  const decoded = decodeName(service);
  const base = encodeIdentifier(decoded);
  return {
    client: `${base}Client`,
    handlers: `${base}Handlers`,
    authorizers: `${base}Authorizers`,
    createServer: `create${base}Server`,
    wsdl: `${kebabCase(decoded)}.wsdl`,
  };
}

/** The class of a port type, where it does not have the name of its service. */
export function portTypeClientName(portType: string): string {
  return `${encodeIdentifier(decodeName(portType))}Client`;
}

/** Name of an operation of a further port type that has an operation of a name that is taken. */
export function operationNameIn(portType: QName, operation: string): string {
  return topLevelIdentifier(`${portType.local}_${operation}`);
}

/** `RemoteFileService` is `remote-file-service`, `SSOLoginURL` is `sso-login-url`. */
export function kebabCase(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1-')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1-')
    .toLowerCase();
}

/** Device names of Windows, and files of the handlers' folder that are not handlers. */
const reservedFiles = /^(?:index|context|con|prn|aux|nul|com\d|lpt\d)$/i;

function baseNameOf(operation: PortTypeOperation): string {
  return operation.typeScriptName ?? encodeIdentifier(decodeName(operation.name));
}
