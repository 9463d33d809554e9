import {
  type Contract,
  type Member,
  nameKey,
  type Origin,
  type QName,
  type ResolvedOperation,
  resolveService,
  typeNameOf,
} from '../contract/index.ts';
import { GeneratedFile, inputText, membersOf, memberText, outputText, typeTextsOf } from '../emit/index.ts';

/**
 * The TypeScript of a contract by the places of fields and operations, and in a WSDL by the names of types and elements:
 * `Lines: Line[]`, `GetOrder(request: GetOrderRequest): Promise<Order>` or `export interface Order { … }`.
 */
export type Signatures = ReadonlyMap<string, string>;

/** @param line counted from 1, like the column. */
export function placeKey(file: string, line: number, column: number): string {
  return `${file}:${line}:${column}`;
}

export function componentKey(kind: 'type' | 'element', name: QName): string {
  return `${kind} ${nameKey(name)}`;
}

export function signaturesOf(contract: Contract, isWsdl: boolean): Signatures {
  const service = resolveService(contract);
  const file = new GeneratedFile(service, { importExtension: 'js', types: './types.js' });
  const found = new Map<string, string>();
  const add = (origin: Origin | undefined, text: string): void => {
    if (origin !== undefined) found.set(placeKey(origin.file, origin.line, origin.column), text);
  };
  const addMember = (member: Member): void => {
    if (member.kind === 'field') {
      const mark = member.optional ? '?' : '';
      add(member.element.origin, `${member.property}${mark}: ${memberText(member, file)}`);
    }
  };
  for (const declaration of [...service.messages, ...service.declarations]) {
    for (const member of membersOf(declaration)) addMember(member);
  }
  for (const operation of service.operations) add(operation.operation.origin, operationText(operation, file));
  if (!isWsdl) return found;
  const texts = typeTextsOf(service);
  const addType = (kind: 'type' | 'element', name: QName, typeName: string | undefined): void => {
    const text = typeName === undefined ? undefined : texts.get(typeName);
    if (text !== undefined) found.set(componentKey(kind, name), text);
  };
  for (const type of contract.schemas.flatMap(({ types }) => types)) addType('type', type.name, typeNameOf(type));
  for (const { input, output } of service.operations) {
    for (const body of [input, output]) if (body) addType('element', body.element, body.structure?.typeName);
  }
  return found;
}

function operationText(operation: ResolvedOperation, file: GeneratedFile): string {
  return `${operation.identifier}(request: ${inputText(operation, file)}): Promise<${outputText(operation, file)}>`;
}
