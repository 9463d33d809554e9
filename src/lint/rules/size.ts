import type { Rule } from '../rule.ts';
import { capital } from '../sentence.ts';
import { simpleOf } from '../simple.ts';

export const unboundedList: Rule = {
  id: 'unbounded-list',
  category: 'size',
  severity: 'info',
  preset: 'strict',
  summary: 'A list says how many items it can have.',
  why: 'Whoever reads must set a limit, and whoever writes cannot know it: the runtime takes 10,000 items unless told otherwise, other servers fewer.',
  example: {
    before: 'records:\n  Order:\n    Line: "string[]"',
    after: 'records:\n  Order:\n    Line: "string[0..500]"',
  },
  remedy: 'Give a bound ("[0..500]"), and let long answers come in pages.',
  check: (view, tell) => {
    for (const { fields } of view.holders) {
      for (const field of fields) {
        if (field.occurs.max === 'unbounded') tell(field, `${capital(field.label)} has no bound.`);
      }
    }
  },
};

export const binaryWithoutStream: Rule = {
  id: 'binary-without-stream',
  category: 'size',
  severity: 'info',
  preset: 'recommended',
  summary: 'Binary of any size is streamed.',
  why: 'Without "stream: true" the bytes are held in memory as a whole, twice over while base64 is taken apart. With it handlers get a Blob, which may lie on disk.',
  example: {
    before: 'operations:\n  Upload:\n    request: { Content: base64Binary }\n    result: Order',
    after:
      'operations:\n  Upload:\n    request:\n      Content: { type: base64Binary, stream: true }\n    result: Order',
  },
  remedy: 'Add "stream: true", or give small binary a type with a "maxLength".',
  check: (view, tell) => {
    for (const { type, stream, kind, label, path, origin } of view.values) {
      if (stream || kind !== 'field') continue;
      const simple = simpleOf(view, type);
      if (simple?.builtIn !== 'base64Binary') continue;
      if (simple.facets.some(({ maxLength, length }) => maxLength !== undefined || length !== undefined)) continue;
      tell({ path, origin }, `${capital(label)} is base64Binary of any size, and not streamed.`);
    }
  },
};
