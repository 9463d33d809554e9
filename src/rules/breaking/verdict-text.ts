import type { Verdicts } from './rule.ts';

const wire: Readonly<Record<Verdicts['wire'], string>> = {
  fails: 'old clients can fail',
  'fails if validated': 'old clients that validate, or read strictly, can fail',
  works: 'old clients keep working',
};

const code: Readonly<Record<Verdicts['toolkits'], string>> = {
  changes: 'code that is generated again changes',
  same: 'code that is generated again stays the same',
};

/** The three verdicts, each with whom it concerns. */
export function verdictTexts(verdicts: Verdicts): readonly (readonly [concern: string, text: string])[] {
  return [
    ['On the wire', wire[verdicts.wire]],
    ['Other toolkits', code[verdicts.toolkits]],
    ['Our TypeScript', code[verdicts.typescript]],
  ];
}

const order = ['works', 'fails if validated', 'fails'] as const;

/** The worst of several verdicts. */
export function worstVerdicts(all: readonly Verdicts[]): Verdicts {
  const wire = Math.max(0, ...all.map((verdicts) => order.indexOf(verdicts.wire)));
  return {
    wire: order[wire] ?? 'works',
    toolkits: all.some(({ toolkits }) => toolkits === 'changes') ? 'changes' : 'same',
    typescript: all.some(({ typescript }) => typescript === 'changes') ? 'changes' : 'same',
  };
}
