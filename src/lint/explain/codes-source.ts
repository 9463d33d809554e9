import type { CodeText } from './code-text.ts';

/** Reading a file (SW10…), YAML (SW11…), and the shape of what stands in it (SW12…). */
export const sourceCodes: Readonly<Record<string, CodeText>> = {
  SW1001: {
    meaning:
      'The path is taken from the folder that the command runs in; paths in soapwright.yaml from the folder of that file.',
    example: 'soapwright lint --schema contrcat.yaml',
  },
  SW1002: { meaning: 'A contract is one file, which may include others.', example: 'soapwright lint --schema schema/' },
  SW1003: {
    meaning: 'The file is there, and the system refuses to open it for this user.',
    example: 'chmod 000 contract.yaml',
  },
  SW1004: {
    meaning: 'The system refused for a reason of its own, which is given.',
    example: 'A file on a network drive that is gone.',
  },
  SW1005: {
    meaning: 'Devices and sockets are not read: they may never end.',
    example: 'soapwright lint --schema /dev/zero',
  },
  SW1006: {
    meaning: 'A limit keeps a wrong path from filling the memory.',
    example: 'soapwright lint --schema backup.tar',
  },
  SW1010: {
    meaning: 'A byte order mark, or zeros between the letters, show that the file is in another encoding.',
    example: 'A contract that Notepad saved as "Unicode".',
  },
  SW1011: {
    meaning: 'The file is not UTF-8 as a whole. Reading on would put wrong letters into generated code.',
    example: 'An "é" in a doc, saved as windows-1252.',
  },
  SW1012: { meaning: 'There is nothing in the file, or blanks and comments alone.', example: '# to be written' },
  SW1101: {
    meaning: 'The text breaks the rules of YAML at this place; the reason says which.',
    example: 'records:\n  Order: { Number: string',
  },
  SW1102: {
    meaning: 'YAML takes spaces alone for indentation, since a tab has no fixed width.',
    example: 'records:\n\tOrder: { Number: string }',
  },
  SW1103: {
    meaning: 'YAML can hold several documents in one file, and a contract is one.',
    example: 'service: Shop\n---\nservice: Bakery',
  },
  SW1104: {
    meaning: 'Inside of braces a bracket begins a list, so that "string[]" is cut in two there.',
    example: 'Order: { Line: string[] }',
  },
  SW1105: {
    meaning: 'Of two values for one key nobody can say which one counts.',
    example: 'Order:\n  Number: string\n  Number: int',
  },
  SW1106: { meaning: 'YAML lets anything be a key; names are texts.', example: '? [a, b]\n: string' },
  SW1107: {
    meaning: 'Merge keys are an extension of YAML 1.1 that copies keys where nobody sees them.',
    example: 'Order:\n  <<: *common\n  Number: string',
  },
  SW1108: {
    meaning:
      'A tag says how a value is to be read. All values are read as they are written, so that there is nothing to say.',
    example: 'Number: !!str string',
  },
  SW1109: {
    meaning: 'An alias repeats what was marked by an anchor before it, and no such mark is there.',
    example: 'Order: *common',
  },
  SW1110: { meaning: 'A value cannot hold itself.', example: 'Order: &order\n  Parent: *order' },
  SW1111: {
    meaning: 'A few lines of aliases can stand for more values than fit into memory; a limit ends that.',
    example: 'a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]',
  },
  SW1112: {
    meaning: 'A limit keeps the reader from being overrun. No contract that people read comes near it.',
    example: '{ a: { a: { a: { a: … } } } }',
  },
  SW1113: {
    meaning: 'In braces a comma begins the next key, and what follows it here looks like the rest of a sentence.',
    example: 'Number: { type: string, doc: Of the order, not of the line. }',
  },
  SW1201: {
    meaning: 'A key that nothing reads would be a mistake that nobody notices, so each must be known.',
    example: 'Order:\n  Number: { typ: string }',
  },
  SW1202: {
    meaning: 'Without it the rest has no meaning, and there is no default.',
    example: 'service: Shop   # and neither namespace nor address',
  },
  SW1203: { meaning: 'There is a colon, and nothing behind it.', example: 'namespace:' },
  SW1204: {
    meaning: 'A text or a list stands where keys with values are expected, often because a line is not indented.',
    example: 'operations: FindOrder',
  },
  SW1205: {
    meaning: 'Keys with values, or a list, stand where a text is expected.',
    example: 'service: { name: Shop }',
  },
  SW1206: { meaning: 'One value alone is not taken for a list of one.', example: 'soap: "1.1"' },
  SW1207: {
    meaning: 'Other words of YAML for true and false mean something else in other programs, and are not taken.',
    example: 'Note: { type: string, optional: yes }',
  },
  SW1208: { meaning: 'Only a few words are possible here.', example: 'soap: ["1.3"]' },
  SW1209: {
    meaning:
      'The number says which language the file is in. Of an unknown one nothing else is read: it may mean something else there.',
    example: 'soapwright: 2',
  },
  SW1210: { meaning: 'An empty list says nothing; leaving the key out means the default.', example: 'soap: []' },
  SW1211: {
    meaning: 'The second one adds nothing, and is most likely meant to be another.',
    example: 'soap: ["1.1", "1.1"]',
  },
  SW1212: { meaning: 'A text is there, and it is empty or blank.', example: 'service: ""' },
  SW1213: {
    meaning: 'A field is either the name of a type or a map with the key "type"; this is something else.',
    example: 'Number: [string]',
  },
};
