import type { Contract, Port } from '../model/index.ts';

/** The address as a variable of the environment with its default: `${CALCULATOR_URL:-http://…}`. */
export function addressText(service: string, address: string): string {
  // A default ends at the first brace.
  if (address === '' || /[{}]/.test(address)) return address;
  return `\${${variableName(service)}:-${address}}`;
}

/** `RemoteFileService` is `REMOTE_FILE_SERVICE_URL`. */
function variableName(service: string): string {
  const words = service
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1_')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1_')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return `${/^[A-Z]/.test(words) ? words : `SERVICE_${words}`}_URL`.replace('__', '_');
}

/** Whether the ports are those that a contract with `soap` has: one of each version at one address. */
export function hasUsualPorts({ name, services, bindings }: Contract): boolean {
  const ports = services[0]?.ports ?? [];
  const versions = ports.map((port) => versionOf(port, bindings));
  return (
    new Set(versions).size === ports.length &&
    new Set(ports.map(({ address }) => address)).size === 1 &&
    ports.every(
      (port, index) => port.name === `${name}${versions[index] === '1.1' ? 'Soap' : 'Soap12'}` && isPlain(port),
    )
  );
}

function isPlain({ doc, extensions, foreign }: Port): boolean {
  return doc === undefined && extensions === undefined && foreign === undefined;
}

export function versionOf({ binding }: Port, bindings: Contract['bindings']): '1.1' | '1.2' {
  const bound = bindings.find(({ name }) => name.local === binding.local && name.namespace === binding.namespace);
  return bound?.soapVersion ?? '1.1';
}
