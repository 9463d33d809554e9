import * as encoded from '../../../runtime/src/encoded/index.ts';
import * as soap from '../../../runtime/src/index.ts';
import { closeEnvelope, openEnvelope } from '../../../runtime/src/soap/envelope-reader.ts';
import { soap11 } from '../../../runtime/src/soap/version.ts';
import type { ReaderOptions } from '../../../runtime/src/xml/bytes-reader.ts';

/** Codecs of a small service with SOAP encoding, as generated code has them. */

export const namespace = 'urn:people';

export interface Address {
  street: string;
  city?: string | undefined;
}

export interface Person {
  name: string;
  age?: number | undefined;
  nick: string | null;
  home?: Address | undefined;
  work?: Address | undefined;
  tags: readonly string[];
  friends: readonly (Person | null)[];
  extra: soap.EncodedValue | undefined;
}

const streetTag = encoded.accessor('street', 'xsd:string');
const cityTag = encoded.accessor('city', 'xsd:string');
const AddressChildren = encoded.accessorsOf({ namespace, local: 'Address' }, streetTag, cityTag);

export function readAddress(reader: soap.XmlReader): Address {
  let street: string | undefined;
  let city: string | undefined;
  for (;;) {
    switch (encoded.child(reader, AddressChildren)) {
      case 0:
        if (street !== undefined) throw reader.repeated();
        street = encoded.read(reader, soap.readString);
        break;
      case 1:
        if (city !== undefined) throw reader.repeated();
        city = encoded.readNullable(reader, soap.readString) ?? undefined;
        break;
      case soap.END:
        if (street === undefined) throw reader.missing(streetTag);
        return { street, city };
    }
  }
}

export function writeAddress(writer: soap.XmlWriter, value: Address): void {
  soap.writeString(writer, streetTag, value.street);
  if (value.city !== undefined) soap.writeString(writer, cityTag, value.city);
}

export const readAny = encoded.anyReader(() => [
  { namespace, local: 'Address', record: 'Address', read: readAddress },
  { namespace, local: 'Person', record: 'Person', read: readPerson },
  { namespace, local: 'Color', read: soap.token },
]);

export const writeAny = encoded.anyWriter(() => [
  { record: 'Address', type: 'p:Address', write: writeAddress },
  { record: 'Person', type: 'p:Person', write: writePerson },
]);

export function readStrings(reader: soap.XmlReader): string[] {
  return encoded.readArray(reader, soap.readString);
}

export function readPeople(reader: soap.XmlReader): (Person | null)[] {
  return encoded.readNullableArray(reader, readPerson);
}

const nameTag = encoded.accessor('name', 'xsd:string');
const ageTag = encoded.accessor('age', 'xsd:int');
const nickTag = encoded.accessor('nick', 'xsd:string');
const homeTag = encoded.accessor('home', 'p:Address');
const workTag = encoded.accessor('work', 'p:Address');
const tagsTag = encoded.startAccessor('tags', 'soapenc:Array');
const friendsTag = encoded.startAccessor('friends', 'soapenc:Array');
const extraTag = encoded.startAccessor('extra');
const stringItemTag = encoded.accessor('item', 'xsd:string');
const personItemTag = encoded.accessor('item', 'p:Person');
const PersonChildren = encoded.accessorsOf(
  { namespace, local: 'Person' },
  nameTag,
  ageTag,
  nickTag,
  homeTag,
  workTag,
  tagsTag,
  friendsTag,
  extraTag,
);

export function readPerson(reader: soap.XmlReader): Person {
  let name: string | undefined;
  let age: number | undefined;
  let nick: string | null | undefined;
  let home: Address | undefined;
  let work: Address | undefined;
  let tags: readonly string[] | undefined;
  let friends: readonly (Person | null)[] | undefined;
  let extra: soap.EncodedValue | undefined;
  for (;;) {
    switch (encoded.child(reader, PersonChildren)) {
      case 0:
        if (name !== undefined) throw reader.repeated();
        name = encoded.read(reader, soap.readString);
        break;
      case 1:
        age = encoded.readNullable(reader, soap.readInt) ?? undefined;
        break;
      case 2:
        nick = encoded.readNullable(reader, soap.readString);
        break;
      case 3:
        home = encoded.readNullable(reader, readAddress) ?? undefined;
        break;
      case 4:
        work = encoded.readNullable(reader, readAddress) ?? undefined;
        break;
      case 5:
        tags = encoded.readNullable(reader, readStrings) ?? undefined;
        break;
      case 6:
        friends = encoded.readNullable(reader, readPeople) ?? undefined;
        break;
      case 7:
        extra = encoded.readNullable(reader, readAny);
        break;
      case soap.END:
        if (name === undefined) throw reader.missing(nameTag);
        return { name, age, nick: nick ?? null, home, work, tags: tags ?? [], friends: friends ?? [], extra };
    }
  }
}

