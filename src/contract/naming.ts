import { encodeIdentifier, propertyIdentifier, topLevelIdentifier } from './identifier.ts';
import type { Annotated, AttributeUse, ElementDeclaration, NamedType, PortTypeOperation, QName } from './model.ts';

/**
 * Names in generated TypeScript. Each is a function of its own component alone: adding another never changes it. Where
 * two come out the same, `clashes` says so and nothing is renamed.
 */

/** Of the interface for a record. */
export function typeNameOf(type: NamedType): string {
  return type.typeScriptName ?? topLevelIdentifier(type.name.local);
}

/** Of the interface of a type from which others are derived: its own name stands for all of them. */
export function itselfNameOf(typeName: string): string {
  return `${typeName}Itself`;
}

/** Of what is declared inside of another thing and has no name of its own: an anonymous type, a choice, a group. */
export function innerNameOf(owner: string, property: string): string {
  return `${owner}_${property}`;
}

/** Of a group, and of the anonymous type of a global element. */
export function componentNameOf(component: Annotated & { readonly name: QName }): string {
  return component.typeScriptName ?? topLevelIdentifier(component.name.local);
}

/** Of the union of all elements that may stand where one is referred to. */
export function substitutionNameOf(element: Annotated & { readonly name: QName }): string {
  return `${componentNameOf(element)}Element`;
}

/** Of the interfaces for an operation's request and response elements. */
export function requestTypeNameOf(operation: PortTypeOperation): string {
  return `${baseNameOf(operation)}Request`;
}

export function responseTypeNameOf(operation: PortTypeOperation): string {
  return `${baseNameOf(operation)}Response`;
}

/** Of the method of the client and the handlers, of the constant of the binding, and of the handler file (without `.ts`). */
export function operationNameOf(operation: Pick<PortTypeOperation, 'name' | 'typeScriptName'>): string {
  const name = operation.typeScriptName ?? topLevelIdentifier(operation.name);
  return reservedFiles.test(name) ? `${name}_` : name;
}

/** Of the property that holds a field or an attribute. */
export function propertyNameOf(element: ElementDeclaration | AttributeUse): string {
  return element.typeScriptName ?? propertyIdentifier(element.name.local);
}

/** Of the property that holds a particle that is no local element; the names of those that have none hold a `$`. */
export function particleNameOf(particle: Annotated, otherwise: string): string {
  return particle.typeScriptName ?? otherwise;
}

/** What the service gives its name to. */
export interface ServiceNames {
  /** The class in client.ts. */
  readonly client: string;
  /** The interface in server.ts. */
  readonly handlers: string;
  /** The interface in server.ts of what is asked before streamed fields are taken in. */
  readonly authorizers: string;
  /** The function in server.ts. */
  readonly createServer: string;
  /** File name of the WSDL: `RemoteFileService` is `remote-file-service.wsdl`. */
  readonly wsdl: string;
}

export function serviceNames(service: string): ServiceNames {
  const base = encodeIdentifier(service);
  return {
    client: `${base}Client`,
    handlers: `${base}Handlers`,
    authorizers: `${base}Authorizers`,
    createServer: `create${base}Server`,
    wsdl: `${kebabCase(service)}.wsdl`,
  };
}

/** `RemoteFileService` is `remote-file-service`, `SSOLoginURL` is `sso-login-url`. */
export function kebabCase(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1-')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1-')
    .toLowerCase();
}

/** What Windows takes for devices, and the files of the handlers' folder that are no handler. */
const reservedFiles = /^(?:index|context|con|prn|aux|nul|com\d|lpt\d)$/i;

function baseNameOf(operation: PortTypeOperation): string {
  return operation.typeScriptName ?? encodeIdentifier(operation.name);
}
