import type { CodeText } from './code-text.ts';

/** soapwright.yaml (SW2…), the command line (SW5…), `lint` and `explain` (SW7…). */
export const configCodes: Readonly<Record<string, CodeText>> = {
  SW2001: {
    meaning: 'The command looks for soapwright.yaml in the folder that it runs in, and for no other file.',
    example: 'cd src && soapwright generate',
  },
  SW2002: {
    meaning: 'The two take the place of a configuration, and only together.',
    example: 'soapwright generate --schema contract.yaml',
  },
  SW2003: {
    meaning: 'A folder of generated files belongs to one contract: what that does not know is stale there.',
    example: 'generate:\n  - { schema: a.yaml, out: generated }\n  - { schema: b.yaml, out: generated }',
  },
  SW2004: {
    meaning: 'The configuration is committed, and must mean the same everywhere.',
    example: 'generate:\n  - { schema: /home/me/a.yaml, out: generated }',
  },
  SW2005: {
    meaning: 'Handlers are the only files that import generated code by this name.',
    example: 'generate:\n  - { schema: a.yaml, out: generated, handlersImport: "@shop/generated" }',
  },
  SW2006: {
    meaning: 'The outer entry would take the files of the inner one for stale.',
    example: 'generate:\n  - { schema: a.yaml, out: generated }\n  - { schema: b.yaml, out: generated/b }',
  },
  SW2007: {
    meaning: 'Types and codecs of a large contract can go into several files each.',
    example: 'generate:\n  - { schema: a.yaml, out: generated, parts: 0 }',
  },
  SW5001: {
    meaning: 'Files are generated with the defaults of all variables, so that they are the same on every machine.',
    example: 'SHOP_URL=https://shop.example soapwright generate',
  },
  SW5002: {
    meaning: 'The command line could not be understood; programs that asked for a format get it in that.',
    example: 'soapwright generate --out',
  },
  SW5101: {
    meaning: 'Generated code imports the runtime, which was not found from its folder upwards.',
    example: 'soapwright generate   # before npm install',
  },
  SW5102: {
    meaning:
      'Generated code needs something of the runtime that the installed one does not have; it would not compile.',
    example: 'npm install @soapwright/runtime@0.1.0',
  },
  SW5103: {
    meaning: 'The runtime has changed in a way that code of this generator does not know.',
    example: 'npm install @soapwright/runtime@next',
  },
  SW5201: {
    meaning: '`init` begins a project, and never writes over one.',
    example: 'soapwright init && soapwright init',
  },
  SW5202: {
    meaning: '`init` writes what is missing and leaves the rest.',
    example: 'A folder with a schema/example.yaml, and no soapwright.yaml.',
  },
  SW5301: {
    meaning: 'Generated files are replaced and deleted; handlers are yours and must never be.',
    example: 'generate:\n  - { schema: a.yaml, out: generated, handlers: generated }',
  },
  SW5302: {
    meaning: 'The index of a folder of handlers names those of one service.',
    example:
      'generate:\n  - { schema: a.yaml, out: a, handlers: handlers }\n  - { schema: b.yaml, out: b, handlers: handlers }',
  },
  SW5303: {
    meaning: 'The paths differ, and lead to one folder on the disk.',
    example: 'ln -s generated other   # with an entry for each',
  },
  SW7001: {
    meaning: 'Presets, categories and rules are named in soapwright.yaml, and none has this name.',
    example: 'lint: { severity: { operation-docs: error } }',
  },
  SW7002: {
    meaning:
      'What is ignored without need hides the next real finding there. Paths are those of the contract: operations/Find/request/Number, records/Order/Number.',
    example: 'lint: { ignore: { field-case: [records/Oder] } }',
  },
  SW7003: {
    meaning: 'The number is a ratchet: set it to what there is today, and no new warning gets in.',
    example: 'soapwright lint --max-warnings 0',
  },
  SW7004: {
    meaning: 'The command looks for soapwright.yaml in the folder that it runs in.',
    example: 'cd src && soapwright lint',
  },
  SW7005: {
    meaning: 'Rules have names such as operation-doc, diagnostics codes such as SW1304.',
    example: 'soapwright explain operation-docs',
  },
};
