import { SoapFault } from '@soapwright/runtime';
import { closeBody, closeEnvelope, openBody } from '../../../runtime/src/soap/envelope-reader.ts';
import { isFault, readFault } from '../../../runtime/src/soap/fault-reader.ts';
import type { ReceivedBlock } from '../../../runtime/src/soap/header-block.ts';
import { soap11, soap12, type Version } from '../../../runtime/src/soap/version.ts';
import { attempt, codeOf, type Outcome, verdict } from '../oracle/attempt.ts';
import { Finding } from '../oracle/finding.ts';
import { type ExpectedEnvelope, expectedEnvelope } from './envelope-model.ts';
import type { Target } from './index.ts';
import { Tally } from './tally.ts';
import { checkAlone, checkWellFormed, type WellFormed } from './well-formed.ts';

const UNDERSTOOD = [{ namespace: 'urn:f', local: 't' }];
const tally = new Tally();

interface Envelope {
  readonly blocks: readonly ReceivedBlock[];
  /** The body's element as text; undefined without one. */
  readonly body: string | undefined;
}

function readEnvelope(input: Uint8Array, version: Version, strict: boolean): Envelope {
  const { reader, headerBlocks, empty } = openBody(input, version, { understood: UNDERSTOOD, strict });
  if (empty) {
    closeBody(reader);
    return { blocks: headerBlocks, body: undefined };
  }
  const body = reader.raw().xml;
  closeEnvelope(reader);
  return { blocks: headerBlocks, body };
}

function readAnswer(input: Uint8Array, version: Version): SoapFault | undefined {
  const { reader, headerBlocks, empty } = openBody(input, version, { understood: UNDERSTOOD });
  if (empty) return undefined;
  if (!isFault(reader, version)) return undefined;
  const fault = readFault(reader, version, 500, { headerBlocks });
  closeEnvelope(reader);
  return fault;
}

function run(input: Uint8Array): void {
  const root = checkWellFormed(input);
  for (const version of [soap11, soap12]) {
    const read = attempt(() => readEnvelope(input, version, false));
    const strict = attempt(() => readEnvelope(input, version, true));
    if (verdict(read) !== verdict(strict)) throw new Finding('strict', `${verdict(read)}; strictly ${verdict(strict)}`);
    check(read, root, version);
    const fault = attempt(() => readAnswer(input, version));
    if (fault.error === undefined && fault.value !== undefined) checkFault(fault.value, read);
  }
}

function check(read: Outcome<Envelope>, root: WellFormed, version: Version): void {
  if (root === 'unknown') return;
  if (root === 'refused') {
    if (read.error === undefined) throw new Finding('model', 'An ill-formed document is read');
    tally.add('ill-formed');
    return;
  }
  const expected = expectedEnvelope(root, version, UNDERSTOOD);
  if (typeof expected === 'string') {
    tally.add(`refused in ${version.name}`);
    if (read.error === undefined) throw new Finding('model', `It must be refused: ${expected}`);
    if (expected === 'MustUnderstand' || expected === 'VersionMismatch') {
      if (!(read.error instanceof SoapFault) || read.error.code !== expected) {
        throw new Finding('model', `It must be the fault ${expected}, and is ${verdict(read)}`);
      }
    }
    return;
  }
  tally.add(`envelopes of ${version.name}`);
  if (read.error !== undefined) throw new Finding('model', `It must be read, and is ${verdict(read)} ${codeOf(read)}`);
  checkParts(read.value, expected);
}

function checkParts({ blocks, body }: Envelope, expected: ExpectedEnvelope): void {
  if ((body === undefined) !== (expected.body === undefined)) throw new Finding('model', 'Its body is another');
  if (body !== undefined && expected.body !== undefined) checkAlone(body, expected.body);
  if (blocks.length !== expected.blocks.length) throw new Finding('model', 'It has another number of header blocks');
  for (const [at, block] of blocks.entries()) {
    const { node, role, mustUnderstand } = expected.blocks[at] as ExpectedEnvelope['blocks'][number];
    if (block.role !== role) throw new Finding('model', `A header block is for ${block.role}, and not for ${role}`);
    if (block.mustUnderstand !== mustUnderstand) throw new Finding('model', 'mustUnderstand is read otherwise');
    if (block.namespace !== node.namespace || block.local !== node.local) throw new Finding('model', 'another block');
    checkAlone(block.xml, node);
  }
}

/** A fault that a client reads has what its message allows, and can be shown. */
function checkFault(fault: SoapFault, read: Outcome<Envelope>): void {
  tally.add('faults');
  if (read.error !== undefined) throw new Finding('fault', 'The envelope of a fault that is read is refused');
  if (typeof fault.reason !== 'string' || fault.code === undefined) throw new Finding('fault', 'It lacks a part');
}

export const envelope: Target = { run, figures: () => tally.text() };
