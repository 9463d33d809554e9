import { streamedResponse } from '../../../runtime/src/client/streamed-response.ts';
import type { Tag, XmlReader, XmlWriter } from '../../../runtime/src/index.ts';
import * as soap from '../../../runtime/src/index.ts';

/** The namespace of the operations that tests call. */
export const namespace = 'https://files.example/v2/';

export type Values = Readonly<Record<string, unknown>>;

/** How a field is read and written. Generated code has a switch instead of this table. */
interface Field {
  readonly tag: Tag;
  readonly required: boolean;
  /** Local names of the streamed fields in it. */
  readonly streamed: readonly string[];
  read(reader: XmlReader): unknown;
  write(writer: XmlWriter, value: unknown): void;
}

interface Codec {
  read(reader: XmlReader): Values;
  write(writer: XmlWriter, values: Values): void;
}

/** A field of a simple type of the runtime. */
function simple<Value>(
  name: string,
  required: boolean,
  read: (reader: XmlReader) => Value,
  write: (writer: XmlWriter, tag: Tag, value: Value | undefined) => void,
): Field {
  const tag = soap.tag(namespace, name);
  return { tag, required, streamed: [], read, write: (writer, value) => write(writer, tag, value as Value) };
}

export const text = (name: string): Field => simple(name, false, soap.readString, soap.writeString);
export const int = (name: string): Field => simple(name, true, soap.readInt, soap.writeInt);
export const long = (name: string): Field => simple(name, true, soap.readLong, soap.writeLong);
export const boolean = (name: string): Field => simple(name, true, soap.readBoolean, soap.writeBoolean);
export const bytes = (name: string): Field => simple(name, false, soap.readBase64, soap.writeBase64);
export const blob = (name: string): Field => ({
  ...simple(name, false, soap.readBlob, soap.writeBlob),
  streamed: [name],
});

/** A field that contains others. */
export function nested(name: string, type: string, required: boolean, ...fields: Field[]): Field {
  const tag = soap.tag(namespace, name);
  const codec = record(soap.childrenOf({ namespace, local: type }, ...fields.map((field) => field.tag)), fields);
  return {
    tag,
    required,
    streamed: fields.flatMap(({ streamed }) => streamed),
    read: codec.read,
    write(writer, value) {
      writer.open(tag);
      codec.write(writer, value as Values);
      writer.close(tag);
    },
  };
}

function record(children: soap.ChildTable, fields: readonly Field[]): Codec {
  return {
    read(reader) {
      const values: Record<string, unknown> = {};
      for (const { tag } of fields) values[tag.local] = undefined;
      for (let child = reader.child(children); child !== soap.END; child = reader.child(children)) {
        const { tag, read } = fields[child] as Field;
        if (values[tag.local] !== undefined) throw reader.repeated();
        values[tag.local] = reader.within(
          tag.local,
          () => values,
          () => read(reader),
        );
      }
      for (const { tag, required } of fields) {
        if (required && values[tag.local] === undefined) throw reader.missing(tag);
      }
      return values;
    },
    write(writer, values) {
      for (const { tag, required, write } of fields) {
        const value = values[tag.local];
        if (value !== undefined) write(writer, value);
        else if (required) throw writer.missing(tag);
      }
    },
  };
}

/** An operation in the document/literal wrapped style. */
export function operation(name: string, input: readonly Field[], result: Field): soap.Operation<Values, Values> {
  const inputs = record(soap.children(...input.map(({ tag }) => tag)), input);
  const outputs = record(soap.children(result.tag), [result]);
  return {
    name,
    soapAction: `${namespace}${name}`,
    input: soap.rootTag(namespace, name),
    output: soap.rootTag(namespace, `${name}Response`),
    streamed: { input: input.flatMap(({ streamed }) => streamed), output: streamedResponse(...result.streamed) },
    readInput: inputs.read,
    writeInput: inputs.write,
    readOutput: (reader) => outputs.read(reader)[result.tag.local] as Values,
    writeOutput: (writer, value) => outputs.write(writer, { [result.tag.local]: value }),
  };
}
