import type { PolymorphicType } from '../../contract/index.ts';
import { block, headed, line, listed } from '../code.ts';
import { type CodecNames, readerOf, typesOf } from './names.ts';
import type { Parts } from './read.ts';

/** The reader of any type of a hierarchy. */
export function polymorphicReader({ typeName, name, abstract, members }: PolymorphicType, names: CodecNames): Parts {
  const types = [...(abstract ? [name] : []), ...members.map((member) => member.name)];
  const call = abstract ? '/*@__PURE__*/ soap.abstractTypes(' : '/*@__PURE__*/ soap.types(';
  const table = listed(
    `const ${typesOf(typeName)} = ${call}`,
    types.map((type) => names.typeLiteral(type)),
    ');',
  );
  const first = abstract ? 1 : 0;
  const last = members.length - 1;
  const branches = members.map((member, index) => {
    const label = index === last ? 'default:' : `case ${index + first}:`;
    return block(label, [line(`return ${names.reader(member.typeName)}(reader);`)], '');
  });
  const body =
    members.length === 0
      ? [line(`reader.type(${typesOf(typeName)});`), line('throw reader.misplaced();')]
      : [block(`switch (reader.type(${typesOf(typeName)})) {`, branches, '}')];
  const head = listed(`export function ${readerOf(typeName)}(`, ['reader: soap.XmlReader'], `): t.${typeName} {`);
  return [[table], headed(head, body, '}')];
}
