/** Examples of mocks, and services that are verified (SW93…, SW94…). */
export const mock = {
  noSuchExampleOperation: {
    code: 'SW9301',
    message: 'The contract has no operation "{name}".',
    remedy: 'Name the file after the operation whose examples it holds: {first}.yaml',
    meaning: 'Each file of a folder of examples is named after an operation, as on the wire or as its method.',
    example: 'examples/FindInvoic.yaml',
  },
  unknownField: {
    code: 'SW9302',
    message: '{where} has no field "{name}".',
    remedy: 'Its fields are: {known}.',
    meaning:
      'Fields have the names that they have in TypeScript. A field that the contract does not declare is never sent.',
    example: '- respond: { Numbr: 7 }',
  },
  wrongValue: {
    code: 'SW9303',
    message: '{where}: {reason}.',
    remedy: 'Write the value as its type has it, such as 2026-01-31 for a date and base64 for binary values.',
    meaning:
      'Values are texts of their types in XML Schema. They are checked with all facets when the examples are read.',
    example: '- respond: { Total: twelve }',
  },
  exampleShape: {
    code: 'SW9304',
    message: '{what}.',
    remedy: 'An example has one of respond, fault and sequence, and may have when, delay and times.',
    meaning:
      'A file of examples is a list; the first example whose `when` is part of the request decides the response.',
    example: '- when: { Number: 7 }   # and nothing to respond',
  },
  wrongDelay: {
    code: 'SW9305',
    message: '"{value}" is no {what}.',
    remedy: 'Write a delay as 200ms or 2s, and times as a whole number from 1.',
    meaning: 'A delay is at most 10 minutes.',
    example: '- respond: { Number: 7 }\n  delay: soon',
  },
  unknownFault: {
    code: 'SW9306',
    message: 'The operation {operation} declares no fault "{name}".',
    remedy: 'Declared are: {known}. A fault without a name has a reason and a code alone.',
    meaning: 'A fault with a detail is one that the contract declares for the operation.',
    example: '- fault: { name: NotFoundd, reason: There is no such invoice. }',
  },
  cannotListen: {
    code: 'SW9307',
    exit: 3,
    message: 'Cannot listen on {host}, port {port}: {reason}.',
    remedy: 'Choose another port with --port; 0 is any that is free.',
    meaning: 'Another program may listen there, or the host is no address of this machine.',
    example: 'soapwright mock --port 80',
  },
  notExamples: {
    code: 'SW9308',
    exit: 3,
    message: 'The folder {folder} cannot be read: {reason}.',
    remedy: 'Create it, or leave out --examples: responses are then made up.',
    meaning: 'A folder of examples has a YAML file for each operation that has any.',
    example: 'soapwright mock --examples exmples',
  },
  recordsNowhere: {
    code: 'SW9309',
    message: '--record needs the folder to write to.',
    remedy: 'Name it: --examples examples',
    meaning: 'Recorded exchanges are examples, a file for each operation.',
    example: 'soapwright mock --record https://shop.example/v1/shop.asmx',
  },
} as const;
