import { encodeUtf8 } from '#bytes';
import type { Message } from './envelope-text.ts';
import type { ExampleValues, RequestExamples } from './example-values.ts';
import type { Entry } from './form/form-body.ts';
import { FormEntries } from './form/form-entries.ts';
import { requestMessage } from './form/form-request.ts';
import type { OperationDescription, PagesDescription } from './pages-description.ts';

/** The example of an operation; undefined without one. */
export function exampleOf(
  { examples = {} }: { readonly examples?: RequestExamples | undefined },
  { name }: OperationDescription,
): ExampleValues | undefined {
  return Object.hasOwn(examples, name) ? examples[name] : undefined;
}

/** The texts of an example, which may be shown. */
export function knownValues(values: ExampleValues = {}): ReadonlySet<string> {
  return new Set(Object.values(values).filter((value) => typeof value === 'string'));
}

/** The entries of a form that was filled with an example. */
export function exampleEntries(values: ExampleValues): FormEntries {
  return FormEntries.ofExample(
    Object.entries(values).map(([name, value]): Entry => {
      return typeof value === 'string'
        ? { name, value: encodeUtf8(value), fileName: undefined }
        : { name, value, fileName: 'example' };
    }),
  );
}

/** The request of an example. @throws {FormError} for a name that is not an input of the form. */
export function exampleMessage(
  service: PagesDescription,
  operation: OperationDescription,
  values: ExampleValues,
): Message {
  return requestMessage(service, operation, exampleEntries(values), Number.MAX_SAFE_INTEGER);
}

/** @throws {TypeError} for an operation that the service does not have, and for an input that its form does not have. */
export function checkExamples(service: PagesDescription, examples: RequestExamples): void {
  for (const [name, values] of Object.entries(examples)) {
    const operation = service.operations.find((one) => one.name === name);
    if (operation === undefined) throw new TypeError(`There is no operation ${name} for the example.`);
    try {
      exampleMessage(service, operation, values);
    } catch (error) {
      throw new TypeError(`The example of ${name} does not fit its form.`, { cause: error });
    }
  }
}
