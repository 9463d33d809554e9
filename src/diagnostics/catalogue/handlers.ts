/** What can be the matter with the handlers, which are people's files (SW4…). */
export const handlers = {
  indexDoesNotParse: {
    code: 'SW4001',
    severity: 'error',
    exit: 1,
    message: '{file} was left as it is, since it does not parse: {reason}',
    remedy: 'Mend it and run the command again, or add by hand:',
  },
  indexNotRecognised: {
    code: 'SW4002',
    severity: 'error',
    exit: 1,
    message: '{file} was left as it is: there is no exported object literal `handlers` in it that can be added to.',
    remedy: 'Add by hand, wherever it fits:',
  },
  nameTaken: {
    code: 'SW4003',
    severity: 'error',
    exit: 1,
    message: '{file} was left as it is: "{name}", the name of a new handler, stands for what is no function in it.',
    remedy: 'Give that another name there and run the command again, or add by hand:',
  },
  indexNotText: {
    code: 'SW4004',
    severity: 'error',
    exit: 1,
    message: '{file} was left as it is: it is not in UTF-8.',
    remedy: 'Save it in UTF-8 and run the command again, or add by hand:',
  },
  sameNameInAnotherCase: {
    code: 'SW4005',
    severity: 'error',
    exit: 1,
    message: '{file} was not made: {other} is there, and many file systems take the two names for one.',
    remedy: 'Rename or delete {other} and run the command again.',
  },
  retired: {
    code: 'SW4101',
    severity: 'warning',
    exit: 0,
    message: '{file} answers {operation}, which is no longer in the contract.',
    remedy: 'Nothing is deleted. Once nobody needs it, delete the file and what {index} says of it.',
  },
} as const;
