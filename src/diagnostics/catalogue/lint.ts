/** What `soapwright lint` and `soapwright explain` have to say about how they are used (SW7…); findings have the ids of rules. */
export const lint = {
  unknownRule: {
    code: 'SW7001',
    severity: 'error',
    exit: 2,
    message: 'There is no {what} "{name}".',
    remedy: '`soapwright explain --list` names them all.',
  },
  idleIgnore: {
    code: 'SW7002',
    severity: 'warning',
    exit: 0,
    message: '"{path}" is ignored for {rule}, which finds nothing there.',
    remedy: 'Remove it, or correct the path: --format json shows that of each finding.',
  },
  tooManyWarnings: {
    code: 'SW7003',
    severity: 'error',
    exit: 1,
    message: '{count} warnings are more than the {most} that --max-warnings allows.',
    remedy: 'Mend what is new, or put it under "ignore" in soapwright.yaml.',
  },
  nothingToLint: {
    code: 'SW7004',
    severity: 'error',
    exit: 2,
    message: 'There is nothing to lint: no {file} here, and no --schema.',
    remedy: 'Name a contract: soapwright lint --schema contract.yaml.',
  },
  nothingToExplain: {
    code: 'SW7005',
    severity: 'error',
    exit: 2,
    message: 'There is nothing to explain under "{name}".',
    remedy: '`soapwright explain --list` names all rules and codes.',
  },
} as const;
