import type { ResolvedOperation } from '../../contract/index.ts';

/** An operation of a service, as it can be called. */
export interface ServiceOperation {
  readonly name: string;
  readonly doc: string | undefined;
  readonly isOneWay: boolean;
  /** Names of the header blocks of its requests; a call without a required one is refused. */
  readonly headers: readonly { readonly name: string; readonly required: boolean }[];
}

export function describedOperation({ identifier: name, doc, output, headers }: ResolvedOperation): ServiceOperation {
  return {
    name,
    doc,
    isOneWay: output === undefined,
    headers: headers.input.map(({ header, required }) => ({ name: header.identifier, required })),
  };
}
