import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, PagesDescription } from '@soapwright/runtime/pages';
import { loadYamlPackage } from '../../contract/index.ts';
import { plainText, valueAt } from '../mock/expectation.ts';
import { fileText, yamlText } from '../mock/recording.ts';
import type { Value } from '../model/value.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import type { Exchange } from './exchange.ts';
import { requestValue } from './request-value.ts';

/** Assertions that cannot be saved. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** A probe of `verify`. */
type Probe = Readonly<Record<string, Value>>;

/**
 * The probe of an exchange with the assertions of a posted form.
 *
 * @throws {AssertionError} for a form that asserts nothing, and for a request that does not fit the contract.
 */
export function probeOf(
  exchange: Exchange,
  entries: readonly Entry[],
  messages: ServiceMessages,
  description: PagesDescription,
): Probe {
  const { operation, received, response } = exchange;
  const value = requestValue(messages, description, exchange);
  if (value === undefined)
    throw new AssertionError('The request does not fit the contract, so that no probe sends it.');
  const text = (name: string): string => {
    const own = entries.find((entry) => entry.name === name);
    return own === undefined ? '' : Buffer.from(own.value).toString('utf8');
  };
  const expect: Probe[] = entries.flatMap(({ name }): Probe[] => {
    if (name === 'status') return [{ status: String(received?.status ?? '') }];
    if (!name.startsWith('equals:')) return [];
    const path = name.slice('equals:'.length);
    const equals = plainText(valueAt(response?.plain, path));
    return equals === undefined ? [] : [{ path, equals }];
  });
  const path = text('path').trim();
  if (path !== '') expect.push({ path, ...asserted(text('kind'), text('value')) });
  const declared = response?.read.details[0]?.fault.identifier;
  const isFault = entries.some(({ name }) => name === 'fault');
  if (expect.length === 0 && !isFault) throw new AssertionError('Nothing is asserted: tick a box, or write a path.');
  return {
    when: messages.plain(operation, 'request', value.body),
    ...(isFault && { fault: declared === undefined ? { code: 'Sender' } : { name: declared } }),
    ...(expect.length > 0 && { expect }),
  };
}

function asserted(kind: string, value: string): Probe {
  switch (kind) {
    case 'exists':
      return { exists: 'true' };
    case 'missing':
      return { exists: 'false' };
    case 'matches':
      try {
        new RegExp(value, 'u');
      } catch {
        throw new AssertionError('The pattern is no regular expression.');
      }
      return { matches: value };
    default:
      return { equals: value };
  }
}

/** Writes a probe to the file of its operation, in the place of one with the same request. @returns the file. */
export function saveProbe(folder: string, operation: string, probe: Probe): string {
  const file = join(folder, `${operation}.yaml`);
  const { parseDocument, isSeq } = loadYamlPackage();
  const before = fileText(file);
  const document = parseDocument(before, { schema: 'failsafe' });
  const added = parseDocument(yamlText([probe]), { schema: 'failsafe' });
  const item: unknown = isSeq(added.contents) ? added.contents.items[0] : undefined;
  if (before.trim() !== '' && (document.errors.length > 0 || !isSeq(document.contents))) {
    throw new AssertionError(`${file} is no list of probes.`);
  }
  mkdirSync(folder, { recursive: true });
  if (!isSeq(document.contents)) {
    writeFileSync(file, yamlText([probe]));
    return file;
  }
  const same = document.contents.items.findIndex((one) => {
    const known = (one as { toJSON(): unknown }).toJSON() as { when?: unknown };
    return JSON.stringify(known.when) === JSON.stringify(probe.when);
  });
  document.contents.items.splice(
    same === -1 ? document.contents.items.length : same,
    same === -1 ? 0 : 1,
    item as never,
  );
  writeFileSync(file, document.toString({ lineWidth: 0 }));
  return file;
}
