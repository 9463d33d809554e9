import type { PagesDescription } from '@soapwright/runtime/pages';
import { envelopeText } from '../../../runtime/src/pages/envelope-text.ts';
import { fullText } from '../../../runtime/src/pages/message-tree.ts';
import { concreteTypes, fieldsOf, reachedFrom } from '../../../runtime/src/pages/record-fields.ts';
import { type SampleOptions, sampleElement } from '../../../runtime/src/pages/sample-message.ts';
import { soap11 } from '../../../runtime/src/soap/version.ts';
import type { MessageElement } from './messages.ts';

/** A sample of a message. */
export interface Sample {
  readonly options: SampleOptions;
  /** The element at the root, as the pages print it. */
  readonly text: string;
}

/** The least and the most that a message can be, and as many as show each case of a choice and each derived type. */
export function samplesOf(
  description: PagesDescription,
  { element, isEncoded }: MessageElement,
  mostTurns: number,
): readonly Sample[] {
  const turns = Math.min(mostTurns, alternatives(description, element.record));
  const wanted: SampleOptions[] = [{ detail: 'least' }, { detail: 'most' }];
  if (mostTurns > 1) wanted.push({ detail: 'most', turn: 1 });
  for (let turn = 0; turn < turns; turn++) wanted.push({ detail: 'usual', turn });
  const texts = new Set<string>();
  return wanted.flatMap((options) => {
    const body = sampleElement(description, element, { ...options, types: isEncoded });
    const text = bodyOf(envelopeText(description, soap11, { headers: [], body }, fullText));
    if (texts.has(text)) return [];
    texts.add(text);
    return [{ options, text }];
  });
}

function bodyOf(envelope: string): string {
  const start = envelope.indexOf('>', envelope.indexOf(':Body')) + 1;
  return envelope.slice(start, envelope.lastIndexOf('</', envelope.lastIndexOf(':Body>'))).trim();
}

/** The largest number of cases or types that a message holds in one place. */
function alternatives(description: PagesDescription, root: string): number {
  const reached = new Set([root]);
  let most = 1;
  // The loop also visits the records that it adds.
  for (const record of reached) {
    most = Math.max(most, concreteTypes(description, record)?.length ?? 1);
    for (const { place, record: held = '' } of fieldsOf(description, record)) {
      if (place === 'choice') most = Math.max(most, fieldsOf(description, held).length);
    }
    for (const next of reachedFrom(description, record)) reached.add(next);
  }
  return most;
}
