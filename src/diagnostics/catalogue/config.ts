/** What can be wrong with soapwright.yaml and with what takes its place on the command line (SW2…). */
export const config = {
  nothingToGenerate: {
    code: 'SW2001',
    severity: 'error',
    exit: 2,
    message: 'There is nothing to generate: no {file} here, and neither --schema nor --out.',
    remedy: 'Run "soapwright init", or name both: soapwright generate --schema contract.yaml --out generated.',
  },
  schemaWithoutOut: {
    code: 'SW2002',
    severity: 'error',
    exit: 2,
    message: '{given} is given, but not {lacking}.',
    remedy: 'Give both, or neither and a soapwright.yaml.',
  },
  sameOut: {
    code: 'SW2003',
    severity: 'error',
    exit: 2,
    message: 'Two entries write to the folder "{out}".',
    remedy: 'Give each a folder of its own.',
  },
  outsidePath: {
    code: 'SW2004',
    severity: 'error',
    exit: 2,
    message: '"{key}" must be a relative path, not "{path}".',
    remedy: 'Write it relative to the folder of soapwright.yaml, so that it means the same on every machine.',
  },
  importWithoutHandlers: {
    code: 'SW2005',
    severity: 'error',
    exit: 2,
    message: '"handlersImport" says how handlers import what is generated, but there is no "handlers" folder.',
    remedy: 'Give "handlers", or remove "handlersImport".',
  },
  nestedOut: {
    code: 'SW2006',
    severity: 'error',
    exit: 2,
    message: 'The folder "{inner}" lies inside of "{outer}", which another entry of this list owns.',
    remedy: 'Put them side by side.',
  },
  badParts: {
    code: 'SW2007',
    severity: 'error',
    exit: 2,
    message: '"parts" is a number of files from 1 to {most}, not "{parts}".',
    remedy: 'Leave it out for one file; 16 suit a thousand operations.',
  },
} as const;
