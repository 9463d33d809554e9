import { type PolymorphicType, sameName } from '../../contract/index.ts';
import type { Parts } from '../code.ts';
import { block, type Code, headed, line, listed } from '../code.ts';
import { stringLiteral } from '../literal.ts';
import { typesOf } from './identifiers.ts';
import type { CodecNames } from './names.ts';
import { writerFunction } from './write.ts';

/** The reader of any type of a hierarchy. */
export function polymorphicReader({ typeName, name, abstract, members }: PolymorphicType, names: CodecNames): Parts {
  const types = [...(abstract ? [name] : []), ...members.map((member) => member.name)];
  const call = abstract ? '/*@__PURE__*/ soap.abstractTypes(' : '/*@__PURE__*/ soap.types(';
  const table = listed(
    `const ${typesOf(names.codec(typeName))} = ${call}`,
    types.map((type) => names.typeLiteral(type)),
    ');',
  );
  const first = abstract ? 1 : 0;
  const last = members.length - 1;
  const branches = members.map((member, index) => {
    const label = index === last ? 'default:' : `case ${index + first}:`;
    return block(label, [line(`return ${names.reader(member.typeName)}(reader);`)], '');
  });
  const type = names.typeCall(typesOf(names.codec(typeName)));
  const body =
    members.length === 0
      ? [line(`${type};`), line('throw reader.misplaced();')]
      : [block(`switch (${type}) {`, branches, '}')];
  const head = listed(
    `export function ${names.ownReader(typeName)}(`,
    ['reader: soap.XmlReader'],
    `): ${names.file.type(typeName)} {`,
  );
  return [[table], [headed(head, body, '}')]];
}

/** The writer of any type of a hierarchy. A type other than the declared one is written with `xsi:type`. */
export function polymorphicWriter({ typeName, name, members }: PolymorphicType, names: CodecNames): readonly Code[] {
  const branches = members.map((member) => {
    const { value, optional } = member.discriminant;
    const isItself = sameName(member.name, name);
    const labels = [...(optional && isItself ? ['case undefined:'] : []), `case ${stringLiteral(value)}:`];
    const body = [
      ...(isItself && names.use === 'literal' ? [] : [line(`writer.type(${names.xsiType(value, member.name)});`)]),
      line(`${names.writer(member.typeName)}(writer, value);`),
      line('break;'),
    ];
    const last = labels.at(-1) ?? '';
    return [...labels.slice(0, -1).map(line), block(last, body, '')];
  });
  const words = `it must be one of ${members.map(({ discriminant }) => discriminant.value).join(', ')}`;
  const otherwise = block('default:', [line(`throw writer.wrong('$type', ${stringLiteral(words)});`)], '');
  const body =
    members.length === 0
      ? [line("throw writer.wrong('$type', 'no type that is not abstract is derived from it');")]
      : [block('switch (value.$type) {', [...branches.flat(), otherwise], '}')];
  return writerFunction(names.ownWriter(typeName), body, names.writtenType(typeName), members.length > 0);
}
