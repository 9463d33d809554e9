/** Properties of the project that its configuration depends on. */
export interface ProjectLayout {
  /** How relative imports end: `none` in a CommonJS package, which Jest and Node resolve without a suffix; `ts` for Deno. */
  readonly importExtension: 'ts' | 'js' | 'none';
  /** The only folder that TypeScript compiles, such as `src`; undefined if there is no such restriction. */
  readonly sources: string | undefined;
  /** Path of the node_modules with soapwright, from the configuration, such as `../../node_modules`. */
  readonly modules: string;
}

export const plainLayout: ProjectLayout = { importExtension: 'js', sources: undefined, modules: './node_modules' };

const importExtensionNotes = {
  ts: '# How relative imports end: ts, since Deno imports files by their whole name.',
  js: '# How relative imports end: js for TypeScript that is compiled, ts where Node or a bundler runs it directly.',
  none: '# How relative imports end: none, since the package is CommonJS.',
};

/** A soapwright.yaml with one entry. @param schema path of the contract, from the folder of the file. */
export function configurationText(schema: string, layout: ProjectLayout = plainLayout): string {
  const { importExtension } = layout;
  const extension =
    importExtension === 'js'
      ? ''
      : `    ${importExtensionNotes[importExtension]}\n    importExtension: ${importExtension}\n`;
  return `${headText(layout)}  - schema: ${plainOrQuoted(schema)}
    out: ${plainOrQuoted(`${outputFolder(layout)}/${baseName(schema)}`)}
${extension}`;
}

/** The soapwright.yaml of an example in `schema/example.yaml`, with handlers. */
export function exampleConfigurationText(layout: ProjectLayout): string {
  const { importExtension, sources = 'src' } = layout;
  return `${headText(layout)}  - schema: schema/example.yaml
    # Types, codecs, client, server skeleton and WSDL. Commit this folder; \`soapwright check\` reports stale files.
    out: ${outputFolder(layout)}/example
    # Your code: one file for each operation, created if it is missing and never overwritten.
    handlers: ${sources}/handlers
    ${importExtensionNotes[importExtension]}
    importExtension: ${importExtension}
`;
}

function headText({ modules }: ProjectLayout): string {
  return `# yaml-language-server: $schema=${modules}/soapwright/schema/soapwright.schema.json
# Which contracts soapwright generates code from. Paths are relative to this file.
soapwright: 1
generate:
`;
}

function outputFolder({ sources }: ProjectLayout): string {
  return sources === undefined ? 'generated' : `${sources}/generated`;
}

/** Without folder and suffix. */
function baseName(schema: string): string {
  const file = schema.split('/').at(-1) ?? '';
  return file.replace(/\.(?:wsdl|xml|ya?ml|json)$/i, '') || 'contract';
}

function plainOrQuoted(text: string): string {
  return /^[\w./][\w./-]*$/.test(text) ? text : JSON.stringify(text);
}
