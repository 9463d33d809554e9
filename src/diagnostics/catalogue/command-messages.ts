/** soapwright.yaml and the options that replace it (SW2…). */
export const config = {
  nothingToGenerate: {
    code: 'SW2001',
    message: 'There is nothing to generate: no {file} here, and neither --schema nor --out.',
    remedy: 'Run "soapwright init", or name both: soapwright generate --schema contract.yaml --out generated.',
    meaning: 'The command reads soapwright.yaml in the current folder only.',
    example: 'cd src && soapwright generate',
  },
  schemaWithoutOut: {
    code: 'SW2002',
    message: '{given} is given without {lacking}.',
    remedy: 'Give both, or neither and use a soapwright.yaml.',
    meaning: 'The two options together replace the configuration.',
    example: 'soapwright generate --schema contract.yaml',
  },
  sameOut: {
    code: 'SW2003',
    message: 'Two entries write to the folder "{out}".',
    remedy: 'Give each another folder.',
    meaning: 'A folder of generated files belongs to one contract: its files would be deleted as stale for the other.',
    example: 'generate:\n  - { schema: a.yaml, out: generated }\n  - { schema: b.yaml, out: generated }',
  },
  outsidePath: {
    code: 'SW2004',
    message: '"{key}" must be a relative path, not "{path}".',
    remedy: 'Write a path relative to the folder of soapwright.yaml, so that it is valid on every machine.',
    meaning: 'The configuration is committed, and must be valid on every machine.',
    example: 'generate:\n  - { schema: /home/me/a.yaml, out: generated }',
  },
  importWithoutHandlers: {
    code: 'SW2005',
    message: '"handlersImport" is the module name in imports of handlers, but there is no "handlers" folder.',
    remedy: 'Give "handlers", or remove "handlersImport".',
    meaning: 'Only handlers import generated code by this name.',
    example: 'generate:\n  - { schema: a.yaml, out: generated, handlersImport: "@shop/generated" }',
  },
  keyOfOtherLanguage: {
    code: 'SW2008',
    message: '"{key}" is for {language}, and {schema} is none.',
    remedy: 'Remove the key.',
    meaning:
      'A WSDL is not changed on the way to code: its service, port and operations are chosen. A contract in YAML has one service, whose address and namespace can be replaced.',
    example: 'generate:\n  - { schema: shop.wsdl, out: generated, baseUrl: "https://shop.example" }',
  },
  handlersOfClient: {
    code: 'SW2009',
    message: 'Handlers need a server, and "sides" is "client".',
    remedy: 'Remove "handlers", or write "sides: both".',
    meaning: 'Handlers implement the operations of the generated server, which code for clients does not have.',
    example: 'generate:\n  - { schema: a.yaml, out: generated, handlers: src/handlers, sides: client }',
  },
  nestedOut: {
    code: 'SW2006',
    message: 'The folder "{inner}" is inside of "{outer}", which belongs to another entry of this list.',
    remedy: 'Use folders that do not contain each other.',
    meaning: 'The outer entry would delete the files of the inner one as stale.',
    example: 'generate:\n  - { schema: a.yaml, out: generated }\n  - { schema: b.yaml, out: generated/b }',
  },
  badParts: {
    code: 'SW2007',
    message: '"parts" must be a number of files from 1 to {most}, not "{parts}".',
    remedy: 'Remove it for one file; use 16 for a thousand operations.',
    meaning: 'Types and codecs of a large contract can be split into several files.',
    example: 'generate:\n  - { schema: a.yaml, out: generated, parts: 0 }',
  },
} as const;

