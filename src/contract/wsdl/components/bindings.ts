import { wsdl as kinds } from '../../../diagnostics/index.ts';
import type {
  Binding,
  BindingBody,
  BindingOperation,
  HeaderBinding,
  HeaderFault,
  Message,
  Port,
  PortType,
  PortTypeOperation,
  Service,
  SoapVersion,
} from '../../model/index.ts';
import { nameKey } from '../../model/index.ts';
import { attributeOf, rawAttributeOf, type XmlDocument, type XmlElement } from '../document.ts';
import { isTrue, wsdlNotes } from '../documentation.ts';
import { extensionsOf, isDemand } from '../extensions.ts';
import { httpBinding, ownNamespace, soap11Binding, soap12Binding, wsdlNamespace } from '../xml-names.ts';
import { extensionNotes, operationKey, referredTo, type WsdlComponent, wsdlChildren } from './messages.ts';
import { readMultipart } from './multipart.ts';

const versions: ReadonlyMap<string, SoapVersion> = new Map([
  [soap11Binding, '1.1'],
  [soap12Binding, '1.2'],
]);

/** Transports that are HTTP; the second URI is what WSDLs of SOAP 1.2 have. */
const httpTransports: ReadonlySet<string> = new Set([
  'http://schemas.xmlsoap.org/soap/http',
  'http://schemas.xmlsoap.org/soap/http/',
  'http://www.w3.org/2003/05/soap/bindings/HTTP/',
  'http://www.w3.org/2003/05/soap/bindings/HTTP',
  'http://schemas.xmlsoap.org/soap/https',
]);

export interface BindingContext {
  readonly messages: readonly WsdlComponent[];
  readonly builtMessages: ReadonlyMap<string, Message>;
  readonly portTypes: readonly WsdlComponent[];
  readonly builtPortTypes: ReadonlyMap<string, PortType>;
  /** Operations of port types that are left out, by `operationKey`. */
  readonly leftOut: ReadonlySet<string>;
  /** Whether headers are required unless the WSDL says otherwise: in those that soapwright wrote. */
  readonly requiresHeaders: boolean;
}

/** Whether a SOAP binding is over HTTP. */
export function isOverHttp({ transport }: Pick<Binding, 'transport'>): boolean {
  return httpTransports.has(transport);
}

/** A SOAP binding; undefined for any other, which is reported. */
export function buildBinding(component: WsdlComponent, context: BindingContext): Binding | undefined {
  const { element, document, name } = component;
  const soap = element.children.find(({ namespace, local }) => local === 'binding' && versions.has(namespace));
  const what = `The binding ${name.local}`;
  const leave = (reason: string): undefined => {
    document.report(kinds.leftOut, { what, reason }, element, 'name');
  };
  if (soap === undefined) {
    const other = element.children.find(({ local, namespace }) => local === 'binding' && namespace !== wsdlNamespace);
    if (other?.namespace === httpBinding) return leave('it binds to HTTP without SOAP');
    return leave(other === undefined ? 'it has no soap:binding' : `it binds to ${other.namespace}`);
  }
  const transport = attributeOf(soap, 'transport') ?? 'http://schemas.xmlsoap.org/soap/http';
  const portType = portTypeOf(component, context);
  const built = portType && context.builtPortTypes.get(nameKey(portType.name));
  if (built === undefined) return undefined;
  const soapVersion = versions.get(soap.namespace) ?? '1.1';
  const style = attributeOf(soap, 'style') === 'rpc' ? 'rpc' : 'document';
  for (const one of [element, ...wsdlChildren(element, 'operation')]) reportRequired(one, document);
  for (const one of boundMessages(element)) reportRequired(one, document, kinds.unknownExtension);
  const reader = new BindingReader(component, built, style, soap.namespace, context);
  return {
    name,
    portType: built.name,
    soapVersion,
    style,
    transport,
    operations: wsdlChildren(element, 'operation').flatMap((operation) => reader.operation(operation)),
    ...wsdlNotes(element),
    ...extensionsOf(element, document),
    ...ownNotesIn(element, 'binding'),
    origin: document.origin(element, 'name'),
  };
}

