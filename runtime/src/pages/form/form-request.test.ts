import { describe, expect, it } from 'vitest';
import { cpuMilliseconds } from '../../../../test/support/cpu-time.ts';
import { field, recordField, serviceOf } from '../../../../test/support/runtime/page-descriptions.ts';
import { soap11, soap12 } from '../../soap/version.ts';
import { envelopeText } from '../envelope-text.ts';
import { fullText } from '../message-tree.ts';
import type { FieldDescription } from '../pages-description.ts';
import { type Entry, FormError } from './form-body.ts';
import { FormEntries } from './form-entries.ts';
import { safeText } from './form-post.ts';
import { requestMessage } from './form-request.ts';

const file = (name: string, bytes: readonly number[], fileName = 'f.bin'): Entry => ({
  name,
  value: Uint8Array.from(bytes),
  fileName,
});

const text = (name: string, value: string): Entry => ({
  name,
  value: new TextEncoder().encode(value),
  fileName: undefined,
});

const records: Readonly<Record<string, readonly FieldDescription[]>> = {
  Line: [field('Item', 'string'), field('Amount', 'int', { optional: true })],
  Node: [field('Label', 'string', { optional: true }), recordField('Next', 'Node', { optional: true })],
};

/** The content of the operation's element, sent and shown; without white space between elements. */
function built(
  fields: readonly FieldDescription[],
  entries: readonly (Entry | readonly [name: string, value: string])[],
): { readonly sent: string; readonly shown: string } {
  const service = serviceOf(fields, records);
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('There is no operation.');
  const posted = entries.map((one) => ('name' in one ? one : text(one[0], one[1])));
  const message = requestMessage(service, operation, new FormEntries(posted), 10);
  const inside = (envelope: string): string =>
    (/<Do [^>]*?(?:\/>|>\n([\s\S]*)<\/Do>)/.exec(envelope)?.[1] ?? '').replace(/\n? {4,}/g, '');
  return {
    sent: inside(envelopeText(service, soap11, message, fullText)).trim(),
    shown: inside(envelopeText(service, soap12, message, safeText)).trim(),
  };
}

const optional = { optional: true };
const many = { many: true };

