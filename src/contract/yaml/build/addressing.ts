import { addressingVersions } from '../../language/index.ts';
import {
  actionsOf,
  type Contract,
  type ContractAddressing,
  type Extensible,
  type MessageReference,
  nameKey,
  type PortType,
} from '../../model/index.ts';

type AddressingVersion = ContractAddressing['version'];

const metadata = 'http://www.w3.org/2007/05/addressing/metadata';
const submission = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';

/** The policy of a port that demands a version of WS-Addressing, with replies on the connection of the request alone. */
export function addressingPolicy(version: AddressingVersion): string {
  return version === '1.0'
    ? `<wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:wsam="${metadata}"><wsam:Addressing><wsp:Policy><wsam:AnonymousResponses/></wsp:Policy></wsam:Addressing></wsp:Policy>`
    : `<wsp:Policy xmlns:wsp="http://schemas.xmlsoap.org/ws/2004/09/policy"><wsap:UsingAddressing xmlns:wsap="${submission}/policy"/></wsp:Policy>`;
}

/** The version whose policy is the last extension of a port, where `addressing` of a port in YAML puts it. */
export function addressingOfPort({ extensions }: Extensible): AddressingVersion | undefined {
  const last = extensions?.at(-1);
  return addressingVersions.find((version) => addressingPolicy(version) === last);
}

/** The contract without the actions that `addressing` of its ports gives its messages; as it is if it has other ones. */
export function withoutActions(contract: Contract): Contract {
  const ports = contract.services.flatMap((service) => service.ports);
  const versions = new Set(ports.flatMap((port) => addressingOfPort(port) ?? []));
  if (versions.size === 0) return contract;
  const bare = <Message extends MessageReference>(message: Message): Message => {
    const foreign = message.foreign?.filter(({ name }) => name.local !== 'Action') ?? [];
    return { ...message, foreign: foreign.length === 0 ? undefined : foreign };
  };
  const portTypes = contract.portTypes.map((portType) => ({
    ...portType,
    operations: portType.operations.map((operation) => ({
      ...operation,
      ...(operation.input && { input: bare(operation.input) }),
      ...(operation.output && { output: bare(operation.output) }),
      faults: operation.faults.map(bare),
    })),
  }));
  const stripped = { ...contract, portTypes };
  return actionsIn(withActions(stripped, versions)) === actionsIn(contract) ? stripped : contract;
}

function actionsIn({ portTypes }: Contract): string {
  const messages = portTypes.flatMap(({ operations }) =>
    operations.flatMap(({ input, output, faults }) => [input, output, ...faults]),
  );
  return JSON.stringify(messages.map((message) => message?.foreign ?? []));
}

/** Gives each message of the port types an Action, where it has none. @param versions of the ports. */
export function withActions(contract: Contract, versions: ReadonlySet<AddressingVersion>): Contract {
  const namespace = versions.has('1.0') ? metadata : submission;
  return versions.size === 0
    ? contract
    : { ...contract, portTypes: contract.portTypes.map((portType) => withActionsOf(portType, contract, namespace)) };
}

function withActionsOf(portType: PortType, { bindings }: Contract, namespace: string): PortType {
  const own = bindings.filter((binding) => nameKey(binding.portType) === nameKey(portType.name));
  const operations = portType.operations.map((operation) => {
    const isBound = (one: { readonly name: string; readonly inputName?: string | undefined }): boolean =>
      one.name === operation.name && (one.inputName ?? operation.input?.name) === operation.input?.name;
    const bound = own.flatMap((binding) => binding.operations).find(isBound) ?? { soapAction: '' };
    const { input, output, faults } = operation;
    const actions = actionsOf(portType.name, operation, bound);
    const withAction = <Message extends MessageReference>(message: Message, value: string | undefined): Message => {
      if (value === undefined || message.foreign?.some(({ name }) => name.local === 'Action')) return message;
      return { ...message, foreign: [...(message.foreign ?? []), { name: { namespace, local: 'Action' }, value }] };
    };
    return {
      ...operation,
      ...(input && { input: withAction(input, actions.request) }),
      ...(output && { output: withAction(output, actions.response) }),
      faults: faults.map((fault, at) => withAction(fault, actions.faults[at])),
    };
  });
  return { ...portType, operations };
}
