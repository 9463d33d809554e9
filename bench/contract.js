// Synthetic contracts of any size. The text depends only on the number of operations, and a larger contract begins with
// the operations of a smaller one. `node bench/contract.js 1000` prints one.
import { fileURLToPath } from 'node:url';

const verbs =
  'Get Find List Create Update Delete Archive Restore Approve Reject Assign Release Import Export Validate Send Cancel Close Count Describe'.split(
    ' ',
  );
const nouns =
  'Account Address Agreement Appointment Article Asset Balance Batch Booking Branch Budget Campaign Carrier Category Claim Comment Contact Contract Coupon Customer Delivery Device Discount Document Employee Estimate Event Folder Invoice Journal Ledger Licence Location Message Note Order Parcel Payment Person Price Product Project Quote Receipt Report Schedule Shipment Supplier Ticket Warehouse'.split(
    ' ',
  );
const kinds = ['', 'Draft', 'Entry', 'Group', 'History', 'Item', 'Line', 'Limit', 'Version', 'Summary', 'Template'];

/** Fields of records in short and long form, mixed as in contracts written by hand. */
const fields = [
  'ErrorMessage: string?',
  'ErrorCode: { type: int, doc: Zero where nothing went wrong. }',
  'Identifier: long',
  'DisplayName: { type: string, optional: true, doc: "What people call it: shown, never compared." }',
  'Tags: "string[]"',
  'LastChanged: { type: dateTime, optional: true, doc: When it was changed last. }',
  'IsActive: boolean',
  'Amount: decimal?',
  'Checksum: { type: base64Binary, optional: true }',
  'Position: int',
  'Remarks: { type: string, many: true }',
  "Reference: { type: string, optional: true, sensitive: true, doc: 'The caller''s own reference.' }",
  'ValidUntil: date?',
];

/** Number of different names. */
export const mostOperations = verbs.length * nouns.length * kinds.length;

/** The name of each operation: `GetAccount`, `FindAccount`, …, `DescribeWarehouseSummary`. */
export function operationName(index) {
  const verb = verbs[index % verbs.length];
  const noun = nouns[Math.floor(index / verbs.length) % nouns.length];
  const kind = kinds[Math.floor(index / verbs.length / nouns.length)];
  if (kind === undefined) throw new RangeError(`there are ${mostOperations} names`);
  return `${verb}${noun}${kind}`;
}

/** A contract with `count` operations, each with two records of 5 to 8 fields. */
export function contractOf(operations) {
  const names = Array.from({ length: operations }, (_, index) => operationName(index));
  return [
    '# A synthetic contract for benchmarks.',
    'soapwright: 1',
    'service: BenchService',
    'doc: As many operations as anybody may want.',
    'namespace: https://bench.example/v1/',
    'address: http://localhost:8080/v1/bench.asmx',
    'soap: ["1.1", "1.2"]',
    '',
    'operations:',
    ...names.flatMap(operationLines),
    'records:',
    ...names.flatMap(recordLines),
  ].join('\n');
}

function operationLines(name) {
  return [
    `  ${name}:`,
    `    doc: Does what ${name} says, for callers that may.`,
    '    request:',
    '      APIKey: { type: string, optional: true, sensitive: true, doc: An API key. }',
    `      Parameters: ${name}Parameters?`,
    `    result: ${name}Result`,
    '',
  ];
}

function recordLines(name, index) {
  return [
    `  ${name}Parameters:`,
    ...fieldLines(index),
    `  ${name}Result:`,
    `    $doc: The result of ${name}.`,
    ...fieldLines(index + 3),
    '',
  ];
}

/** Five to eight fields, chosen by the index. */
function fieldLines(index) {
  const count = 5 + (index % 4);
  return Array.from({ length: count }, (_, at) => `    ${fields[(index + at) % fields.length]}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(contractOf(Number(process.argv[2])));
