/** What the command line has to say about its surroundings (SW5…). */
export const cli = {
  wrongArguments: {
    code: 'SW5002',
    severity: 'error',
    exit: 2,
    message: 'Wrong arguments: {text}',
    remedy: 'See `soapwright --help`, or `soapwright help COMMAND`.',
  },
  variableNotUsed: {
    code: 'SW5001',
    severity: 'info',
    exit: 0,
    message: '{name} is set and would change the {key} to "{value}", but files are generated with "{defaultValue}".',
    remedy: 'The address is an option of client and server at run time; --base-url and --namespace change the files.',
  },
  runtimeMissing: {
    code: 'SW5101',
    severity: 'info',
    exit: 0,
    message: 'The code in {folder} needs @soapwright/runtime, which is not installed there.',
    remedy: 'npm install @soapwright/runtime',
  },
  runtimeTooOld: {
    code: 'SW5102',
    severity: 'warning',
    exit: 0,
    message:
      'The code in {folder} needs generation {needed} of @soapwright/runtime, and generation {found} is installed.',
    remedy: 'npm install @soapwright/runtime@latest',
  },
  runtimeTooNew: {
    code: 'SW5103',
    severity: 'warning',
    exit: 0,
    message:
      'The code in {folder} needs generation {needed} of @soapwright/runtime, and generation {found} is installed.',
    remedy: 'Update soapwright and generate anew: npm install --save-dev soapwright@latest && npx soapwright generate',
  },
  handlersInOut: {
    code: 'SW5301',
    severity: 'error',
    exit: 2,
    message: 'Handlers cannot lie in {folder}, since generated files do.',
    remedy: 'Give them a folder of their own.',
  },
  sharedOut: {
    code: 'SW5303',
    severity: 'error',
    exit: 2,
    message: '{folder} and {other} are the same folder, and two contracts cannot be generated into one.',
    remedy: 'Give each a folder of its own; a symbolic link does not make one.',
  },
  sharedHandlers: {
    code: 'SW5302',
    severity: 'error',
    exit: 2,
    message: 'Two entries have their handlers in {folder}, which has one index.',
    remedy: 'Give each a folder of its own.',
  },
  alreadyThere: {
    code: 'SW5201',
    severity: 'error',
    exit: 2,
    message: '{file} is there already, so nothing was written.',
    remedy: 'Run `soapwright generate`, or `soapwright init` in another folder.',
  },
  kept: {
    code: 'SW5202',
    severity: 'info',
    exit: 0,
    message: '{file} was there already and stays as it is.',
  },
} as const;
