/** Calls of services (SW95…). */
export const calling = {
  noSuchOperation: {
    code: 'SW9501',
    message: 'The service has no operation "{name}".',
    remedy: '`soapwright call {contract}` lists its operations.',
    generalRemedy: '`soapwright call service.wsdl` lists the operations.',
    meaning: 'Operations are named as on the wire, or as the methods of a client.',
    example: 'soapwright call shop.wsdl FindInvoic',
  },
  wrongRequest: {
    code: 'SW9502',
    message: 'Nothing was sent: {reason}',
    generalMessage: 'The data of a call do not fit the contract.',
    remedy: '`soapwright call {contract} {operation} --describe` lists the fields, with an example.',
    generalRemedy: '`soapwright call service.wsdl Operation --describe` lists the fields, with an example.',
    meaning:
      'The request is checked against the contract, with all facets, before anything is sent. Fields have the names that they have in TypeScript.',
    example: "soapwright call shop.wsdl Find --data '{ number: twelve }'",
  },
  fault: {
    code: 'SW9503',
    exit: 1,
    message: 'The service responds with a fault ({code}): {reason}',
    generalMessage: 'The service responds with a fault.',
    meaning: 'A fault is the response of a service that refuses a request. The exit code is 1.',
    example: "soapwright call shop.wsdl Find --data '{ number: 0 }'",
  },
  failed: {
    code: 'SW9504',
    exit: 3,
    message: 'There is no result: {reason}',
    generalMessage: 'A call has neither a result nor a fault.',
    remedy: '{remedy}',
    generalRemedy: 'With SOAPWRIGHT_LOG=calls in the environment, the request and the response are printed.',
    meaning:
      'No connection, no response in time, a response that is no SOAP message, or one that does not fit the contract. `--tolerant` passes over what can be passed over.',
    example: 'soapwright call shop.wsdl Find --address http://localhost:1/',
  },
  cannotOpen: {
    code: 'SW9505',
    message: 'Nothing can be called: {reason}',
    generalMessage: 'The contract cannot be called.',
    meaning:
      'The WSDL at an address cannot be fetched or read, or the contract has no address and --address is not given.',
    example: 'soapwright call https://shop.example/soap?wsdl',
  },
  badData: {
    code: 'SW9506',
    message: '{option}: {reason}.',
    generalMessage: 'The value of an option cannot be read.',
    remedy: 'Write YAML or JSON: --data \'{ "number": "42" }\', --data @request.yaml, or - for standard input.',
    meaning: 'Data are an object with the fields of the request, in YAML or JSON. `@` before a path reads a file.',
    example: 'soapwright call shop.wsdl Find --data @missing.yaml',
  },
  wrongEnvironment: {
    code: 'SW9521',
    message: '{what}.',
    generalMessage: 'A value of an environment is not one of its key.',
    remedy: 'Keys of an environment are those of `soapwright call`, without dashes before them, timeout and variables.',
    meaning:
      'The file of environments of `soapwright explore` names places that requests are sent to. It has no secrets: `password-from`, `header-env` and `{ env: VARIABLE }` name where they are.',
    example: 'environments: { test: { timeout: soon } }',
  },
} as const;
