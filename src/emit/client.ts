import type { ResolvedPortType, ResolvedService, SoapVersion } from '../contract/index.ts';
import { ClientMethods } from './client-methods.ts';
import { block, type Code, type Doc, headed, line } from './code.ts';
import { type ClientCredentials, clientCredentials } from './credentials.ts';
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
  const common = [...readingSetting(reading, file), ...multipartSetting(service, file)];
  const clients = service.portTypes.map((portType, index): ClientClassView => {
    const found = clientCredentials(portType.security, file, service.mtom.client);
    const own = classOf(portType, service, index);
    return {
      ...own,
      operations: specifierOf('./client-operations', importExtension),
      signature: found === undefined ? [] : constructorHead(own.address, found),
      settings: [
        ...versionSetting(portType),
        ...common,
        ...(found?.settings ?? []),
        ...interceptorsSetting(service, found?.interceptors ?? [], file),
      ],
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

/** The default of the option `soap`, unless it is that of the runtime. */
function versionSetting(portType: ResolvedPortType): readonly Code[] {
  return defaultVersion(portType) === '1.1' ? [] : [line(`soap: options.soap ?? ${stringLiteral('1.2')},`)];
}

/** The default of the option `reading`, unless it is that of the runtime. */
function readingSetting(reading: Reading, file: GeneratedFile): readonly Code[] {
  if (reading === 'standard') return [];
  const value = reading === 'tolerant' ? `${file.module('tolerance')}.tolerant` : stringLiteral(reading);
  return [line(`reading: options.reading ?? ${value},`)];
}

/** MTOM that the contract states. */
function multipartSetting({ mtom }: ResolvedService, file: GeneratedFile): readonly Code[] {
  if (mtom.client === undefined) return [];
  const send = mtom.client === 'required' ? 'always' : 'never';
  return [line(`multipart: options.multipart ?? ${file.module('mtom')}.mtom({ send: ${stringLiteral(send)} }),`)];
}

/** What the contract demands: after the interceptors of the options, which may have blocks of their own. */
function interceptorsSetting(
  { addressing }: ResolvedService,
  credentials: readonly Code[],
  file: GeneratedFile,
): readonly Code[] {
  const own = '...(options.interceptors ?? [])';
  const addressed =
    addressing?.required === true
      ? [`${file.module('soapAddressing')}.addressing({ version: ${stringLiteral(addressing.version)} })`]
      : [];
  if (credentials.length > 0) {
    const last = addressed.map((one) => line(`${one},`));
    return [block('interceptors: [', [line(`${own},`), ...credentials, ...last], '],')];
  }
  return addressed.map((one) => line(`interceptors: [${own}, ${one}],`));
}

/** The head of a constructor whose options have credentials. @param address empty where the option is required. */
function constructorHead(address: string, { option, isOptional }: ClientCredentials): readonly Code[] {
  const own = address === '' ? [line('readonly address: string;'), ...option] : option;
  const isAbsent = isOptional && address !== '';
  return [block('constructor(', [block('options: soap.ClientOptions & {', own, isAbsent ? '} = {},' : '},')], ') {')];
}
