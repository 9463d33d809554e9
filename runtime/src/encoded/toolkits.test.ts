import { describe, expect, it } from 'vitest';
import { encodedEnvelope, readMessage, readStore, readStored } from '../../../test/support/runtime/encoded-codecs.ts';
import { failure } from '../../../test/support/runtime/xml-helpers.ts';

const schema = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
const envelope = 'http://schemas.xmlsoap.org/soap/envelope/';

describe('messages as toolkits send them', () => {
  it('SOAP::Lite: a default namespace on the wrapper, so that accessors are qualified', () => {
    const message =
      `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope soap:encodingStyle="${encoding}" xmlns:soap="${envelope}" ` +
      `xmlns:soapenc="${encoding}" ${schema}><soap:Body><storeResponse xmlns="urn:people"><person href="#r1"/></storeResponse>` +
      '<soapenc:Array id="r2" soapenc:arrayType="xsd:string[2]" xsi:type="soapenc:Array"><item xsi:type="xsd:string">a</item>' +
      '<item xsi:type="xsd:string">b</item></soapenc:Array><s-gensym12 id="r1" xmlns="urn:people"><name xsi:type="xsd:string">n' +
      '</name><tags href="#r2" soapenc:arrayType="xsd:string[2]" xsi:type="soapenc:Array"/></s-gensym12></soap:Body></soap:Envelope>';
    expect(readMessage(message, readStore).person).toMatchObject({ name: 'n', tags: ['a', 'b'] });
  });

  it('SOAP::Lite: a wrapper that is nil, for no result', () => {
    const message = encodedEnvelope('<storeResponse xmlns="urn:people" xsi:nil="true"/>');
    expect(readMessage(message, readStore)).toEqual({ person: undefined, extra: undefined });
  });

  it('.NET: types with their own prefixes, and encodingStyle on the Body', () => {
    const message =
      `<soap:Envelope xmlns:soap="${envelope}" xmlns:soapenc="${encoding}" xmlns:tns="urn:people" ` +
      `xmlns:types="urn:people/encodedTypes" ${schema}><soap:Body soap:encodingStyle="${encoding}"><tns:store>` +
      '<person href="#id1"/></tns:store><tns:Person id="id1" xsi:type="tns:Person"><name xsi:type="xsd:string">n</name>' +
      '<age xsi:type="xsd:int">7</age><tags href="#id2"/><friends href="#id3"/></tns:Person>' +
      '<soapenc:Array id="id2" soapenc:arrayType="xsd:string[1]"><Item>a</Item></soapenc:Array>' +
      '<soapenc:Array id="id3" soapenc:arrayType="tns:Person[1]"><Item href="#id4"/></soapenc:Array>' +
      '<tns:Person id="id4" xsi:type="tns:Person"><name xsi:type="xsd:string">m</name></tns:Person></soap:Body></soap:Envelope>';
    const { person } = readMessage(message, readStore);
    expect(person).toMatchObject({ name: 'n', age: 7, tags: ['a'], friends: [{ name: 'm' }] });
  });

  it('PHP: ids inside of the tree, and structs of no type', () => {
    const message =
      `<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="${envelope}" xmlns:ns1="urn:people" ${schema} ` +
      `xmlns:SOAP-ENC="${encoding}" xmlns:ns2="http://xml.apache.org/xml-soap" SOAP-ENV:encodingStyle="${encoding}">` +
      '<SOAP-ENV:Body><ns1:storeResponse><person xsi:type="SOAP-ENC:Struct"><name xsi:type="xsd:string">n</name>' +
      '<home id="ref1" xsi:type="ns1:Address"><street xsi:type="xsd:string">s</street></home><work href="#ref1"/>' +
      '<tags SOAP-ENC:arrayType="xsd:string[0]" xsi:type="SOAP-ENC:Array"/></person>' +
      '<extra xsi:type="ns2:Map"><item><key xsi:type="xsd:string">k</key><value xsi:type="xsd:int">1</value></item></extra>' +
      '</ns1:storeResponse></SOAP-ENV:Body></SOAP-ENV:Envelope>\n';
    const { person, extra } = readMessage(message, readStore);
    expect(person).toMatchObject({ name: 'n', home: { street: 's' }, tags: [] });
    expect(person?.work).toBe(person?.home);
    expect(extra).toEqual(new Map([['k', 1]]));
  });

  it('gSOAP: no types, and encodingStyle on the Body', () => {
    const message =
      `<SOAP-ENV:Envelope xmlns:SOAP-ENV="${envelope}" xmlns:SOAP-ENC="${encoding}" ${schema} xmlns:ns="urn:people">` +
      `<SOAP-ENV:Body SOAP-ENV:encodingStyle="${encoding}"><ns:store><person><name>n</name><age>7</age>` +
      '<tags SOAP-ENC:arrayType="xsd:string[1]"><item>a</item></tags></person></ns:store></SOAP-ENV:Body></SOAP-ENV:Envelope>';
    expect(readMessage(message, readStore).person).toMatchObject({ name: 'n', age: 7, tags: ['a'] });
  });

  it('accessors that are not known are passed over', () => {
    expect(readStored('<other href="#none"/><person><x id="a"/><name>n</name></person>').person?.name).toBe('n');
  });

  it('a type that is neither declared nor derived is rejected', () => {
    const wrong = () => readStored('<person xsi:type="p:Address"><name>n</name></person>');
    expect(failure(wrong)).toEqual(['type', 'store/person']);
  });
});
