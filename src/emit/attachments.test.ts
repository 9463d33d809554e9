import { expect, it } from 'vitest';
import { contractOf } from '../../test/support/generator/load-contracts.ts';
import { picturesWsdl } from '../../test/support/generator/pictures-wsdl.ts';
import { contractOfWsdl } from '../../test/support/generator/wsdl-contract.ts';
import { resolveService } from '../contract/index.ts';
import { checkedImport } from '../project/generate/checked-import.ts';
import { emit } from './index.ts';

/** The attachments of the only operation of a WSDL. @param change of its text. */
function attachmentsOf(change: (wsdl: string) => string = (wsdl) => wsdl): unknown {
  const [operation] = resolveService(contractOfWsdl(change(picturesWsdl))).operations;
  return operation?.attachments;
}

const thumb = { part: 'Thumb', property: 'Thumb', type: undefined };

it('MIME parts of a WSDL are attachments with the only type that they can have', () => {
  expect(attachmentsOf()).toEqual({
    input: [
      { part: 'Photo', property: 'Photo', type: 'image/png' },
      { part: 'Note', property: 'Note', type: 'text/plain' },
    ],
    output: [thumb],
  });
});

it('an attachment with the name of a field has another property', () => {
  const input = [{ part: 'Photo', property: 'PhotoAttachment' }, { property: 'Note' }];
  expect(attachmentsOf((wsdl) => wsdl.replace('name="Title"', 'name="Photo"'))).toMatchObject({ input });
});

it('parts of an rpc message are in its body, unless they are attachments', () => {
  const rpc = (wsdl: string): string =>
    wsdl
      .replace('style="document"', 'style="rpc"')
      .replaceAll(/<wsdl:part name="parameters" element="t:\w+"\/>/g, '<wsdl:part name="Title" type="xs:string"/>')
      .replace('parts="parameters"', 'parts="Title"');
  const contract = contractOfWsdl(rpc(picturesWsdl));
  const [operation] = resolveService(contract).operations;
  expect(operation?.input.structure?.content).toMatchObject({ fields: [{ property: 'Title' }] });
  expect(operation?.attachments.input).toHaveLength(2);
  // What the WSDL has in the body as well is a field.
  const both = rpc(picturesWsdl).replace(
    '<soap:body use="literal"/>',
    '<soap:body use="literal" parts="Title Photo"/>',
  );
  expect(resolveService(contractOfWsdl(both)).operations[0]?.attachments.input).toMatchObject([{ part: 'Note' }]);
});

it('a body that is not an object has no attachments', () => {
  const text = '<xs:element name="Send" type="xs:string"/>';
  const change = (wsdl: string): string =>
    wsdl.replace(/<xs:element name="Send"><.*?<\/xs:element>(?=\s*<xs:element)/s, text);
  expect(attachmentsOf(change)).toEqual({ input: [], output: [thumb] });
});

it('the contract in YAML that is imported from a WSDL has the same code', async () => {
  const contract = contractOfWsdl(picturesWsdl);
  const { imported, diagnostics } = checkedImport(contract, 'a.wsdl');
  expect(diagnostics).toEqual([]);
  const operations = async (one: typeof contract): Promise<string | undefined> => {
    const files = await emit(one, { source: 'a', importExtension: 'ts' });
    return files.find(({ path }) => path === 'client-operations.ts')?.text;
  };
  expect(await operations(contractOf(imported.files[0].text))).toBe(await operations(contract));
});

it('fields that refer to attachments are Blobs, and the default of multipart reads and sends them', async () => {
  const withoutParts = picturesWsdl.replaceAll(/<mime:part><mime:content [^>]*><\/mime:part>/g, '');
  const files = await emit(contractOfWsdl(withoutParts), { source: 'a', importExtension: 'ts' });
  const text = (name: string): string => files.find(({ path }) => path === name)?.text ?? '';
  expect(text('types.ts').match(/Sketch\?: Blob \| undefined;/g)).toHaveLength(2);
  expect(text('codec.ts')).toContain('soap.readReference(reader)');
  expect(text('client-operations.ts')).not.toContain('Attached');
  expect(text('client.ts')).toContain("mtom.mtom({ send: 'never' })");
});
