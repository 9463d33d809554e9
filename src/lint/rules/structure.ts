import type { Rule } from '../rule.ts';
import { capital } from '../sentence.ts';

export const allOptionalRequest: Rule = {
  id: 'all-optional-request',
  category: 'structure',
  severity: 'info',
  preset: 'strict',
  summary: 'A request says which of its fields it cannot do without.',
  why: 'Where every field is optional, an empty request is valid, and what is needed is only found out by being refused. Contracts in the manner of .asmx do so with every string, so that this rule is in no preset but `strict`.',
  example: {
    before: 'operations:\n  FindOrder:\n    request: { Number: string?, Customer: string? }\n    result: Order',
    after: 'operations:\n  FindOrder:\n    request: { Number: string, Customer: string? }\n    result: Order',
  },
  remedy: 'Leave out the "?" of what every caller must send; once callers leave it out, it must stay optional.',
  check: (view, tell) => {
    for (const { kind, fields, label, ...subject } of view.holders) {
      if (
        kind !== 'request' ||
        fields.length < 2 ||
        fields.some(({ occurs, conditional }) => occurs.min > 0 && !conditional)
      )
        continue;
      tell(subject, `${capital(label)} has ${fields.length} fields, and needs none of them.`);
    }
  },
};