export function writePerson(writer: soap.XmlWriter, value: Person): void {
  soap.writeString(writer, nameTag, value.name);
  if (value.age !== undefined) soap.writeInt(writer, ageTag, value.age);
  if (value.nick === null) encoded.writeNil(writer, nickTag);
  else soap.writeString(writer, nickTag, value.nick);
  if (value.home !== undefined) writeRecord(writer, homeTag, writeAddress, value.home);
  if (value.work !== undefined) writeRecord(writer, workTag, writeAddress, value.work);
  writer.open(tagsTag);
  encoded.openArray(writer, 'xsd:string', value.tags.length);
  for (const item of value.tags) soap.writeString(writer, stringItemTag, item);
  writer.close(tagsTag);
  writer.open(friendsTag);
  encoded.openArray(writer, 'p:Person', value.friends.length);
  for (const item of value.friends) {
    if (item === null) encoded.writeNil(writer, personItemTag);
    else writeRecord(writer, personItemTag, writePerson, item);
  }
  writer.close(friendsTag);
  if (value.extra !== undefined) writeRecord(writer, extraTag, writeAny, value.extra);
}

function writeRecord<Value>(
  writer: soap.XmlWriter,
  tag: soap.Tag,
  write: (writer: soap.XmlWriter, value: Value) => void,
  value: Value,
): void {
  writer.open(tag);
  write(writer, value);
  writer.close(tag);
}

export const rootTag: soap.Tag = encoded.encodedRoot(namespace, 'store', { p: namespace });

const personTag = encoded.accessor('person', 'p:Person');
const storeChildren = encoded.accessors(personTag, extraTag);

/** The parts of the request. */
export interface Store {
  person?: Person | undefined;
  extra?: soap.EncodedValue | undefined;
}

export function readStore(reader: soap.XmlReader): Store {
  let person: Person | undefined;
  let extra: soap.EncodedValue | undefined;
  for (;;) {
    switch (encoded.child(reader, storeChildren)) {
      case 0:
        if (person !== undefined) throw reader.repeated();
        person = encoded.read(reader, readPerson);
        break;
      case 1:
        extra = encoded.readNullable(reader, readAny);
        break;
      case soap.END:
        return { person, extra };
    }
  }
}

export function writeStore(writer: soap.XmlWriter, value: Store): void {
  if (value.person !== undefined) writeRecord(writer, personTag, writePerson, value.person);
  if (value.extra !== undefined) writeRecord(writer, extraTag, writeAny, value.extra);
}

/** The content of a body, in an envelope with the usual prefixes and `p`. */
export function encodedEnvelope(body: string): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    `<soap:Envelope xmlns:soap="${soap11.namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:enc="http://schemas.xmlsoap.org/soap/encoding/" ' +
    `xmlns:p="${namespace}"><soap:Body>${body}</soap:Body></soap:Envelope>`
  );
}

/** Reads an envelope whose body holds an encoded element. */
export function readMessage<Value>(
  message: string,
  read: (reader: soap.XmlReader) => Value,
  options?: ReaderOptions,
): Value {
  const { reader } = openEnvelope(new TextEncoder().encode(message), soap11, options);
  const value = encoded.readBody(reader, read);
  closeEnvelope(reader);
  return value;
}

/** Reads `store` with that content; `beside` follows it in the body. */
export function readStored(content: string, beside = '', options?: ReaderOptions): Store {
  return readMessage(encodedEnvelope(`<p:store>${content}</p:store>${beside}`), readStore, options);
}