describe('the message of a form', () => {
  it.each<[what: string, field: FieldDescription, entries: (Entry | [string, string])[], sent: string]>([
    ['text', field('A', 'string'), [['A', 'a <b> & "c" ü']], '<A>a &lt;b&gt; &amp; "c" ü</A>'],
    ['line ends', field('A', 'string'), [['A', 'a\r\nb\rc']], '<A>a\nb\nc</A>'],
    ['an empty text', field('A', 'string'), [['A', '']], '<A/>'],
    ['an empty text that is optional', field('A', 'string', optional), [['A', '']], '<A/>'],
    [
      'a text that is left out',
      field('A', 'string', optional),
      [
        ['A', 'x'],
        ['omit:A', '1'],
      ],
      '',
    ],
    ['a text without an entry', field('A', 'string'), [], ''],
    [
      'nil',
      field('A', 'string', { nillable: true }),
      [
        ['A', 'x'],
        ['nil:A', '1'],
      ],
      '<A xsi:nil="true"/>',
    ],
    [
      'left out goes before nil',
      field('A', 'int', { optional: true, nillable: true }),
      [
        ['nil:A', '1'],
        ['omit:A', '1'],
      ],
      '',
    ],
    ['a number as it was entered', field('A', 'int'), [['A', ' 01e3']], '<A> 01e3</A>'],
    ['no number at all', field('A', 'long'), [['A', '']], ''],
    [
      'a time with all its digits',
      field('A', 'dateTime'),
      [['A', '2026-01-31T12:30:00.1234567']],
      '<A>2026-01-31T12:30:00.1234567</A>',
    ],
    ['a truth value', field('A', 'boolean'), [['A', 'true']], '<A>true</A>'],
    ['no truth value', field('A', 'boolean', optional), [['A', '']], ''],
    ['a type that is not known', field('A', 'gYearMonth'), [['A', '2026-01']], '<A>2026-01</A>'],
    ['a file', field('A', 'base64Binary'), [file('A', [0, 13, 10, 255])], '<A>AA0K/w==</A>'],
    ['an empty file', field('A', 'base64Binary', optional), [file('A', [])], '<A/>'],
    ['no file', field('A', 'base64Binary', optional), [file('A', [], '')], ''],
    ['no file where one is required', field('A', 'base64Binary'), [file('A', [], '')], '<A/>'],
    ['base64 as text', field('A', 'base64Binary'), [['A', 'AAEC']], '<A>AAEC</A>'],
    ['a line for each item', field('A', 'string', many), [['A', 'one\r\n\r\nthree\r\n']], '<A>one</A><A/><A>three</A>'],
    ['no lines', field('A', 'string', many), [['A', '']], ''],
    ['one blank line', field('A', 'string', many), [['A', '\r\n']], '<A/>'],
    ['blank lines where there is no empty value', field('A', 'int', many), [['A', '1\r\n\r\n2']], '<A>1</A><A>2</A>'],
    [
      'blank lines that are nil',
      field('A', 'int', { many: true, nillable: true }),
      [
        ['A', '1\n\n2'],
        ['nil:A', '1'],
      ],
      '<A>1</A><A xsi:nil="true"/><A>2</A>',
    ],
    [
      'an entry for each item',
      field('A', 'string', many),
      [
        ['A', 'one\ntwo'],
        ['A', ''],
        ['A', 'x'],
      ],
      '<A>one\ntwo</A><A>x</A>',
    ],
    [
      'a file for each item',
      field('A', 'base64Binary', many),
      [file('A', [1]), file('A', [2])],
      '<A>AQ==</A><A>Ag==</A>',
    ],
    ['no file for any item', field('A', 'base64Binary', many), [file('A', [], '')], ''],
    [
      'a record',
      recordField('R', 'Line'),
      [
        ['R/Item', 'pen'],
        ['R/Amount', ''],
      ],
      '<R><Item>pen</Item></R>',
    ],
    [
      'a record in the order of its fields',
      recordField('R', 'Line'),
      [
        ['R/Amount', '1'],
        ['R/Item', 'x'],
      ],
      '<R><Item>x</Item><Amount>1</Amount></R>',
    ],
    [
      'a record that is left out',
      recordField('R', 'Line', optional),
      [
        ['R/Item', 'x'],
        ['omit:R', '1'],
      ],
      '',
    ],
    [
      'a record that is nil',
      recordField('R', 'Line', { nillable: true }),
      [
        ['R/Item', 'x'],
        ['nil:R', '1'],
      ],
      '<R xsi:nil="true"/>',
    ],
    ['an optional record without an entry', recordField('R', 'Line', optional), [], ''],
    ['a required record without an entry', recordField('R', 'Line'), [], '<R/>'],
    [
      'records that repeat',
      recordField('R', 'Line', many),
      [
        ['count:R', '3'],
        ['R/0/Item', 'a'],
        ['R/1/Item', 'b'],
        ['omit:R/1', '1'],
        ['R/2/Item', 'c'],
      ],
      '<R><Item>a</Item></R><R><Item>c</Item></R>',
    ],
    [
      'records that repeat, uncounted',
      recordField('R', 'Line', many),
      [
        ['R/0/Item', 'a'],
        ['R/1/Item', 'b'],
      ],
      '<R><Item>a</Item></R><R><Item>b</Item></R>',
    ],
    [
      'an item that is nil',
      recordField('R', 'Line', { many: true, nillable: true }),
      [
        ['count:R', '1'],
        ['R/0/Item', 'a'],
        ['nil:R/0', '1'],
      ],
      '<R xsi:nil="true"/>',
    ],
    [
      'a record that holds itself',
      recordField('R', 'Node'),
      [
        ['R/Label', 'a'],
        ['count:R/Next', '1'],
        ['R/Next/Label', 'b'],
        ['count:R/Next/Next', '0'],
      ],
      '<R><Label>a</Label><Next><Label>b</Label></Next></R>',
    ],
  ])('P3: %s', (_, one, entries, sent) => {
    expect(built([one], entries).sent).toBe(sent);
  });

  it('P5: sensitive values are masked on display, also in a record, without their length', () => {
    const fields = [
      field('Key', 'string', { sensitive: true }),
      field('Keys', 'string', { sensitive: true, many: true }),
      field('File', 'base64Binary', { sensitive: true }),
      recordField('R', 'Line', { sensitive: true }),
      field('Empty', 'string', { sensitive: true }),
    ];
    const { sent, shown } = built(fields, [
      ['Key', 'k1'],
      ['Keys', 'k22\nk333'],
      file('File', [1, 2, 3]),
      ['R/Item', 'i'],
      ['Empty', ''],
    ]);
    expect(sent).toBe('<Key>k1</Key><Keys>k22</Keys><Keys>k333</Keys><File>AQID</File><R><Item>i</Item></R><Empty/>');
    const dots = '••••••••';
    expect(shown).toBe(
      `<Key>${dots}</Key><Keys>${dots}</Keys><Keys>${dots}</Keys><File>${dots}</File><R><Item>${dots}</Item></R><Empty/>`,
    );
  });

  it('P3: long values are shortened on display', () => {
    const fields = [field('Text', 'string'), field('File', 'base64Binary')];
    const { sent, shown } = built(fields, [
      ['Text', 'x'.repeat(5_000)],
      file(
        'File',
        Array.from({ length: 3_000 }, () => 0),
      ),
    ]);
    expect(sent.length).toBeGreaterThan(9_000);
    expect(shown).toContain('… (5,000 characters)');
    expect(shown).toContain('AAAA… (3,000 bytes)');
    expect(shown.length).toBeLessThan(2_200);
  });

  it.each<[what: string, entries: [string, string][], reason: string]>([
    ['an entry of no field', [['B', '']], 'no entry "B"'],
    ['an entry below a simple field', [['A/x', '']], 'no entry "A/x"'],
    ['a nil that the field cannot be', [['nil:A', '1']], 'no entry "nil:A"'],
    [
      'an entry beyond the count',
      [
        ['count:R', '1'],
        ['R/1/Item', ''],
      ],
      'no entry "R/1/Item"',
    ],
    ['an invalid count', [['count:R', 'x']], 'not a number'],
    ['a count that is too large', [['count:R', '100']], 'not a number below 100'],
    ['a list of too many lines', [['L', 'x\n'.repeat(11)]], 'limit maxItems (10) reached'],
    ['a name that goes too deep', [[`N/${'Next/'.repeat(127)}Label`, '']], 'more than 128 parts'],
    [
      'lists within lists of too many entries in all',
      Array.from({ length: 21 }, (_, index): [string, string] => [`count:R/${index}/R`, '99']),
      'more than 2000 entries',
    ],
  ])('P3: %s is rejected', (_, entries, reason) => {
    const fields = [
      field('A', 'string'),
      field('L', 'string', many),
      recordField('N', 'Node'),
      recordField('R', 'Line', many),
    ];
    expect(() => built(fields, entries)).toThrow(reason);
  });

  it('P3: entries of unknown fields are ignored, for any field names', () => {
    const fields = ['version', 'secrets'].map((name) => recordField(name, 'Line', { optional: true }));
    const entries = [
      ['soap:version', '1.2'],
      ['show:secrets', '1'],
    ] as const;
    expect(built(fields, entries).sent).toBe('');
  });

  it('P3: takes time linear in the bytes of a name', () => {
    for (const name of ['a/'.repeat(20_000_000), ':'.repeat(40_000_000), '/'.repeat(40_000_000)]) {
      const build = () => built([], [[name, '']]);
      expect(cpuMilliseconds(() => expect(build).toThrow(FormError))).toBeLessThan(2_000);
    }
  });
});
