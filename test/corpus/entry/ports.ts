import { diagnosisLimit } from '../judge.ts';
import type { LoadedEntry } from './loaded-entry.ts';

/** Diagnostics of an entry without a place, and an entry that has neither a contract nor an error, or its errors late. */
export function unplaced({ entry: { id }, opened, loaded, milliseconds }: LoadedEntry): readonly string[] {
  const diagnostics = [...opened.diagnostics, ...(loaded?.diagnostics ?? [])];
  const isRead = loaded?.contract !== undefined;
  const isSilent = !isRead && !diagnostics.some(({ severity }) => severity === 'error');
  return [
    ...(isSilent ? [`${id}: no error`] : []),
    ...(!isRead && milliseconds > 5 * diagnosisLimit ? [`${id}: ${Math.round(milliseconds)} ms`] : []),
    ...diagnostics.flatMap(({ code, file, line, column }) =>
      file === undefined || line === undefined || column === undefined ? [`${id}: ${code}`] : [],
    ),
  ];
}

export interface SoapPorts {
  readonly reached: number;
  /** Those in neither the contract nor a diagnostic. */
  readonly missing: readonly string[];
}

/** The ports of a WSDL with a SOAP binding. */
export function soapPorts({ entry: { id }, loaded, complete }: LoadedEntry): SoapPorts {
  const { contract, diagnostics = [] } = loaded ?? {};
  if (contract === undefined) return { reached: 0, missing: [] };
  const said = diagnostics.map(({ message }) => message).join('\n');
  const all = (complete?.services ?? []).flatMap(({ name: service, ports }) =>
    ports.map(({ name: port }) => ({ service, port })),
  );
  const has = (service: string, port: string): boolean =>
    contract.services.some(({ name, ports }) => name === service && ports.some((own) => own.name === port));
  const others = all.filter(({ service, port }) => !has(service, port));
  return {
    reached: all.length - others.length,
    missing: others.flatMap(({ service, port }) => (said.includes(port) ? [] : [`${id}: ${service}.${port}`])),
  };
}
