import * as soap from '../../../runtime/src/index.ts';

/** The namespace of the operations below. */
export const namespace = 'urn:library';

/** Reads children of simple content by their local names; a required one that is missing is an error. */
function texts<Name extends string>(
  of: string,
  required: readonly Name[],
  optional: readonly Name[] = [],
): {
  read(reader: soap.XmlReader): Record<Name, string>;
  write(writer: soap.XmlWriter, values: Partial<Record<Name, string>>): void;
} {
  const tags = [...required, ...optional].map((name) => soap.tag(of, name));
  const table = soap.children(...tags);
  return {
    read(reader) {
      const values: Record<string, string> = {};
      for (let child = reader.child(table); child !== soap.END; child = reader.child(table)) {
        const tag = tags[child] as soap.Tag;
        if (values[tag.local] !== undefined) throw reader.repeated();
        values[tag.local] = soap.readString(reader);
      }
      for (const tag of tags.slice(0, required.length)) if (values[tag.local] === undefined) throw reader.missing(tag);
      return values as Record<Name, string>;
    },
    write(writer, values) {
      for (const [index, tag] of tags.entries()) {
        const value = values[tag.local as Name];
        if (value !== undefined) soap.writeString(writer, tag, value);
        else if (index < required.length) throw writer.missing(tag);
      }
    },
  };
}

export interface NotFoundDetail {
  Title: string;
  Secret?: string;
}

const notFound = texts(namespace, ['Title'], ['Secret']);

export const NotFound: soap.FaultType<NotFoundDetail> = soap.fault<NotFoundDetail>(
  'NotFound',
  soap.rootTag(namespace, 'NotFound'),
  notFound.read,
  notFound.write,
);

const readable = soap.attributeName('', 'until');

/** A fault of another namespace, whose element has an attribute and text: its tag is a start tag. */
export const Busy: soap.FaultType<{ until?: string; text: string }> = soap.fault(
  'Busy',
  soap.rootStartTag('urn:other', 'Busy'),
  (reader) => {
    const until = reader.attribute(readable);
    return { ...(until === undefined ? {} : { until }), text: reader.text() };
  },
  (writer, { until, text }) => {
    if (until !== undefined) writer.attribute(readable, until);
    writer.content();
    writer.chars(text);
  },
);

/** A fault whose detail is binary. */
export const Damaged: soap.FaultType<Blob> = soap.fault(
  'Damaged',
  soap.rootTag(namespace, 'Damaged'),
  (reader) => {
    reader.child(page);
    const blob = soap.readBlob(reader);
    reader.child(page);
    return blob;
  },
  (writer, value) => soap.writeBlob(writer, pageTag, value),
);
const pageTag = soap.tag(namespace, 'Page');
const page = soap.children(pageTag);

const session = texts(namespace, ['Token']);

/** A header block that must be understood. */
export const Session: soap.HeaderType<{ Token: string }> = soap.header(
  'Session',
  soap.rootTag(namespace, 'Session'),
  session.read,
  session.write,
  { mustUnderstand: true },
);

const left = soap.attributeName('', 'left');

/** A header block with an attribute, in another namespace. */
export const Quota: soap.HeaderType<number> = soap.header(
  'Quota',
  soap.rootStartTag('urn:other', 'Quota'),
  (reader) => {
    const value = reader.attribute(left);
    reader.skip();
    return Number(value);
  },
  (writer, value) => {
    writer.attribute(left, String(value));
    writer.content();
  },
);

const trace = texts(namespace, ['Id']);

/** A header block for a role of its own. */
export const Trace: soap.HeaderType<{ Id: string }> = soap.header(
  'Trace',
  soap.rootTag(namespace, 'Trace'),
  trace.read,
  trace.write,
  { mustUnderstand: true, role: 'urn:tracer' },
);

const title = texts(namespace, ['Title']);
const shelf = texts(namespace, ['Shelf']);

/** Wrapped, with everything: faults, header blocks both ways. */
export const Find: soap.Operation<{ Title: string }, string> = {
  name: 'Find',
  soapAction: 'urn:library#Find',
  input: soap.rootTag(namespace, 'Find'),
  output: soap.rootTag(namespace, 'FindResponse'),
  readInput: title.read,
  writeInput: title.write,
  readOutput: (reader) => shelf.read(reader).Shelf,
  writeOutput: (writer, Shelf) => shelf.write(writer, { Shelf }),
  faults: [NotFound, Busy, Damaged],
  headers: {
    input: [
      { header: Session, required: true },
      { header: Trace, required: false },
    ],
    output: [{ header: Quota, required: false }],
  },
};

const text = texts(namespace, ['Text']);

/** One-way, with a fault. */
export const Notify: soap.OneWayOperation<{ Text: string }> = {
  name: 'Notify',
  soapAction: 'urn:library#Notify',
  oneWay: true,
  input: soap.rootTag(namespace, 'Notify'),
  readInput: text.read,
  writeInput: text.write,
  faults: [NotFound],
};

const lang = soap.attributeName('', 'lang');

/** Bare: elements with an attribute and text. */
export const Describe: soap.Operation<{ lang?: string; text: string }, { lang?: string; text: string }> = {
  name: 'Describe',
  soapAction: '',
  input: soap.rootStartTag(namespace, 'Description'),
  output: soap.rootStartTag(namespace, 'Description'),
  readInput(reader) {
    const found = reader.attribute(lang);
    return { ...(found === undefined ? {} : { lang: found }), text: reader.text() };
  },
  writeInput(writer, value) {
    if (value.lang !== undefined) writer.attribute(lang, value.lang);
    writer.content();
    writer.chars(value.text);
  },
  readOutput: (reader) => Describe.readInput(reader),
  writeOutput: (writer, value) => Describe.writeInput(writer, value),
};

/** Bare, with the element of `Describe`: the action distinguishes them. */
export const Judge: soap.Operation<{ lang?: string; text: string }, string> = {
  ...Describe,
  name: 'Judge',
  soapAction: 'urn:library#Judge',
  output: soap.rootTag(namespace, 'Judgement'),
  readOutput: (reader) => reader.text(),
  writeOutput(writer, value) {
    writer.chars(value);
  },
};

const parts = texts('', ['a', 'b']);
const sum = texts('', ['return']);

/** Rpc: the wrapper in a namespace, its parts in none. */
export const Join: soap.Operation<{ a: string; b: string }, string> = {
  name: 'Join',
  soapAction: 'urn:library#Join',
  input: soap.rootTag(namespace, 'Join', { tns: namespace }),
  output: soap.rootTag(namespace, 'JoinResponse', { tns: namespace }),
  readInput: parts.read,
  writeInput: parts.write,
  readOutput: (reader) => sum.read(reader).return,
  writeOutput: (writer, value) => sum.write(writer, { return: value }),
};
