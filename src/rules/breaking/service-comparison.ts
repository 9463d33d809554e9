import type { Binding, Port, SoapVersion } from '../../contract/index.ts';
import { bindingsOf, boundOperation, demandText, isMetBy } from '../../contract/index.ts';
import { capital, listed } from '../lint/wording.ts';
import type { Violations } from './findings.ts';
import { MessageComparison } from './message-comparison.ts';
import { matchOperations, type OperationPair } from './operation-pairs.ts';
import type { Place } from './places.ts';
import type { RuleId } from './rule.ts';
import type { Side } from './side.ts';
import { TypeComparison } from './type-comparison.ts';
import type { Sides } from './value-comparison.ts';

/** A port with its binding. */
interface BoundPort {
  readonly port: Port;
  readonly binding: Binding;
}

/** Compares the services of two contracts, from the namespace down to the values in messages. */
export class ServiceComparison {
  readonly #sides: Sides;
  readonly #violations: Violations;

  constructor(sides: Sides, violations: Violations) {
    this.#sides = sides;
    this.#violations = violations;
  }

  compare(): void {
    this.#compareService();
    const { before, after } = this.#sides;
    const ports = this.#comparePorts(portsOf(before), portsOf(after));
    const { pairs, deleted } = matchOperations(before.contract, after.contract);
    for (const { operation, renamed } of deleted) {
      const place = before.places.of(operation);
      const hint = renamed === undefined ? '' : ` "${renamed.name}" looks like a rename of it.`;
      const at = renamed === undefined ? after.places.whole : after.places.of(renamed);
      this.#add('OPERATION_NO_DELETE', place, at, place, `${capital(place.label)} is deleted.${hint}`);
    }
    this.#compareReserved();
    const types = new TypeComparison(before, after, this.#violations);
    for (const pair of pairs) this.#compareOperation(pair, ports, types);
    types.compare();
  }

  #add(rule: RuleId, subject: Place, after: Place, before: Place, message: string): void {
    this.#violations.add(rule, { subject, after, before }, message);
  }

