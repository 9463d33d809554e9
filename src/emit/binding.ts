import type { ResolvedOperation, ResolvedService } from '../contract/index.ts';
import { arrow, type Code, headed, line, listed } from './code.ts';
import { type EmitOptions, specifierOf } from './file.ts';
import { stringLiteral } from './literal.ts';
import { fieldTypeText, qualified } from './type-text.ts';
import type { BindingView } from './views.ts';

/** binding.ts: what client and server share of each operation. */
export function bindingView(service: ResolvedService, { source, importExtension }: EmitOptions): BindingView {
  return {
    source,
    types: specifierOf('./types', importExtension),
    codec: specifierOf('./codec', importExtension),
    namespace: stringLiteral(service.namespace),
    operations: service.operations.map(operationCode),
  };
}

function operationCode({ name, identifier, soapAction, input, output, result }: ResolvedOperation): readonly Code[] {
  const { property } = result;
  const types = [`t.${input.typeName}`, fieldTypeText(result, qualified)];
  const head = listed(`export const ${identifier}: soap.Operation<`, types, '> = {', 0, { lastComma: false });
  const members = [
    line(`name: ${stringLiteral(name)},`),
    line(`soapAction: ${stringLiteral(soapAction)},`),
    line(`input: soap.rootTag(namespace, ${stringLiteral(input.element.local)}),`),
    line(`output: soap.rootTag(namespace, ${stringLiteral(output.element.local)}),`),
    line(`readInput: codec.read${input.typeName},`),
    line(`writeInput: codec.write${input.typeName},`),
    line(`readOutput: (reader) => codec.read${output.typeName}(reader).${property},`),
    arrow('writeOutput: (writer, result) =>', `codec.write${output.typeName}(writer, { ${property}: result }),`),
  ];
  return headed(head, members, '};');
}
