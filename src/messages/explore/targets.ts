import { attribute, type Entry, type Html, html, nothing, versionNamed } from '@soapwright/runtime/pages';
import type { ResolvedOperation, ResolvedService, SoapVersion } from '../../contract/index.ts';
import type { ExploreEnvironment } from './environments.ts';
import type { Target } from './exchange.ts';

/** A port that an operation can be called at. */
export interface PortChoice {
  /** Name of the port, or the version for one that the contract does not have. */
  readonly key: string;
  readonly label: string;
  readonly soapVersion: SoapVersion;
  readonly address: string;
}

/** The ports of an operation, and its first address with the versions of SOAP that they leave out. */
export function portsOf(service: ResolvedService, { identifier }: ResolvedOperation): readonly PortChoice[] {
  const own =
    service.portTypes.find(({ methods }) => [...methods.values()].includes(identifier)) ?? service.portTypes[0];
  const declared = (own?.ports ?? []).map(({ name, soapVersion, address }): PortChoice => {
    return { key: name, label: `${name}, SOAP ${soapVersion}`, soapVersion, address };
  });
  const address = declared[0]?.address || service.address;
  const others = (['1.1', '1.2'] as const).filter((version) => !declared.some((one) => one.soapVersion === version));
  return [
    ...declared,
    ...others.map((version): PortChoice => {
      const label = `SOAP ${version}${declared.length === 0 ? '' : ', not in the contract'}`;
      return { key: version, label, soapVersion: version, address };
    }),
  ];
}

/** Entries of the controls. */
const [environmentEntry, portEntry, timeoutEntry] = ['send:environment', 'send:port', 'send:timeout'] as const;

/** What was chosen in the controls; what is missing has its default. */
export interface Chosen {
  readonly environment?: string | undefined;
  readonly port?: string | undefined;
  readonly timeout?: string | undefined;
}

/** The entries of the controls, and the others. */
export function splitEntries(entries: readonly Entry[]): {
  readonly chosen: Chosen;
  readonly others: readonly Entry[];
} {
  const text = (name: string): string | undefined => {
    const own = entries.find((entry) => entry.name === name);
    return own && Buffer.from(own.value).toString('utf8');
  };
  const chosen = { environment: text(environmentEntry), port: text(portEntry), timeout: text(timeoutEntry) };
  return { chosen, others: entries.filter(({ name }) => !name.startsWith('send:')) };
}

/** @param command the address of an option of the command, and its time-out in seconds. */
export function targetOf(
  chosen: Chosen,
  ports: readonly PortChoice[],
  environment: ExploreEnvironment | undefined,
  command: { readonly address: string | undefined; readonly timeout: number },
): Target {
  const port = ports.find(({ key }) => key === chosen.port) ?? ports[0];
  const asked = Number(chosen.timeout ?? '');
  const usual = environment?.timeout ?? command.timeout;
  return {
    environment: environment?.name ?? '',
    port: port?.key ?? '',
    version: versionNamed(port?.soapVersion ?? '1.1'),
    address: String(environment?.options.address ?? command.address ?? port?.address ?? ''),
    timeout: asked > 0 && asked <= 86_400 ? asked : usual,
  };
}

/** The choice of environment and port, and the time-out. */
export function targetControls(
  ports: readonly PortChoice[],
  environments: readonly ExploreEnvironment[],
  { environment, port, timeout }: Pick<Target, 'environment' | 'port' | 'timeout'>,
): Html {
  const option = (value: string, label: string, chosen: string): Html =>
    html`<option value="${value}"${attribute('selected', value === chosen ? '' : undefined)}>${label}</option>`;
  const places = [
    { key: '', label: 'as the command says' },
    ...environments.map(({ name }) => ({ key: name, label: name })),
  ];
  const choice =
    environments.length === 0
      ? nothing
      : html`<label>Environment <select name="${environmentEntry}">${places.map(({ key, label }) => option(key, label, environment))}</select></label>\n`;
  return html`<div class="target">${choice}<label>Port <select name="${portEntry}">${ports.map(({ key, label }) => option(key, label, port))}</select></label>
<label>Seconds to wait <input type="text" class="seconds" name="${timeoutEntry}" inputmode="decimal" pattern="[0-9]*\\.?[0-9]+" value="${String(timeout)}" /></label></div>\n`;
}
