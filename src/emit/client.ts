import type { ResolvedOperation, ResolvedService } from '../contract/index.ts';
import { type Code, headed, line, listed } from './code.ts';
import { deprecatedTag, docComment, sinceTag } from './doc.ts';
import { type EmitOptions, specifierOf } from './file.ts';
import { importedTypes, runtimeImport } from './imported-types.ts';
import { stringLiteral } from './literal.ts';
import { answerText, inputText } from './operation-types.ts';
import { Imports, type Qualifiers } from './type-text.ts';
import type { ClientView } from './views.ts';

/** client.ts: a class with a typed method for each operation. */
export function clientView(service: ResolvedService, { source, importExtension }: EmitOptions): ClientView {
  const types = specifierOf('./types', importExtension);
  const imports = new Imports();
  const qualifiers = { records: '', runtime: '', imports };
  const methods = service.operations.map((operation) => ({
    doc: methodDoc(operation),
    code: method(operation, qualifiers),
  }));
  return {
    source,
    types,
    operations: specifierOf('./client-operations', importExtension),
    imports: importedTypes(imports, types),
    runtimeTypes: runtimeImport(imports.runtime),
    faults: service.faults.length === 0 ? '' : specifierOf('./faults', importExtension),
    headers: service.headers.length === 0 ? '' : specifierOf('./headers', importExtension),
    defaultAddress: stringLiteral(service.address),
    doc: docComment(
      [
        `A client of ${service.name}.`,
        service.doc,
        { tag: '@throws', text: '{soap.SoapFault} from each method, if the service responds with a fault.' },
        { tag: '@throws', text: '{soap.ClientError} from each method, if there is no response that can be read.' },
      ],
      0,
    ),
    name: service.names.client,
    isCallFree: service.operations.every(({ identifier }) => identifier !== 'call'),
    methods,
  };
}

function methodDoc({ doc, operation, faults }: ResolvedOperation): readonly string[] {
  return docComment(
    [
      doc,
      ...faults.map(({ identifier }) => ({
        tag: '@throws' as const,
        text: `{soap.TypedFault} \`faults.${identifier}\`.`,
      })),
      sinceTag(operation.since),
      deprecatedTag(operation.deprecated),
    ],
    2,
  );
}

function method(operation: ResolvedOperation, qualifiers: Qualifiers): readonly Code[] {
  const { identifier } = operation;
  const parameters = [`request: ${inputText(operation, qualifiers)}`, 'options?: soap.CallOptions'];
  const signature = listed(`${identifier}(`, parameters, `): Promise<${answerText(operation, qualifiers)}> {`, 2);
  const body = line(`return this.#soap.call(operations.${identifier}, request, options);`);
  return headed(signature, [body], '}');
}
