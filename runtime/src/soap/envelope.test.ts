import { describe, expect, it } from 'vitest';
import { children } from '../xml/codec-tables.ts';
import { rootTag, tag } from '../xml/tag.ts';
import { closeEnvelope, openEnvelope } from './envelope-reader.ts';
import { writeRequest, writeResponse } from './envelope-writer.ts';
import type { Operation } from './operation.ts';
import { soap11, soap12, type Version } from './version.ts';

const value = tag('urn:x', 'Value');

/** One string in, one string out. */
const echo: Operation<string, string> = {
  name: 'Echo',
  soapAction: 'urn:x/Echo',
  input: rootTag('urn:x', 'Echo'),
  output: rootTag('urn:x', 'EchoResponse'),
  readInput: (reader) => {
    reader.child(children(value));
    const text = reader.text();
    reader.child(children(value));
    return text;
  },
  writeInput: (writer, text) => writer.text(value, text),
  readOutput: (reader) => echo.readInput(reader),
  writeOutput: (writer, text) => writer.text(value, text),
};

describe('envelopes', () => {
  it('R5: a value of the wrong shape is an error that names its path and quotes nothing', () => {
    const failing: Operation<string, string> = {
      ...echo,
      writeInput(writer, given) {
        writer.open(value);
        throw new TypeError(`cannot read ${given}`);
      },
    };
    expect(() => writeRequest(soap11, failing, 'a secret')).toThrow(
      expect.objectContaining({
        name: 'XmlError',
        code: 'value',
        path: 'Echo/Value',
        message: 'Echo/Value: something in it has not the shape of its type',
      }),
    );
  });

  it('C3: a request has the prefix of its version and the default namespace on its element', () => {
    expect(writeRequest(soap11, echo, 'a').text).toBe(
      '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
        '<soap:Body><Echo xmlns="urn:x"><Value>a</Value></Echo></soap:Body></soap:Envelope>',
    );
    expect(writeRequest(soap12, echo, 'a').text).toContain(
      '<soap12:Body><Echo xmlns="urn:x"><Value>a</Value></Echo></soap12:Body>',
    );
  });

  it('W1: a response survives a round trip', async () => {
    const message = writeResponse(soap12, echo, 'ä\r\n🙂');
    const bytes = await message.bytes();
    expect(message.byteLength).toBe(bytes.length);
    const { reader, headerBlocks } = openEnvelope(bytes, soap12);
    expect(headerBlocks).toEqual([]);
    expect(reader.is(echo.output)).toBe(true);
    expect(echo.readOutput(reader)).toBe('ä\r\n🙂');
    closeEnvelope(reader);
  });

  it('W2: a value that XML cannot carry is rejected, with the name of its field', () => {
    expect(() => writeRequest(soap11, echo, 'a\u0001')).toThrow('Value');
  });

  it.each(['Envelope', 'Header', 'Body'])(
    'part 1, 5.1.1: a strict reader rejects an encodingStyle on the %s',
    (name) => {
      const read = (version: Version, strict: boolean) => {
        const text =
          `<s:Envelope xmlns:s="${version.namespace}"><s:Header></s:Header><s:Body>` +
          '<Echo xmlns="urn:x"><Value>a</Value></Echo></s:Body></s:Envelope>';
        const message = text.replace(`<s:${name}`, `<s:${name} s:encodingStyle="urn:any"`);
        const { reader } = openEnvelope(new TextEncoder().encode(message), version, { strict });
        return echo.readInput(reader);
      };
      expect(() => read(soap12, true)).toThrow(`The ${name} must have no encodingStyle.`);
      expect(read(soap12, false)).toBe('a');
      expect(read(soap11, true)).toBe('a');
    },
  );

  it('D5: a mustUnderstand that is neither true nor false is a fault', () => {
    const message = `<e:Envelope xmlns:e="${soap12.namespace}"><e:Header><x xmlns="urn:x" e:mustUnderstand="maybe"/></e:Header><e:Body><y/></e:Body></e:Envelope>`;
    expect(() => openEnvelope(new TextEncoder().encode(message), soap12)).toThrow('mustUnderstand');
  });
});
