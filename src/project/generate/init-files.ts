import {
  configurationText,
  exampleConfigurationText,
  type ProjectLayout,
  // Not from language/index.ts, which loads all tables.
} from '../../contract/index.ts';

/** A file that `init` creates. */
export interface InitFile {
  /** From the folder of the configuration. */
  readonly path: string;
  readonly text: string;
}

/** A configuration for a contract that exists. @param schema path of the contract, from the configuration. */
export function filesForContract(schema: string, layout: ProjectLayout): readonly InitFile[] {
  return [{ path: 'soapwright.yaml', text: configurationText(schema, layout) }];
}

/** A configuration, which comes first, and an example contract. */
export function exampleFiles(layout: ProjectLayout): readonly InitFile[] {
  return [
    { path: 'soapwright.yaml', text: exampleConfigurationText(layout) },
    { path: 'schema/example.yaml', text: exampleContract(layout.modules) },
  ];
}

function exampleContract(modules: string): string {
  return `# yaml-language-server: $schema=../${modules.replace(/^\.\//, '')}/soapwright/schema/contract.schema.json
# A contract: the operations of a service, with their requests and results.
soapwright: 1
service: Example
doc: A first service.
# The namespace of all elements. It ends in a slash, since SOAPAction is the namespace followed by the operation's name.
namespace: https://example.com/v1/
# Only a default: client and server have an option for the address.
address: http://localhost:8080/v1/example.asmx
soap: ["1.1", "1.2"]

operations:
  Greet:
    doc: Greets a person.
    request:
      # \`?\` makes a field optional, \`[]\` makes it a list.
      Name: string?
    result: Greeting

records:
  Greeting:
    Text: string
    # The long form of a field, for more than its type.
    Length: { type: int, doc: Number of characters in Text. }
`;
}