/** The port type that a binding names; without a name the only one there is. */
function portTypeOf(component: WsdlComponent, { portTypes }: BindingContext): WsdlComponent | undefined {
  const { element, document } = component;
  const name = attributeOf(element, 'type');
  if (name !== undefined) return referredTo(name, 'type', 'port type', component, portTypes);
  const [only, ...others] = portTypes;
  if (only === undefined || others.length > 0) {
    document.report(kinds.missingAttribute, { element: 'wsdl:binding', attribute: 'the attribute type' }, element);
    return undefined;
  }
  document.report(kinds.untypedBinding, { binding: component.name.local, portType: only.name.local }, element);
  return only;
}

/** The inputs, outputs and faults of the operations of a wsdl:binding. */
function boundMessages(binding: XmlElement): readonly XmlElement[] {
  return wsdlChildren(binding, 'operation').flatMap((one) => wsdlChildren(one, 'input', 'output', 'fault'));
}

/** Extensions that a reader must understand. @param entry reported for an unknown one; an error by default. */
function reportRequired(
  element: XmlElement,
  document: XmlDocument,
  entry: typeof kinds.unsupportedRequired | typeof kinds.unknownExtension = kinds.unsupportedRequired,
): void {
  for (const child of element.children) {
    const isRequired = rawAttributeOf(child, 'required', wsdlNamespace) === 'true';
    const known =
      versions.has(child.namespace) || child.namespace === ownNamespace || child.namespace === wsdlNamespace;
    if (!isRequired || known || isDemand(child)) continue;
    document.report(entry, { element: child.local, namespace: child.namespace }, child);
  }
}

function ownNotesIn(element: XmlElement, kind: string) {
  return extensionNotes(element.children.find(({ namespace, local }) => namespace === ownNamespace && local === kind));
}

/** Reads the operations of one binding. */
class BindingReader {
  readonly #binding: WsdlComponent;
  readonly #portType: PortType;
  readonly #style: 'document' | 'rpc';
  readonly #soap: string;
  readonly #context: BindingContext;
  /** Whether a soapAction with spaces was reported: often all have them. */
  #hasSpaces = false;

  constructor(
    binding: WsdlComponent,
    portType: PortType,
    style: 'document' | 'rpc',
    soap: string,
    context: BindingContext,
  ) {
    this.#binding = binding;
    this.#portType = portType;
    this.#style = style;
    this.#soap = soap;
    this.#context = context;
  }

