import { describe, expect, it } from 'vitest';
import { field, recordField, serviceOf } from '../../../test/support/runtime/page-descriptions.ts';
import { FormEntries } from './form/form-entries.ts';
import { requestMessage } from './form/form-request.ts';
import { testForm } from './form/test-form.ts';
import { exampleEntries, exampleMessage } from './request-examples.ts';
import { createPages } from './service-pages.ts';

const service = serviceOf(
  [field('Key', 'string', { sensitive: true }), field('File', 'base64Binary'), recordField('Who', 'Who')],
  { Who: [field('Name', 'string'), field('Age', 'int')] },
);
const [operation] = service.operations;
if (operation === undefined) throw new Error('There is no operation.');

const values = { Key: 'demo-key', File: Uint8Array.of(1, 2, 3), 'Who/Name': 'Anna', 'Who/Age': '7' };
const site = { description: service, versions: [], address: 'http://localhost/', extraHeaders: [] };
const posted = (text: string): FormEntries =>
  new FormEntries(
    [...new URLSearchParams(text)].map(([name, value]) => ({
      name,
      value: new TextEncoder().encode(value),
      fileName: name === 'File' ? '' : undefined,
    })),
    exampleEntries(values),
  );

describe('examples of requests', () => {
  it('P3: are rejected for operations and inputs that do not exist', () => {
    const pages = createPages(service);
    expect(() => pages.withExamples({ Undo: {} })).toThrow('There is no operation Undo for the example.');
    expect(() => pages.withExamples({ Do: { 'Who/Nme': 'Anna' } })).toThrow('The example of Do does not fit its form.');
    expect(() => pages.withExamples({ Do: values })).not.toThrow();
  });

  it('P3: fill the form, sensitive inputs too, and a box sends their file', () => {
    const { text } = testForm(site, operation, exampleEntries(values));
    expect(text).toMatch(/type="password" [^>]*name="Key"[^>]* value="demo-key"/);
    expect(text).toMatch(/name="Who\/Name"[^>]* value="Anna"/);
    expect(text).toMatch(/name="example:File" value="1" checked=""/);
    expect(text).toContain('without a file, send the 3 bytes of the example');
  });

  it('P3: are the request of the samples', () => {
    const { body } = exampleMessage(service, operation, values);
    expect(body.content).toMatchObject({
      nodes: [
        { name: 'Key', content: { text: 'demo-key' } },
        { name: 'File', content: { kind: 'bytes', text: 'AQID', size: 3 } },
        { name: 'Who', content: { nodes: [{ content: { text: 'Anna' } }, { content: { text: '7' } }] } },
      ],
    });
  });

  it('P3: the file of an example is sent if its box is checked and no other file is chosen', () => {
    const fileOf = (text: string): unknown => {
      const { content } = requestMessage(service, operation, posted(text), 10).body;
      if (content.kind !== 'elements') throw new Error('There are no elements.');
      return content.nodes.find((node) => node.kind === 'element' && node.name === 'File');
    };
    expect(fileOf('File=&example:File=1')).toMatchObject({ content: { text: 'AQID' } });
    expect(fileOf('File=other&example:File=1')).toMatchObject({ content: { text: 'b3RoZXI=' } });
    expect(fileOf('File=')).toMatchObject({ content: { text: '' } });
  });

  it('R5: a posted secret is not shown again, but the one of the example is', () => {
    const { text } = testForm(site, operation, posted('Key=a-secret&Who/Name=Eve'));
    expect(text).not.toContain('a-secret');
    expect(text).toMatch(/name="Key"[^>]* value="demo-key"/);
    expect(text).toMatch(/name="Who\/Name"[^>]* value="Eve"/);
  });
});
