import {
  type ElementNode,
  entriesOfMessage,
  FormEntries,
  type Message,
  type OperationDescription,
  type PagesDescription,
} from '@soapwright/runtime/pages';
import type { ResolvedOperation } from '../../contract/index.ts';
import type { Value } from '../model/value.ts';
import { Random } from '../values/random.ts';
import type { ServiceMessages } from '../values/service-messages.ts';
import type { Draft, Exchange } from './exchange.ts';
import { plainJson, requestValue } from './request-value.ts';

/** The form of an operation, as the page fills it. */
export interface FilledForm {
  readonly operation: ResolvedOperation;
  readonly described: OperationDescription;
  readonly description: PagesDescription;
  readonly messages: ServiceMessages;
}

/** What the form or the editor of data begins with. @param exchange whose request it has. */
export function draftOf(form: FilledForm, kind: Draft['kind'], exchange: Exchange | undefined): Draft {
  const { operation, description, messages } = form;
  const own = exchange?.operation === operation ? exchange : undefined;
  if (own?.draft.kind === kind) return own.draft;
  if (kind === 'form') {
    return { kind, entries: own === undefined ? new FormEntries([]) : formOfMessage(form, own.message) };
  }
  const value = own && requestValue(messages, description, own);
  const made = (): Value => {
    const maker = messages.maker({ random: new Random(`soapwright ${operation.name}`) });
    return messages.plain(operation, 'request', messages.make(operation, 'request', maker), { json: true });
  };
  const data = value === undefined ? made() : messages.plain(operation, 'request', value.body, plainJson);
  const headers = value?.headers ?? exampleHeaders(operation, messages);
  return { kind, data: printed(data ?? {}), headers: printed(headers) };
}

function printed(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/** A form with a plausible request, secrets among its values: they are made up. The same for the same operation. */
export function exampleForm({ operation, described, description, messages }: FilledForm): FormEntries {
  const maker = messages.maker({ random: new Random(`soapwright ${operation.name}`) });
  const body = messages.element(operation, 'request', messages.make(operation, 'request', maker));
  const required = operation.headers.input.filter((use) => use.required);
  const headers = required.map(({ header }): ElementNode => {
    return messages.block(header, maker.root(header, header.identifier));
  });
  return FormEntries.ofExample(entriesOfMessage(description, described, { headers, body }));
}

/** A form with a message. */
export function formOfMessage({ described, description }: FilledForm, message: Message): FormEntries {
  return new FormEntries(entriesOfMessage(description, described, message));
}

/** Plausible values of the header blocks that a request must have, as JSON. */
function exampleHeaders(operation: ResolvedOperation, messages: ServiceMessages): Readonly<Record<string, Value>> {
  const maker = messages.maker({ random: new Random(`soapwright ${operation.name}`) });
  const required = operation.headers.input.filter((use) => use.required);
  const blocks = required.map(({ header }) => {
    const value = messages.makeBlock(header, maker);
    return [header.identifier, messages.plainRoot(header, value, { json: true })] as const;
  });
  return Object.fromEntries(blocks);
}
