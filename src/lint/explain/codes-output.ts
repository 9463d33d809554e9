import type { CodeText } from './code-text.ts';

/** Files on disk (SW3…), and the index of handlers (SW4…). */
export const outputCodes: Readonly<Record<string, CodeText>> = {
  SW3001: { meaning: 'What is there must be read to know what has changed.', example: 'chmod 000 generated/types.ts' },
  SW3002: {
    meaning: 'Each file is written beside its place and then moved into it, so that none is ever half there.',
    example: 'A disk that is full.',
  },
  SW3003: {
    meaning: 'Two runs on one folder would mix their files. The second one waits, and gives up after --wait seconds.',
    example: 'soapwright generate & soapwright generate --wait 0',
  },
  SW3004: {
    meaning: 'A symbolic link leads out of the folder. Following it could write over anything.',
    example: 'ln -s /etc generated/server',
  },
  SW3101: {
    meaning: 'The manifest of the folder does not name the file, so that somebody else has made it.',
    example: 'A types.ts by hand in the folder of generated files.',
  },
  SW3102: {
    meaning: 'The file is not what was written there last: somebody has changed it, and would lose that.',
    example: 'An edited client.ts of a service that was renamed.',
  },
  SW3201: {
    meaning:
      '.soapwright.json says which files were generated. Without it nothing is deleted, since nothing is known to be ours.',
    example: 'A merge conflict in generated/.soapwright.json.',
  },
  SW3202: {
    meaning: 'A manifest names files of its own folder alone; one that does not could have others deleted.',
    example: '{ "files": { "../../etc/passwd": "…" } }',
  },
  SW3301: {
    meaning: '`check` has found a file that `generate` would change.',
    example: 'A contract that was changed without generating anew.',
  },
  SW3302: {
    meaning: '`check` has found that `generate` would make a file.',
    example: 'A new operation, whose handler was not committed.',
  },
  SW3303: {
    meaning: '`check` has found a file that `generate` would delete.',
    example: 'A service that was renamed, and its WSDL with it.',
  },
  SW4001: {
    meaning: 'An index of handlers is added to, never written anew; for that it must parse.',
    example: 'export const handlers = {',
  },
  SW4002: {
    meaning: 'New handlers are added to one object literal, and the file builds it in another way.',
    example: 'export const handlers = makeHandlers();',
  },
  SW4003: {
    meaning:
      'The index declares or imports a type, a class, a namespace or a plain value of that name, with which the import of the new handler would clash.',
    example: "import type { Order } from './model.js';   // and a new operation Order",
  },
  SW4004: {
    meaning: 'Adding to a text whose encoding is not known would spoil it.',
    example: 'An index.ts in UTF-16.',
  },
  SW4005: {
    meaning: 'The two names differ in capitals alone; on Windows and macOS the one file would replace the other.',
    example: 'handlers/getFile.ts, and a new operation GetFile',
  },
  SW4101: {
    meaning: 'The operation is gone from the contract, and its handler is yours: nothing of it is touched.',
    example: 'An operation that was removed or renamed.',
  },
};
