import {
  type ElementNode,
  entriesOfMessage,
  FormEntries,
  type Message,
  type OperationDescription,
  type PagesDescription,
} from '@soapwright/runtime/pages';
import type { ResolvedOperation } from '../../contract/index.ts';
import { Random } from '../values/random.ts';
import type { ServiceMessages } from '../values/service-messages.ts';

/** The form of an operation, as the page fills it. */
export interface FilledForm {
  readonly operation: ResolvedOperation;
  readonly described: OperationDescription;
  readonly description: PagesDescription;
  readonly messages: ServiceMessages;
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
