/** A soapwright.yaml with one entry. @param schema path of the contract, from the folder of the file. */
export function configurationText(schema: string): string {
  return `# yaml-language-server: $schema=./node_modules/soapwright/schema/soapwright.schema.json
# Which contracts soapwright generates code from. Paths are relative to this file.
soapwright: 1
generate:
  - schema: ${plainOrQuoted(schema)}
    out: ${plainOrQuoted(`generated/${nameOf(schema)}`)}
`;
}

/** Without folder and suffix. */
function nameOf(schema: string): string {
  const file = schema.split('/').at(-1) ?? '';
  return file.replace(/\.(?:wsdl|xml|ya?ml|json)$/i, '') || 'contract';
}

function plainOrQuoted(text: string): string {
  return /^[\w./][\w./-]*$/.test(text) ? text : JSON.stringify(text);
}