  #compareService(): void {
    const { before, after } = this.#sides;
    const change = (rule: RuleId, what: string, from: string | undefined, to: string | undefined): void => {
      if (from === to) return;
      const message = `The ${what} was ${quoted(from)}, and is ${quoted(to)}.`;
      this.#add(rule, after.places.whole, after.places.whole, before.places.whole, message);
    };
    const [old, current] = [before.contract, after.contract];
    change('SERVICE_SAME_NAMESPACE', 'namespace', old.targetNamespace, current.targetNamespace);
    change('SERVICE_SAME_NAME', 'name of the service', old.services[0]?.name, current.services[0]?.name);
    change('SERVICE_SAME_NAME', 'name of the definitions', definitionsName(before), definitionsName(after));
    const [was, is] = [old.addressing, current.addressing];
    if (is?.required === true && (was === undefined || was.version !== is.version)) {
      const known = was === undefined ? 'knew none' : `spoke version ${was.version}`;
      const message = `The service demands WS-Addressing ${is.version}, and ${known} before.`;
      this.#add('BINDING_NO_NEW_ADDRESSING', after.places.whole, after.places.whole, before.places.whole, message);
    }
  }

  /** Ports of the same SOAP version. */
  #comparePorts(
    old: readonly BoundPort[],
    current: readonly BoundPort[],
  ): readonly (readonly [BoundPort, BoundPort])[] {
    const { before, after } = this.#sides;
    const missing = new Set<SoapVersion>();
    const pairs = old.flatMap((one): (readonly [BoundPort, BoundPort])[] => {
      const same = current.filter(({ binding }) => binding.soapVersion === one.binding.soapVersion);
      const other =
        same.find(({ port }) => port.name === one.port.name) ??
        same.find(({ binding }) => binding.portType.local === one.binding.portType.local) ??
        same[0];
      if (other !== undefined) return [[one, other]];
      missing.add(one.binding.soapVersion);
      return [];
    });
    for (const version of missing) {
      const place = before.places.of(old.find(({ binding }) => binding.soapVersion === version)?.binding ?? before);
      const message = `There is no binding for SOAP ${version} any more.`;
      this.#add('BINDING_SAME_SOAP_VERSION', place, after.places.whole, place, message);
    }
    for (const [from, to] of pairs) this.#comparePort(from, to);
    return pairs;
  }

  #comparePort(old: BoundPort, current: BoundPort): void {
    const { before, after } = this.#sides;
    const ports = [after.places.of(current.port), before.places.of(old.port)] as const;
    const bindings = [after.places.of(current.binding), before.places.of(old.binding)] as const;
    const change = (
      rule: RuleId,
      what: string,
      [to, from]: readonly [Place, Place],
      names: readonly [string | undefined, string | undefined],
    ): void => {
      if (names[0] === names[1]) return;
      this.#add(rule, to, to, from, `The ${what} was ${quoted(names[0])}, and is ${quoted(names[1])}.`);
    };
    change('PORT_SAME_NAME', 'name of the port', ports, [old.port.name, current.port.name]);
    change('ENDPOINT_SAME_ADDRESS', 'address', ports, [old.port.address, current.port.address]);
    change('BINDING_SAME_NAME', 'name of the binding', bindings, [old.binding.name.local, current.binding.name.local]);
    const portTypes = [old.binding.portType.local, current.binding.portType.local] as const;
    change('PORT_SAME_NAME', 'name of the port type', ports, portTypes);
    change('BINDING_SAME_STYLE', 'transport', bindings, [old.binding.transport, current.binding.transport]);
    const mtom = [old.port.mtom, current.port.mtom] as const;
    // Clients of the old one are served as before.
    if (current.port.mtom !== 'optional') change('BINDING_SAME_MTOM', 'use of MTOM', ports, mtom);
    this.#compareSecurity(old.port.security, current.port.security, ports);
  }

  /** Whatever clients of the old contract send must meet an alternative of the new one. */
  #compareSecurity(
    old: Port['security'] = [{}],
    current: Port['security'] = [{}],
    [to, from]: readonly [Place, Place],
  ): void {
    const refused = old.find((sent) => !current.some((demand) => isMetBy(demand, sent)));
    if (refused === undefined) return;
    const demanded = current.map(demandText).join(', or ');
    const message = `The port demands ${demanded} of callers; old ones may send ${demandText(refused)}.`;
    this.#add('BINDING_NO_NEW_SECURITY', to, to, from, message);
  }

  #compareReserved(): void {
    const { before, after } = this.#sides;
    const old = before.contract.portTypes.flatMap(({ reserved = [] }) => reserved);
    const current = after.contract.portTypes.flatMap(({ reserved = [] }) => reserved);
    const operations = after.contract.portTypes.flatMap((portType) => portType.operations);
    for (const name of old) {
      const reused = operations.find((operation) => operation.name === name);
      const place = reused === undefined ? after.places.whole : after.places.of(reused);
      if (reused !== undefined) {
        this.#add(
          'RESERVED_NO_REUSE',
          place,
          place,
          before.places.whole,
          `${capital(place.label)} has a reserved name.`,
        );
      } else if (!current.includes(name)) {
        const message = `The operations no longer reserve ${listed([name])}.`;
        this.#add('RESERVED_NO_DELETE', place, place, before.places.whole, message);
      }
    }
  }

  #compareOperation(
    { before: old, after: current }: OperationPair,
    ports: readonly (readonly [BoundPort, BoundPort])[],
    types: TypeComparison,
  ): void {
    const { before, after } = this.#sides;
    const [place, from] = [after.places.of(current), before.places.of(old)];
    if (old.pattern !== current.pattern) {
      const message = `${capital(place.label)} was ${old.pattern}, and is ${current.pattern}.`;
      this.#add('OPERATION_SAME_MEP', place, place, from, message);
    }
    const messages = new MessageComparison({ sides: this.#sides, types, violations: this.#violations });
    const [olds, currents] = [bindingsOf(before.contract, old), bindingsOf(after.contract, current)];
    for (const [oldPort, currentPort] of ports) {
      if (!olds.includes(oldPort.binding) || !currents.includes(currentPort.binding)) continue;
      const one = boundOperation(oldPort.binding, old);
      const other = boundOperation(currentPort.binding, current);
      if (one !== undefined && other !== undefined) messages.compare({ old, current, one, other });
    }
  }
}

function portsOf({ contract }: Side): readonly BoundPort[] {
  const bindings = new Map(
    contract.bindings.map((binding) => [`${binding.name.namespace} ${binding.name.local}`, binding]),
  );
  return contract.services.flatMap(({ ports }) =>
    ports.flatMap((port) => {
      const binding = bindings.get(`${port.binding.namespace} ${port.binding.local}`);
      return binding === undefined ? [] : [{ port, binding }];
    }),
  );
}

/** The name of the definitions, where it is not that of the service. */
function definitionsName({ contract }: Side): string | undefined {
  return contract.name === contract.services[0]?.name ? undefined : contract.name;
}

function quoted(text: string | undefined): string {
  return text === undefined ? 'absent' : `"${text}"`;
}
