import type { ResolvedPortType, ResolvedService, SoapVersion } from '../contract/index.ts';
import { ClientMethods } from './client-methods.ts';
import { type Code, type Doc, headed, line } from './code.ts';
import { type EmitOptions, type Reading, specifierOf } from './file.ts';
import { GeneratedFile } from './generated-file.ts';
import { stringLiteral } from './literal.ts';
import { propertyKey } from './tags.ts';
import type { ClientClassView, ClientView } from './views.ts';

/** client.ts: a class for each port type, with a typed method for each operation. */
export function clientView(
  service: ResolvedService,
  { source, importExtension, reading = 'standard', sides }: EmitOptions,
): ClientView {
  const types = specifierOf('./types', importExtension);
  const addresses = addressEntries(service);
  const renamed = new Map(addresses.length === 0 ? [] : [['addresses', 'addressesType']]);
  const file = new GeneratedFile(service, { importExtension, runtime: '@soapwright/runtime/client', types, renamed });
  const methods = new ClientMethods(service, file, sides);
  const defaultReading = readingText(reading, file);
  const common = { operations: specifierOf('./client-operations', importExtension), reading: defaultReading };
  const clients = service.portTypes.map((portType, index): ClientClassView => {
    const own = classOf(portType, service, index);
    const soap = defaultVersion(portType) === '1.1' ? '' : stringLiteral('1.2');
    const isLong = soap !== '' || defaultReading !== '';
    return {
      ...common,
      ...own,
      soap,
      isLong,
      isCallFree: !portType.methods.has('call'),
      methods: methods.views(portType.methods),
    };
  });
  file.module('soap');
  return {
    source,
    types,
    imports: [...file.imports],
    faults: service.faults.length === 0 ? '' : specifierOf('./client-faults', importExtension),
    headers: service.headers.length === 0 ? '' : specifierOf('./client-headers', importExtension),
    defaultAddress: service.address === '' ? '' : stringLiteral(service.address),
    addresses,
    clients,
  };
}

/** The class of the first port type stands for the service, with `defaultAddress`. */
function classOf(
  { name, client, service, doc, ports: [first] }: ResolvedPortType,
  { name: main, doc: mainDoc, address }: ResolvedService,
  index: number,
): Pick<ClientClassView, 'doc' | 'name' | 'address' | 'isFurther'> {
  if (index === 0) {
    const own = address === '' ? '' : 'defaultAddress';
    return { doc: classDoc(main, mainDoc), name: client, address: own, isFurther: false };
  }
  const own = first === undefined || first.address === '' ? '' : `addresses${propertyAccess(first.name)}`;
  return { doc: classDoc(`the port type ${name} of ${service}`, doc), name: client, address: own, isFurther: true };
}

/** `addresses`, where a service has several. */
function addressEntries({ portTypes }: ResolvedService): readonly Code[] {
  const ports = portTypes
    .flatMap((portType) =>
      portType.ports.map((port) => ({ ...port, isDefault: port.soapVersion === defaultVersion(portType) })),
    )
    .filter(({ address }) => address !== '');
  const isOne = portTypes.length === 1 && new Set(ports.map(({ address }) => address)).size < 2;
  if (isOne || ports.length === 0) return [];
  const entries = ports.map(({ name, address, soapVersion, isDefault }) => {
    const note = isDefault ? '' : ` // with the option soap: '${soapVersion}'`;
    return line(`${propertyKey(name)}: ${stringLiteral(address)},${note}`);
  });
  return [headed(line('export const addresses = {'), entries, '} as const;')];
}

/** The version that a client speaks without the option `soap`: that of its default address, 1.1 if that has both. */
function defaultVersion({ ports }: ResolvedPortType): SoapVersion {
  const [first] = ports;
  const at = ports.filter(({ address }) => address === first?.address).map(({ soapVersion }) => soapVersion);
  return at.length > 0 && !at.includes('1.1') ? '1.2' : '1.1';
}

function propertyAccess(name: string): string {
  const key = propertyKey(name);
  return key === name ? `.${name}` : `[${key}]`;
}

function classDoc(name: string, doc: string | undefined): Doc['paragraphs'] {
  return [
    `A client of ${name}.`,
    doc,
    { tag: '@throws', text: '{soap.SoapFault} from each method, if the service responds with a fault.' },
    {
      tag: '@throws',
      text: '{soap.ClientError} from each method, if no response can be read; `npx soapwright explain CODE` explains its `code`.',
    },
  ];
}

/** The default of the option `reading`; empty for that of the runtime. */
function readingText(reading: Reading, file: GeneratedFile): string {
  if (reading === 'tolerant') return `${file.module('tolerance')}.tolerant`;
  return reading === 'strict' ? stringLiteral(reading) : '';
}
