/** What `soapwright init` puts into a folder: the configuration first. */
export const beginnings: readonly { readonly path: string; readonly text: string }[] = [
  {
    path: 'soapwright.yaml',
    text: `# yaml-language-server: $schema=./node_modules/soapwright/schema/soapwright.schema.json
# What soapwright generates, and from which contract. Paths are relative to this file.
soapwright: 1
generate:
  - schema: schema/example.yaml
    # Types, codecs, client, server skeleton and WSDL. Commit this folder; \`soapwright check\` tells when it is stale.
    out: generated/example
    # Your code: one file for each operation, made when it is missing and never overwritten.
    handlers: src/handlers
    # How relative imports end: js for TypeScript that is compiled, ts where Node or a bundler runs it as it is.
    importExtension: js
`,
  },
  {
    path: 'schema/example.yaml',
    text: `# yaml-language-server: $schema=../node_modules/soapwright/schema/contract.schema.json
# A contract: which operations there are, what they are asked, and what they answer.
soapwright: 1
service: Example
doc: A first service.
# Names of elements live in it. It ends in a slash, since SOAPAction is the namespace and the operation's name.
namespace: https://example.com/v1/
# Only a default: client and server take another one as an option.
address: http://localhost:8080/v1/example.asmx
soap: ["1.1", "1.2"]

operations:
  Greet:
    doc: Greets somebody.
    request:
      # \`?\` makes a field optional, \`[]\` lets it repeat.
      Name: string?
    result: Greeting

records:
  Greeting:
    Text: string
    # The long form of a field, where there is more to say about it than its type.
    Length: { type: int, doc: Number of characters in Text. }
`,
  },
];