/** Arguments and environment of the command (SW5…). */
export const cli = {
  wrongArguments: {
    code: 'SW5002',
    message: 'Wrong arguments: {text}',
    remedy: 'See `soapwright --help`, or `soapwright help COMMAND`.',
    meaning: 'The command line is invalid. With --format the error has that format, too.',
    example: 'soapwright generate --out',
  },
  variableNotUsed: {
    code: 'SW5001',
    severity: 'info',
    exit: 0,
    message: '{name} is set and would change the {key} to "{value}", but files are generated with "{defaultValue}".',
    remedy: 'The address is an option of client and server at run time; --base-url and --namespace change the files.',
    meaning: 'Generated files contain the defaults of all variables, so that they are the same on every machine.',
    example: 'SHOP_URL=https://shop.example soapwright generate',
  },
  runtimeMissing: {
    code: 'SW5101',
    severity: 'info',
    exit: 0,
    message: 'The code in {folder} needs @soapwright/runtime, which is not installed there.',
    remedy: 'npm install @soapwright/runtime',
    meaning: 'Generated code imports the runtime, which was not found in its folder or the folders above.',
    example: 'soapwright generate   # before npm install',
  },
  runtimeTooOld: {
    code: 'SW5102',
    severity: 'warning',
    exit: 0,
    message:
      'The code in {folder} needs generation {needed} of @soapwright/runtime, and generation {found} is installed.',
    remedy: 'npm install @soapwright/runtime@latest',
    meaning: 'Generated code uses features of the runtime that the installed version lacks; it would not compile.',
    example: 'npm install @soapwright/runtime@0.1.0',
  },
  runtimeTooNew: {
    code: 'SW5103',
    severity: 'warning',
    exit: 0,
    message:
      'The code in {folder} needs generation {needed} of @soapwright/runtime, and generation {found} is installed.',
    remedy: 'Update soapwright and generate again: npm install --save-dev soapwright@latest && npx soapwright generate',
    meaning: 'The installed runtime has an interface that this version of the generator does not support.',
    example: 'npm install @soapwright/runtime@next',
  },
  handlersInOut: {
    code: 'SW5301',
    message: 'Handlers cannot be in {folder}, which contains generated files.',
    remedy: 'Give them another folder.',
    meaning: 'Generated files are replaced and deleted; handlers are written by people and must not be.',
    example: 'generate:\n  - { schema: a.yaml, out: generated, handlers: generated }',
  },
  sharedOut: {
    code: 'SW5303',
    message: '{folder} and {other} are the same folder, and two contracts cannot be generated into one.',
    remedy: 'Give each another folder; a symbolic link to the same folder does not count.',
    meaning: 'The paths differ, but lead to the same folder.',
    example: 'ln -s generated other   # with an entry for each',
  },
  sharedHandlers: {
    code: 'SW5302',
    message: 'Two entries have their handlers in {folder}, which has one index.',
    remedy: 'Give each another folder.',
    meaning: 'The index of a handlers folder lists the handlers of one service.',
    example:
      'generate:\n  - { schema: a.yaml, out: a, handlers: handlers }\n  - { schema: b.yaml, out: b, handlers: handlers }',
  },
  alreadyThere: {
    code: 'SW5201',
    message: '{file} already exists, so nothing was written.',
    remedy: 'Run `soapwright generate`, or `soapwright init` in another folder.',
    meaning: '`init` creates a project, and never overwrites one.',
    example: 'soapwright init && soapwright init',
  },
  kept: {
    code: 'SW5202',
    severity: 'info',
    exit: 0,
    message: '{file} already exists and is unchanged.',
    meaning: '`init` creates missing files only.',
    example: 'A folder with a schema/example.yaml, and no soapwright.yaml.',
  },
  importOfContract: {
    code: 'SW5203',
    message: '{file} is a contract in YAML already.',
    remedy: 'Give `soapwright import` a WSDL.',
    meaning: '`import` writes the YAML contract of a WSDL.',
    example: 'soapwright import contract.yaml',
  },
  importNotFetched: {
    code: 'SW5204',
    message: '{address} was not fetched.',
    remedy: 'Run: npx soapwright fetch {address}',
    meaning: '`import` opens no connection. It finds a WSDL that `fetch` has written by its address.',
    example: 'soapwright import https://example.com/billing?wsdl',
  },
  importOverOther: {
    code: 'SW5205',
    exit: 3,
    message: '{file} already exists, and is no contract of the service {service}.',
    remedy: 'Write to another file with --out, or overwrite it with --force.',
    meaning:
      '`import` compares a WSDL with an existing contract of the same service, and overwrites nothing by itself.',
    example: 'soapwright import wsdl/billing.wsdl --out contract.yaml',
  },
  importIncomplete: {
    code: 'SW5206',
    severity: 'warning',
    exit: 0,
    message: 'The contract says nothing of: {what}.',
    remedy: 'Keep the WSDL as the contract if that matters: `schema: {file}` in soapwright.yaml.',
    meaning: 'The language of contracts has no words for a detail of the WSDL. The rest of the contract is complete.',
    example: 'An rpc message with an element as a part.',
  },
  onlyInWsdl: {
    code: 'SW5311',
    exit: 1,
    message: '{component} is in the WSDL alone.',
    remedy: 'Add it to the contract, or overwrite the contract with --force.',
    meaning:
      '`import` over an existing contract of the same service compares the components of both, and writes nothing.',
    example: 'An operation that was added to the WSDL.',
  },
  onlyInContract: {
    code: 'SW5312',
    exit: 1,
    message: '{component} is in the contract alone.',
    remedy: 'Delete it if the service no longer has it, or overwrite the contract with --force.',
    meaning:
      '`import` over an existing contract of the same service compares the components of both, and writes nothing.',
    example: 'A record that was added to the contract by hand.',
  },
  otherInWsdl: {
    code: 'SW5313',
    exit: 1,
    message: '{component} is another one in the WSDL: {where}.',
    remedy: 'Change the contract, or overwrite it with --force.',
    meaning:
      '`import` over an existing contract of the same service compares the components of both, and writes nothing.',
    example: 'A field that is optional in the WSDL and required in the contract.',
  },
} as const;

