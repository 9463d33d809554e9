import type {
  Attachment,
  Binding,
  BindingBody,
  BindingOperation,
  HeaderBinding,
  SoapVersion,
} from '../contract/index.ts';
import { documentation, extensions, foreignAttributes, ownElement } from './wsdl-annotations.ts';
import type { PrefixedName } from './wsdl-names.ts';
import type { XmlDocument } from './xml-document.ts';

/** Prefix of the elements that bind to a version of SOAP. */
export const soapPrefix: Readonly<Record<SoapVersion, string>> = { '1.1': 'soap', '1.2': 'soap12' };

/** The `encodingStyle` of encoded messages. */
const encodings: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'http://schemas.xmlsoap.org/soap/encoding/',
  '1.2': 'http://www.w3.org/2003/05/soap-encoding',
};

/** The context of writing a binding. */
interface BindingWriting {
  readonly document: XmlDocument;
  readonly prefixedName: PrefixedName;
  readonly version: SoapVersion;
}

/** wsdl:binding, with the elements of its version of SOAP (WSDL 1.1, 3). */
export function writeBinding(document: XmlDocument, binding: Binding, prefixedName: PrefixedName): void {
  const to: BindingWriting = { document, prefixedName, version: binding.soapVersion };
  const { transport, style } = binding;
  const own = {
    name: binding.name.local,
    type: prefixedName(binding.portType),
    ...foreignAttributes(binding, prefixedName),
  };
  document.element('wsdl:binding', own, () => {
    documentation(document, binding);
    extensions(document, binding);
    ownElement(document, 'binding', binding);
    const attributes = { transport, style: style === 'rpc' ? style : undefined };
    document.element(`${soapPrefix[to.version]}:binding`, attributes);
    for (const operation of binding.operations) writeOperation(to, operation);
  });
}

function writeOperation(to: BindingWriting, operation: BindingOperation): void {
  const { document, version } = to;
  const { name, style, input, output, faults } = operation;
  const soap = soapPrefix[version];
  document.element('wsdl:operation', { name, ...foreignAttributes(operation, to.prefixedName) }, () => {
    documentation(document, operation);
    extensions(document, operation);
    ownElement(document, 'operation', operation);
    document.element(`${soap}:operation`, { ...actionAttributes(operation), style });
    if (input !== undefined) writeMessage(to, 'wsdl:input', operation.inputName, input);
    if (output !== undefined) writeMessage(to, 'wsdl:output', operation.outputName, output);
    for (const fault of faults) {
      document.element('wsdl:fault', { name: fault.name }, () => {
        extensions(document, fault);
        const attributes = { name: fault.name, ...useAttributes(fault, version), namespace: fault.namespace };
        document.element(`${soap}:fault`, attributes);
      });
    }
  });
}

function actionAttributes({ soapAction, omitSoapAction, soapActionRequired }: BindingOperation) {
  return {
    soapAction: omitSoapAction ? undefined : soapAction,
    soapActionRequired: soapActionRequired?.toString(),
  };
}

function writeMessage(to: BindingWriting, element: string, name: string | undefined, body: BindingBody): void {
  const { document } = to;
  document.element(element, { name }, () => {
    extensions(document, body);
    if (body.attachments === undefined) writeEnvelope(to, body);
    else writeMultipart(to, body, body.attachments);
  });
}

function writeEnvelope(to: BindingWriting, body: BindingBody): void {
  const { document, version } = to;
  document.element(`${soapPrefix[version]}:body`, {
    ...useAttributes(body, version),
    namespace: body.namespace,
    parts: body.parts?.join(' '),
  });
  for (const header of body.headers) writeHeader(to, header);
}

/** mime:multipartRelated, whose first part is the envelope (WSDL 1.1, 5.11). */
function writeMultipart(to: BindingWriting, body: BindingBody, attachments: readonly Attachment[]): void {
  const { document } = to;
  document.element('mime:multipartRelated', {}, () => {
    document.element('mime:part', {}, () => writeEnvelope(to, body));
    for (const { part, types } of attachments) {
      document.element('mime:part', {}, () => {
        if (types.length === 0) document.element('mime:content', { part });
        for (const type of types) document.element('mime:content', { part, type });
      });
    }
  });
}

/** The binding schemas allow no foreign attributes of `soap:header`: an element next to it has the rest. */
function writeHeader({ document, prefixedName, version }: BindingWriting, header: HeaderBinding): void {
  const { part, mustUnderstand, role, required } = header;
  const name = { message: prefixedName(header.message), part };
  const attributes = { ...name, ...useAttributes(header, version), namespace: header.namespace };
  document.element(`${soapPrefix[version]}:header`, attributes, () => {
    for (const fault of header.faults ?? []) {
      document.element(`${soapPrefix[version]}:headerfault`, {
        message: prefixedName(fault.message),
        part: fault.part,
        ...useAttributes(fault, version),
        namespace: fault.namespace,
      });
    }
  });
  if (!mustUnderstand && role === undefined && required) return;
  document.element('sw:header', {
    ...name,
    mustUnderstand: mustUnderstand ? 'true' : undefined,
    role,
    required: required ? undefined : 'false',
  });
}

function useAttributes(
  { use }: Pick<BindingBody, 'use'>,
  version: SoapVersion,
): { use: string; encodingStyle?: string } {
  return use === 'literal' ? { use } : { use, encodingStyle: encodings[version] };
}
