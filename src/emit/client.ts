import type { ResolvedOperation, ResolvedService } from '../contract/index.ts';
import { type Code, headed, line, listed } from './code.ts';
import { deprecatedTag, docComment } from './doc.ts';
import { type EmitOptions, specifierOf } from './file.ts';
import { importedTypes, namesDateTime } from './imported-types.ts';
import { stringLiteral } from './literal.ts';
import { fieldTypeText } from './type-text.ts';
import type { ClientView } from './views.ts';

/** client.ts: a class with a typed method for each operation. */
export function clientView(service: ResolvedService, { source, importExtension }: EmitOptions): ClientView {
  const types = specifierOf('./types', importExtension);
  return {
    source,
    types,
    binding: specifierOf('./binding', importExtension),
    imports: importedTypes(service.operations, types),
    dateTime: namesDateTime(service.operations),
    defaultAddress: stringLiteral(service.address),
    doc: docComment([`A client of ${service.name}.`, service.doc], 0),
    name: service.names.client,
    methods: service.operations.map((operation) => ({ doc: methodDoc(operation), code: method(operation) })),
  };
}

function methodDoc({ doc, operation }: ResolvedOperation): readonly string[] {
  return docComment(
    [
      doc,
      { tag: '@throws', text: '{soap.SoapFault} what the service answers in place of a result.' },
      { tag: '@throws', text: '{soap.ClientError} when there is no answer that can be read.' },
      deprecatedTag(operation.deprecated),
    ],
    2,
  );
}

function method({ identifier, input, result }: ResolvedOperation): readonly Code[] {
  const parameters = [`request: ${input.typeName}`, 'options?: soap.CallOptions'];
  const signature = listed(`${identifier}(`, parameters, `): Promise<${fieldTypeText(result)}> {`, 2);
  const body = line(`return this.#soap.call(binding.${identifier}, request, options);`);
  return headed(signature, [body], '}');
}