  operation(element: XmlElement): readonly BindingOperation[] {
    const { document } = this.#binding;
    const name = attributeOf(element, 'name');
    if (name === undefined) {
      document.report(kinds.missingAttribute, { element: 'wsdl:operation', attribute: 'the attribute name' }, element);
      return [];
    }
    const inputElement = wsdlChildren(element, 'input')[0];
    const outputElement = wsdlChildren(element, 'output')[0];
    const inputName = inputElement && attributeOf(inputElement, 'name');
    const outputName = outputElement && attributeOf(outputElement, 'name');
    const named = this.#portType.operations.filter((one) => one.name === name);
    const operation = named.find((one) => inputName !== undefined && one.input?.name === inputName) ?? named[0];
    if (operation === undefined) {
      // One without its messages is left out already.
      if (this.#context.leftOut.has(operationKey(this.#portType.name, name))) return [];
      const names = this.#portType.operations.map((one) => one.name);
      const namespace = `the port type ${this.#portType.name.local}`;
      const parameters = { kind: 'operation', name, namespace, instead: 'its binding is left out' };
      document.report(kinds.dangling, parameters, element, 'name', { didYouMean: { name, among: names } });
      return [];
    }
    const soapOperation = this.#extension(element, 'operation');
    const style = (soapOperation && attributeOf(soapOperation, 'style')) ?? this.#style;
    this.#reportUnbound(element, operation, { input: inputElement, output: outputElement });
    const faults = wsdlChildren(element, 'fault').map((fault) => {
      const soapFault = this.#extension(fault, 'fault') ?? fault;
      const faultName = attributeOf(fault, 'name') ?? attributeOf(soapFault, 'name') ?? '';
      const namespace = attributeOf(soapFault, 'namespace');
      return {
        name: faultName,
        use: useOf(soapFault),
        ...(namespace !== undefined && { namespace }),
        ...extensionsOf(fault, document),
      };
    });
    const bound: BindingOperation = {
      name,
      ...(operation.input && inputName !== undefined && { inputName }),
      ...(operation.output && outputName !== undefined && { outputName }),
      ...this.#soapAction(soapOperation),
      ...(soapOperation && requiredAction(soapOperation)),
      style: style === 'rpc' ? 'rpc' : 'document',
      ...(operation.input && { input: this.#body(element, inputElement, operation.input.message) }),
      ...(operation.output && { output: this.#body(element, outputElement, operation.output.message) }),
      faults,
      ...wsdlNotes(element),
      ...extensionsOf(element, document),
      ...ownNotesIn(element, 'operation'),
      origin: document.origin(element, 'name'),
    };
    return [bound];
  }

  #reportUnbound(
    element: XmlElement,
    operation: PortTypeOperation,
    bound: { readonly input: XmlElement | undefined; readonly output: XmlElement | undefined },
  ): void {
    for (const direction of ['input', 'output'] as const) {
      if (operation[direction] === undefined || bound[direction] !== undefined) continue;
      const parameters = { operation: operation.name, direction: `wsdl:${direction}` };
      this.#binding.document.report(kinds.unboundMessage, parameters, element, 'name');
    }
  }

  #extension(element: XmlElement, local: string): XmlElement | undefined {
    const found = element.children.find((child) => child.local === local && child.namespace === this.#soap);
    return found ?? element.children.find((child) => child.local === local && versions.has(child.namespace));
  }

  #soapAction(element: XmlElement | undefined): Pick<BindingOperation, 'soapAction' | 'omitSoapAction'> {
    const { document } = this.#binding;
    const written = element && rawAttributeOf(element, 'soapAction');
    if (element === undefined || written === undefined) return { soapAction: '', omitSoapAction: true };
    const action = written.trim().replace(/[\t\r\n]+/g, ' ');
    if (/\s/.test(written) && !this.#hasSpaces) {
      this.#hasSpaces = true;
      document.report(kinds.spacesInAction, {}, element, 'soapAction');
    }
    return { soapAction: action.replace(/[^\u0020-\u007E]+|"/gu, encodeURIComponent) };
  }

  #body(operation: XmlElement, direction: XmlElement | undefined, messageName: Message['name']): BindingBody {
    const { document } = this.#binding;
    const message = this.#context.builtMessages.get(nameKey(messageName));
    const multipart = direction && readMultipart(direction);
    const inPlace = direction && (this.#extension(direction, 'body') ?? this.#bodyIn(multipart?.root));
    const outside = inPlace === undefined ? this.#extension(operation, 'body') : undefined;
    if (outside !== undefined) document.report(kinds.misplacedBody, { element: 'soap:body' }, outside);
    const body = inPlace ?? outside;
    const headers =
      direction === undefined
        ? []
        : [direction, multipart?.root].flatMap((one) => (one === undefined ? [] : this.#headers(one)));
    const listed =
      body === undefined
        ? undefined
        : rawAttributeOf(body, 'parts')
            ?.split(/\s+/)
            .filter((one) => one !== '');
    const elsewhere = new Set([
      ...headers.flatMap((one) => (nameKey(one.message) === nameKey(messageName) ? [one.part] : [])),
      ...(multipart?.attachments.map(({ part }) => part) ?? []),
    ]);
    const parts =
      listed ??
      (elsewhere.size === 0 ? undefined : message?.parts.flatMap(({ name }) => (elsewhere.has(name) ? [] : [name])));
    const namespace = body && attributeOf(body, 'namespace');
    return {
      use: body === undefined ? 'literal' : useOf(body),
      ...(namespace !== undefined && namespace !== '' && { namespace }),
      ...(parts !== undefined && { parts }),
      headers,
      ...(multipart && { attachments: multipart.attachments }),
      ...(direction && extensionsOf(direction, document)),
    };
  }

  #bodyIn(part: XmlElement | undefined): XmlElement | undefined {
    return part && this.#extension(part, 'body');
  }

  #headers(direction: XmlElement): readonly HeaderBinding[] {
    const { document } = this.#binding;
    const { messages, builtMessages, requiresHeaders } = this.#context;
    return direction.children.flatMap((child): readonly HeaderBinding[] => {
      if (child.local !== 'header' || !versions.has(child.namespace)) return [];
      const text = attributeOf(child, 'message') ?? '';
      const found = referredTo(text, 'message', 'message', { element: child, document }, messages);
      const parts = found && builtMessages.get(nameKey(found.name))?.parts;
      const part = attributeOf(child, 'part') ?? attributeOf(child, 'parts') ?? parts?.[0]?.name ?? '';
      if (found === undefined) return [];
      if (!parts?.some(({ name }) => name === part)) {
        const namespace = `the message ${found.name.local}`;
        const parameters = { kind: 'part', name: part, namespace, instead: 'the header block is left out' };
        document.report(kinds.dangling, parameters, child, 'part');
        return [];
      }
      const own = direction.children.find(
        (one) =>
          one.namespace === ownNamespace &&
          one.local === 'header' &&
          attributeOf(one, 'part') === part &&
          attributeOf(one, 'message') === text,
      );
      const role = own && attributeOf(own, 'role');
      const required = own && attributeOf(own, 'required');
      return [
        {
          message: found.name,
          part,
          use: useOf(child),
          mustUnderstand: own !== undefined && attributeOf(own, 'mustUnderstand') === 'true',
          ...(role !== undefined && { role }),
          required: required === undefined ? requiresHeaders : required === 'true',
          ...namespaceIn(child),
          ...this.#headerFaults(child),
        },
      ];
    });
  }

  #headerFaults(header: XmlElement): Pick<HeaderBinding, 'faults'> {
    const { document } = this.#binding;
    const { messages, builtMessages } = this.#context;
    const faults = header.children.flatMap((child): readonly HeaderFault[] => {
      if (child.local !== 'headerfault' || !versions.has(child.namespace)) return [];
      const text = attributeOf(child, 'message') ?? '';
      const found = referredTo(text, 'message', 'message', { element: child, document }, messages);
      const part =
        attributeOf(child, 'part') ?? (found && builtMessages.get(nameKey(found.name))?.parts[0]?.name) ?? '';
      return found === undefined ? [] : [{ message: found.name, part, use: useOf(child), ...namespaceIn(child) }];
    });
    return faults.length === 0 ? {} : { faults };
  }
}

function requiredAction(element: XmlElement): Pick<BindingOperation, 'soapActionRequired'> {
  if (attributeOf(element, 'soapActionRequired') === undefined) return {};
  return { soapActionRequired: isTrue(element, 'soapActionRequired') };
}

/** Of an encoded header or header fault. */
function namespaceIn(element: XmlElement): { readonly namespace?: string } {
  const namespace = attributeOf(element, 'namespace');
  return namespace === undefined || namespace === '' ? {} : { namespace };
}

function useOf(element: XmlElement): 'literal' | 'encoded' {
  return attributeOf(element, 'use') === 'encoded' ? 'encoded' : 'literal';
}

/** A wsdl:service with its SOAP ports. */
export function buildService(
  { name, element, document }: WsdlComponent,
  bindings: readonly WsdlComponent[],
  built: ReadonlyMap<string, Binding>,
): Service {
  reportRequired(element, document);
  const ports = wsdlChildren(element, 'port').flatMap((port): readonly Port[] => {
    const text = attributeOf(port, 'binding');
    const portName = attributeOf(port, 'name');
    if (text === undefined || portName === undefined) {
      const attribute = text === undefined ? 'binding' : 'name';
      document.report(kinds.missingAttribute, { element: 'wsdl:port', attribute: `the attribute ${attribute}` }, port);
      return [];
    }
    const found = referredTo(text, 'binding', 'binding', { element: port, document }, bindings);
    const binding = found && built.get(nameKey(found.name));
    if (binding === undefined) return [];
    reportRequired(port, document);
    const address = port.children.find(({ local, namespace }) => local === 'address' && versions.has(namespace));
    const notes = { ...wsdlNotes(port), ...extensionsOf(port, document), ...ownNotesIn(port, 'port') };
    const origin = document.origin(port, 'name');
    return [
      {
        name: portName,
        binding: binding.name,
        address: (address && attributeOf(address, 'location')) ?? '',
        ...notes,
        origin,
      },
    ];
  });
  const notes = { ...wsdlNotes(element), ...extensionsOf(element, document), ...ownNotesIn(element, 'service') };
  return { name: name.local, ports, ...notes };
}
