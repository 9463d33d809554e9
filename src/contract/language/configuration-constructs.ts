import { type Constructs, choice, construct, key, listOf, mapOf } from './construct.ts';

/** Which sides of a service code is generated for. */
export const sides = ['client', 'server', 'both'] as const;

/** How generated files import one another. */
export const importExtensions = ['ts', 'js', 'none'] as const;

/** How generated clients read responses. */
export const readings = ['tolerant', 'standard', 'strict'] as const;

/** More would be more files than a folder is good for. */
export const maxParts = 256;

/** soapwright.yaml. */
export const configurationConstructs: Constructs<'configuration' | 'target' | 'lint' | 'breaking'> = {
  configuration: {
    title: 'soapwright.yaml',
    doc: 'Which contracts soapwright generates code from, and into which folders. Paths are relative to this file.',
    example: '{ soapwright: 1, generate: [{ schema: schema/greeter.yaml, out: generated }] }',
    keys: {
      soapwright: key('languageVersion', 'Version of the language of this file. Only version 1 exists.'),
      generate: key(listOf(construct('target'), { filled: true, unique: false }), 'One entry for each contract.'),
      lint: key(construct('lint'), 'Which rules `soapwright lint` applies to the contracts.'),
      breaking: key(
        construct('breaking'),
        'What `soapwright breaking` compares the contracts with, and by which rules.',
      ),
    },
    rules: [
      { rule: 'required', keys: ['soapwright'] },
      { rule: 'required', keys: ['generate'] },
    ],
  },
  target: {
    title: 'an entry of "generate"',
    doc: 'A contract, in YAML or as WSDL, and how and where to generate code from it.',
    example: '{ schema: schema/greeter.yaml, out: generated/greeter, handlers: src/handlers }',
    keys: {
      schema: key('folderPath', 'The contract: a file of this language, or a WSDL 1.1.'),
      service: key(
        'reference',
        'Of a WSDL: the service to generate from; by default all, and of a server the first one with a SOAP port.',
      ),
      port: key(
        'reference',
        'Of a WSDL: the port to generate from; by default all that a client of their port type can call.',
      ),
      operations: key(
        listOf('reference', { filled: true }),
        'Of a WSDL: the operations to generate; by default all that can be called over SOAP and HTTP.',
      ),
      allowPaths: key(
        listOf('reference', { filled: true }),
        'Of a WSDL: folders outside of the project that it may import files from.',
      ),
      overlay: key(
        'folderPath',
        'Of a WSDL: a file that adds to the WSDL, such as names in TypeScript and secret fields.',
      ),
      out: key('folderPath', 'Folder for the generated files. Only soapwright writes in it: edits are overwritten.'),
      handlers: key(
        'folderPath',
        'Folder for handler files, one for each operation, which are created once and then yours. None are created by default.',
      ),
      handlersImport: key(
        'reference',
        'What handler files import generated code from, such as the name of a package; by default the relative path.',
      ),
      importExtension: key(
        choice(importExtensions),
        'How generated files import one another: `./types.js`, `./types.ts` (for type stripping) or `./types` (for bundlers).',
        'js',
      ),
      reading: key(
        choice(readings),
        'How generated clients read responses that differ from the contract: `strict` rejects them, `standard` passes over unknown and disordered fields, `tolerant` over more. By default `standard`, of a WSDL `tolerant`.',
      ),
      sides: key(
        choice(sides),
        'Whose code is generated: `client`, `server` or `both`. By default both, of a WSDL without `handlers` that of the client alone.',
      ),
      parts: key(
        { kind: 'integer', least: 1, most: maxParts },
        'The number of files that the types, and the codec, are split into. A name stays in its file when others are added; 16 suit a thousand operations.',
        1,
      ),
      plugins: key(
        listOf('reference', { filled: true }),
        'Modules of yours that emit further files from the contract, by their paths.',
      ),
      namespace: key('reference', 'Replaces the namespace of the contract.'),
      baseUrl: key(
        'baseUrl',
        "Replaces the part of the contract's address before the version segment (`/v2/`): scheme, host and prefix.",
      ),
      serviceFile: key('serviceFile', "Replaces the last segment of the contract's address, without its suffix."),
    },
    rules: [
      { rule: 'required', keys: ['schema'] },
      { rule: 'required', keys: ['out'] },
      { rule: 'needs', key: 'handlersImport', other: 'handlers', hasOwnCode: true },
    ],
  },
  lint: {
    title: '"lint"',
    doc: 'Which rules `soapwright lint` applies. `soapwright explain --list` lists all rules.',
    example: '{ use: [strict], severity: { doc-missing: off } }',
    keys: {
      use: key(
        listOf('lintRules', { unique: false }),
        'Presets (minimal, recommended, strict), categories and rules.',
        ['recommended'],
      ),
      except: key(listOf('lintCategory', { unique: false }), 'Categories and rules to leave out.'),
      severity: key(
        mapOf('lintRule', choice(['error', 'warning', 'info', 'off'])),
        'Severities by rule. A rule with a severity is applied.',
      ),
      ignore: key(
        mapOf('lintRule', listOf('reference', { unique: false })),
        'Components to ignore, by rule: paths such as records/Order/Number, which include the components below; * matches any part of a name.',
      ),
    },
  },
  breaking: {
    title: '"breaking"',
    doc: 'What `soapwright breaking` compares the contracts with, and which rules it applies. `soapwright explain --list` lists all rules.',
    example: '{ against: main, use: [WIRE], ignore_only: { OPERATION_NO_DELETE: [operations/Ping] } }',
    keys: {
      against: key(
        'reference',
        'The old contracts: a branch, a tag or a commit of git, or a file. --against replaces it.',
      ),
      use: key(
        listOf('breakingRules', { unique: false }),
        'Categories (WIRE, WIRE_STRICT, CONTRACT, SOURCE), each with the ones before it, and rules.',
        ['WIRE_STRICT'],
      ),
      except: key(
        listOf('breakingRules', { unique: false }),
        'Categories, each without the ones before it, and rules to leave out.',
      ),
      severity: key(
        mapOf('breakingRule', choice(['error', 'warning', 'info', 'off'])),
        'Severities by rule. A rule with a severity is applied.',
      ),
      ignore_only: key(
        mapOf('breakingRule', listOf('reference', { unique: false })),
        'Components whose changes are intended, by rule: paths such as records/Order/Number, which include the components below; * matches any part of a name.',
      ),
    },
  },
};
