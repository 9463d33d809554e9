import { type Contract, type Member, type Origin, type ResolvedOperation, resolveService } from '../contract/index.ts';
import { GeneratedFile, inputText, membersOf, memberText, outputText } from '../emit/index.ts';

/** The TypeScript of the declarations in a contract. */
export interface Signatures {
  /** `Lines: Line[]` or `GetOrder(request: GetOrderRequest): Promise<Order>`. @param line counted from 1, like the column. */
  readonly at: (file: string, line: number, column: number) => string | undefined;
}

/** The TypeScript of fields and operations by the places that declare them. */
export function signaturesOf(contract: Contract): Signatures {
  const service = resolveService(contract);
  const file = new GeneratedFile(service, { importExtension: 'js', types: './types.js' });
  const found = new Map<string, string>();
  const add = (origin: Origin | undefined, text: string): void => {
    if (origin !== undefined) found.set(positionKey(origin.file, origin.line, origin.column), text);
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
  return { at: (path, line, column) => found.get(positionKey(path, line, column)) };
}

function positionKey(file: string | undefined, line: number, column: number): string {
  return `${file}:${line}:${column}`;
}

function operationText(operation: ResolvedOperation, file: GeneratedFile): string {
  return `${operation.identifier}(request: ${inputText(operation, file)}): Promise<${outputText(operation, file)}>`;
}