/** Use of `soapwright lint` and `soapwright explain` (SW7…); lint findings have the ids of their rules. */
export const lint = {
  unknownRule: {
    code: 'SW7001',
    message: 'There is no {what} "{name}".',
    remedy: '`soapwright explain --list` lists them all.',
    meaning: 'The configuration names a preset, a category or a rule that does not exist.',
    example: 'lint: { severity: { operation-docs: error } }',
  },
  idleIgnore: {
    code: 'SW7002',
    severity: 'warning',
    exit: 0,
    message: '"{path}" is ignored for {rule}, which has no finding there.',
    remedy: 'Remove it, or correct the path: --format json shows that of each finding.',
    meaning:
      'An unused entry would hide the next real finding. Paths are those of the contract: operations/Find/request/Number, records/Order/Number.',
    example: 'lint: { ignore: { field-case: [records/Oder] } }',
  },
  tooManyWarnings: {
    code: 'SW7003',
    exit: 1,
    message: '{count} warnings are more than the {most} that --max-warnings allows.',
    remedy: 'Fix the new ones, or add them to "ignore" in soapwright.yaml.',
    meaning: 'Set the limit to the current number of warnings to allow no new ones.',
    example: 'soapwright lint --max-warnings 0',
  },
  nothingToLint: {
    code: 'SW7004',
    message: 'There is nothing to lint: no {file} here, and no --schema.',
    remedy: 'Name a contract: soapwright lint --schema contract.yaml.',
    meaning: 'The command reads soapwright.yaml in the current folder.',
    example: 'cd src && soapwright lint',
  },
  nothingToExplain: {
    code: 'SW7005',
    message: 'There is no page for "{name}".',
    remedy: '`soapwright explain --list` lists all rules and codes.',
    meaning: 'Rules have names such as operation-doc, and diagnostics have codes such as SW1304.',
    example: 'soapwright explain operation-docs',
  },
} as const;
