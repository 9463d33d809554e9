import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { field, pageOf, recordField, serviceOf } from '../../../../test/support/runtime/page-descriptions.ts';
import { versionNamed } from '../../soap/version.ts';
import { XmlBytesReader } from '../../xml/bytes-reader.ts';
import { escapeText } from '../../xml/escape.ts';
import { operationPage } from '../operation-page.ts';
import type { ShownService } from '../page-html.ts';
import type { FieldDescription, PagesDescription } from '../pages-description.ts';
import { FormEntries } from './form-entries.ts';
import { testForm } from './test-form.ts';

const entriesOf = (values: Readonly<Record<string, string>>): FormEntries =>
  new FormEntries(
    Object.entries(values).map(([name, value]) => ({
      name,
      value: new TextEncoder().encode(value),
      fileName: undefined,
    })),
  );

function siteOf(description: PagesDescription): ShownService {
  return {
    description,
    versions: description.soapVersions.map(versionNamed),
    address: description.address,
    extraHeaders: [],
  };
}

function formOf(
  fields: readonly FieldDescription[],
  values?: Readonly<Record<string, string>>,
  records: Readonly<Record<string, readonly FieldDescription[]>> = {},
): string {
  const site = siteOf(serviceOf(fields, records));
  const [operation] = site.description.operations;
  if (operation === undefined) throw new Error('There is no operation.');
  return testForm(site, operation, values === undefined ? undefined : entriesOf(values)).text;
}

/** The first start tag of that kind. */
const tag = (html: string, name: string): string => new RegExp(`<${name} [^>]*name="A[^>]*>`).exec(html)?.[0] ?? '';

describe('the form', () => {
  it.each<[type: string, rest: Partial<FieldDescription>, element: string, attributes: readonly string[]]>([
    ['string', {}, 'input', ['type="text"', 'autocomplete="off"']],
    ['string', { sensitive: true }, 'input', ['type="password"', 'autocomplete="off"']],
    ['long', { sensitive: true }, 'input', ['type="password"', 'inputmode="numeric"', 'required=""']],
    ['string', { many: true }, 'textarea', ['rows="3"']],
    ['int', {}, 'input', ['type="text"', 'inputmode="numeric"', 'pattern="[+\\-]?[0-9]+"', 'required=""']],
    ['unsignedInt', { optional: true }, 'input', ['inputmode="numeric"', 'pattern="\\+?[0-9]+"']],
    ['decimal', {}, 'input', ['inputmode="decimal"']],
    ['double', {}, 'input', ['inputmode="decimal"']],
    ['anyURI', {}, 'input', ['inputmode="url"']],
    ['boolean', {}, 'select', []],
    ['dateTime', {}, 'input', ['type="text"', 'placeholder="2026-01-31T12:30:00.1234567Z"']],
    ['base64Binary', { stream: true }, 'input', ['type="file"']],
    ['base64Binary', { many: true, sensitive: true }, 'input', ['type="file"', 'multiple=""']],
    ['gMonthDay', {}, 'input', ['type="text"']],
    ['toString', {}, 'input', ['type="text"']],
  ])('P3: has for a %s %j a suitable input', (type, rest, element, attributes) => {
    const found = tag(formOf([field('A', type, rest)]), element);
    for (const attribute of attributes) expect(found).toContain(attribute);
  });

  it('P3: the pattern of a time accepts seven digits and an optional zone, and nothing else', () => {
    const pattern = /pattern="([^"]+)"/.exec(formOf([field('A', 'dateTime')]))?.[1] ?? '';
    // As browsers do (https://html.spec.whatwg.org/#the-pattern-attribute).
    const compiled = new RegExp(`^(?:${pattern})$`, 'v');
    for (const good of ['2026-01-31T12:30:00.1234567', '2026-01-31T12:30:00Z', '-0001-01-31T12:30:00.1+02:00']) {
      expect(compiled.test(good)).toBe(true);
    }
    for (const bad of ['2026-01-31', '2026-01-31 12:30:00', '2026-01-31T12:30', '2026-01-31T12:30:00.Z']) {
      expect(compiled.test(bad)).toBe(false);
    }
  });

  it('P3: has a checkbox to omit an optional field, and one for nil', () => {
    const html = formOf([
      field('A', 'string'),
      field('B', 'string', { optional: true, nillable: true }),
      recordField('C', 'Sub', { optional: true, nillable: true }),
    ]);
    const boxes = [...html.matchAll(/type="checkbox" name="([^"]+)"/g)].map(([, name]) => name);
    expect(boxes).toEqual(['omit:B', 'nil:B', 'omit:C', 'nil:C']);
  });

  it('P3: a form of very many fields opens optional records on request', () => {
    const names = ['B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'];
    const records = Object.fromEntries(
      names.map((record) => [
        record,
        [field('Text', 'string'), ...names.map((name) => recordField(name, name, { optional: true }))],
      ]),
    );
    const fields = [recordField('B', 'B', { optional: true }), recordField('I', 'I', { optional: true })];
    const html = formOf(fields, undefined, records);
    expect(html.length).toBeLessThan(1_000_000);
    expect(html).toContain('name="B/C/Text"');
    expect(html).toContain('<input type="hidden" name="count:I" value="0" />');
    expect(html).not.toContain('name="I/Text"');
    // It stays as it is when it comes again, but for what was asked for.
    expect(formOf(fields, { 'B/C/Text': 'x', 'count:I': '0' }, records)).toContain('name="count:I" value="0"');
    expect(formOf(fields, { 'B/C/Text': 'x', 'count:I': '0', 'add:I': '1' }, records)).toContain('name="I/Text"');
  });

  it('P3: offers to show secret values if the response can contain some, and hides them by default', () => {
    const boxOf = (fields: readonly FieldDescription[], values?: Readonly<Record<string, string>>): string =>
      /<label class="box"><input type="checkbox" name="show:secrets"[^/]*\/>[^<]*/.exec(
        formOf(fields, values, { Sub: [recordField('S', 'Sub'), field('K', 'string', { sensitive: true })] }),
      )?.[0] ?? '';
    const box = '<label class="box"><input type="checkbox" name="show:secrets" value="1" />';
    const label = 'Show secret values of the response';
    expect(boxOf([field('A', 'string')])).toBe('');
    expect(boxOf([recordField('R', 'Sub', { many: true })])).toBe(box + label);
    const secret = [field('A', 'string', { sensitive: true })];
    expect(boxOf(secret)).toBe(box + label);
    expect(boxOf(secret, { A: '1' })).toBe(box + label);
    expect(boxOf(secret, { 'show:secrets': '1' })).toBe(`${box.replace(' />', ' checked="" />')}${label}`);
  });

  it('P3: a browser requires no value in an optional record', () => {
    const records = { Sub: [field('I', 'int')] };
    const insists = (rest: Partial<FieldDescription>): boolean =>
      formOf([recordField('A', 'Sub', rest)], undefined, records).includes('required=""');
    expect([{}, { optional: true }, { nillable: true }, { many: true }].map(insists)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('P3: nests records, and opens a recursive one on request', () => {
    const records = { Node: [field('L', 'string'), recordField('N', 'Node', { optional: true })] };
    const closed = formOf([recordField('A', 'Node')], undefined, records);
    expect(closed).toContain('name="A/L"');
    expect(closed).not.toContain('name="A/N/L"');
    const opened = formOf([recordField('A', 'Node')], { 'count:A/N': '0', 'add:A/N': '1' }, records);
    expect(opened).toContain('name="A/N/L"');
    expect(opened).toContain('name="count:A/N" value="1"');
    expect(opened).toContain('name="add:A/N/N"');
  });

  it('P3: adds an entry of a repeated record for each press of its button, up to 99', () => {
    const records = { Line: [field('I', 'string')] };
    const first = formOf([recordField('A', 'Line', { many: true })], undefined, records);
    expect(first.match(/name="A\/\d+\/I"/g)).toEqual(['name="A/0/I"']);
    const values = { 'count:A': '1', 'A/0/I': 'pen', 'add:A': '1' };
    const second = formOf([recordField('A', 'Line', { many: true })], values, records);
    expect(second.match(/name="A\/\d+\/I"/g)).toEqual(['name="A/0/I"', 'name="A/1/I"']);
    expect(second).toContain('value="pen"');
    expect(formOf([recordField('A', 'Line', { many: true })], { 'count:A': '99' }, records)).not.toContain('add:A');
  });

  it('P3: keeps the entered values, except sensitive ones', () => {
    const fields = [
      field('A', 'string'),
      field('B', 'string', { many: true }),
      field('C', 'boolean'),
      field('D', 'int', { sensitive: true }),
      field('E', 'boolean', { sensitive: true }),
      recordField('R', 'Sub', { sensitive: true }),
    ];
    const values = { A: 'x"y', B: '\n1\n2', C: 'true', D: '42', E: 'true', 'R/S': 'hidden', 'omit:R': '1' };
    const html = formOf(fields, values, { Sub: [field('S', 'string'), field('T', 'string', { many: true })] });
    expect(html).toContain('value="x&quot;y"');
    expect(html).toContain('>\n\n1\n2</textarea>');
    expect(html).toMatch(/name="C"[^>]*>.*?<option value="true" selected="">/);
    expect(html).not.toContain('42');
    expect(html).not.toMatch(/name="E"[^>]*>.*?selected/);
    expect(html).not.toContain('hidden');
  });

  const constructs: Readonly<Record<string, readonly FieldDescription[]>> = {
    Either: [field('X', 'int'), recordField('pair', 'Pair', { place: 'group' }), recordField('again', 'Either')],
    Pair: [field('id', 'string', { place: 'attribute', optional: true }), field('id', 'string'), field('id', 'int')],
    Open: [
      field('more', '', { place: 'attributes', many: true }),
      field('any', '', { place: 'any', sample: '<x/>' }),
      field('A', 'anyType', { optional: true }),
    ],
    Mixed: [field('$content', '', { place: 'mixed' }), field('B', 'string')],
  };

  it('P3: a choice has a radio button for each case, and one for none if it is optional', () => {
    const choice = (rest: Partial<FieldDescription>, values?: Record<string, string>): readonly string[] => {
      const html = formOf([recordField('c', 'Either', { place: 'choice', ...rest })], values, constructs);
      return [...html.matchAll(/type="radio" name="(case:[^"]*)" value="([^"]*)"( checked="")?/g)].map(
        ([, name, value, mark]) => `${name}=${value}${mark === undefined ? '' : '!'}`,
      );
    };
    expect(choice({})).toEqual(['case:c=X!', 'case:c=pair', 'case:c=again']);
    expect(choice({ optional: true })).toEqual(['case:c=X', 'case:c=pair', 'case:c=again', 'case:c=!']);
    expect(choice({}, { 'case:c': 'pair' })).toEqual(['case:c=X', 'case:c=pair!', 'case:c=again']);
    expect(choice({}, { 'c/pair/id': 'x' })).toEqual(['case:c=X', 'case:c=pair!', 'case:c=again']);
    expect(choice({}, { 'case:c': 'nothing' })).toEqual(['case:c=X!', 'case:c=pair', 'case:c=again']);
    expect(choice({ many: true })).toEqual(['case:c/0=X!', 'case:c/0=pair', 'case:c/0=again']);
  });

  it('P3: a browser neither requires nor validates fields in an unselected case', () => {
    const html = formOf([recordField('c', 'Either', { place: 'choice' })], undefined, constructs);
    expect(html).not.toContain('required=""');
    expect(html).not.toContain('pattern=');
  });

  it('P3: a recursive case of a choice is opened on request', () => {
    const fields = [recordField('c', 'Either', { place: 'choice' })];
    const closed = formOf(fields, undefined, constructs);
    expect(closed).toContain('name="add:c/again"');
    expect(closed).not.toContain('name="c/again/X"');
    const opened = formOf(fields, { 'case:c': 'again', 'add:c/again': '1', 'count:c/again': '0' }, constructs);
    expect(opened).toContain('name="c/again/X"');
    expect(opened).toContain('name="count:c/again" value="1"');
  });

  it('P3: names that are there twice have inputs of their own', () => {
    const html = formOf([recordField('R', 'Pair')], undefined, constructs);
    expect([...html.matchAll(/ name="(R[^"]*)"/g)].map(([, name]) => name)).toEqual(['R/@id', 'R/id', 'R/id~2']);
  });

  it('P3: XML has a text area, and mixed content has one for all of it', () => {
    const html = formOf([recordField('O', 'Open'), recordField('M', 'Mixed')], { 'O/any': '<y/>' }, constructs);
    for (const name of ['O/more', 'O/any', 'O/A', 'M/$content']) {
      expect(html).toContain(`<textarea class="xml" id="field-${name}" name="${name}"`);
    }
    expect(html).not.toContain('name="M/B"');
    expect(html).toContain('placeholder="&lt;x/&gt;"');
    expect(html).toContain('&lt;y/&gt;</textarea>');
  });

  it('P3: a fixed value can be included or omitted, a default one is shown', () => {
    const html = formOf([field('A', 'string', { fixed: 'mm', optional: true }), field('B', 'int', { fallback: '5' })]);
    expect(html).toMatch(/<select [^>]*name="A"><option value="">none<\/option><option value="mm">mm<\/option>/);
    expect(html).toContain('Left out, it is &quot;5&quot;.');
  });

  it('P3: a list initially has its minimum number of entries', () => {
    const records = { Line: [field('I', 'string')] };
    const html = formOf([recordField('A', 'Line', { many: true, least: 2, most: 3 })], undefined, records);
    expect(html).toContain('name="count:A" value="2"');
    expect(html).toContain('2 to 3');
    expect(html).toContain('name="add:A"');
    const full = formOf([recordField('A', 'Line', { many: true, most: 3 })], { 'count:A': '3' }, records);
    expect(full).not.toContain('add:A');
  });

  it('P5: each input has its own label, and each id is unique', () => {
    const html = formOf(
      [
        recordField('c', 'Either', { place: 'choice', optional: true }),
        recordField('O', 'Open'),
        recordField('P', 'Pair'),
      ].concat(
        ['string', 'int', 'boolean', 'base64Binary', 'dateTime'].flatMap((type, index) => [
          field(`A${index}`, type, { optional: true, nillable: true, doc: 'Words.' }),
          field(`B${index}`, type, { many: true, nillable: true }),
          field(`C${index}`, type, { many: true, sensitive: true }),
        ]),
      ),
      undefined,
      constructs,
    );
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [input] of html.matchAll(/<(?:input|select|textarea) [^>]*>/g)) {
      const id = / id="([^"]+)"/.exec(input)?.[1];
      const labelled = html.includes(`<label for="${id}">`) || html.includes(`<label class="box">${input}`);
      expect(labelled || input.includes('aria-label=') || input.includes('type="hidden"'), input).toBe(true);
    }
    for (const [, id] of html.matchAll(/aria-describedby="([^"]+)"/g)) expect(ids).toContain(id);
  });
});

describe('pages of hostile contracts', () => {
  const hostile = fc.oneof(
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' onfocus=alert(1) autofocus='",
      '</textarea></pre></style><b>',
      '&lt;b&gt; {{x}} `',
      'a b\tc\nd',
    ),
    fc.string({ unit: 'grapheme' }),
  );

  /** Names of the elements of a page and of their attributes, once it is shown to be well-formed. */
  function shape(html: string): readonly string[] {
    const page = html.replace('<!doctype html>', '').replace(/<(meta|link) ([^>]*)>/g, '<$1 $2/>');
    const reader = new XmlBytesReader(new TextEncoder().encode(page.trim()));
    reader.openRoot();
    reader.skip();
    reader.finish();
    const tags = page.matchAll(/<([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"]*")*)/g);
    // Names are broken between their words.
    const others = [...tags].filter(([, name]) => name !== 'wbr');
    return others.map(([, name = '', attributes = '']) => name + attributes.replace(/="[^"]*"/g, ''));
  }

  it('P5: names, docs and values never change the elements of a page', () => {
    const pagesOf = (text: string, name: string): string[] => {
      const fields = ['string', 'int', 'boolean', 'base64Binary', 'dateTime', text].flatMap((type, index) => [
        field(`${name}${index}`, type, { optional: true, nillable: true, doc: text }),
        field(`${name}m${index}`, type, { many: true, sensitive: true, doc: text }),
      ]);
      const more = { doc: text, deprecated: text, since: text };
      const records = {
        [`R${text}`]: [
          field(`S${name}`, 'string', { ...more, place: 'attribute', namespace: `urn:${text}`, fallback: text }),
          field(`T${name}`, 'string', { ...more, place: 'text', values: [`v${text}`] }),
        ],
        [`C${text}`]: [field(`U${name}`, text, { ...more, fixed: text }), field(`V${name}`, 'anyType', more)],
        [`O${text}`]: [
          field(`W${name}`, '', { ...more, place: 'attributes', many: true }),
          field(`X${name}`, '', { ...more, place: 'any', sample: text, optional: true }),
        ],
      };
      const plain = serviceOf(
        [
          ...fields,
          recordField(`Z${name}`, `R${text}`, { many: true, ...more }),
          recordField(`Y${name}`, `C${text}`, { place: 'choice', optional: true, ...more }),
          recordField(`Q${name}`, `O${text}`, more),
        ],
        records,
        text,
      );
      const element = { name: `E${name}`, namespace: `urn:e${text}`, record: `R${text}`, doc: text };
      const block = { ...element, required: true, mustUnderstand: true, role: `urn:${text}` };
      const types = ['A', 'B'].map((key) => ({ record: `R${text}`, namespace: `urn:${text}`, local: key + name }));
      const description: PagesDescription = {
        ...plain,
        hierarchies: { [`O${text}`]: { abstract: true, types } },
        operations: plain.operations.map((operation) => ({
          ...operation,
          group: text,
          deprecated: text,
          since: text,
          headers: { input: [block], output: [block] },
          faults: [element],
        })),
      };
      const site = siteOf(description);
      const [operation] = description.operations;
      if (operation === undefined) throw new Error('There is no operation.');
      const entries = entriesOf({ [`${name}0`]: text, [`${name}m0`]: text });
      const responses = [
        pageOf(description),
        pageOf(description, `op=${encodeURIComponent(text)}`),
        operationPage(site, operation, { form: testForm(site, operation, entries), problem: `There is ${text}` }),
      ];
      return responses.map(({ body }) =>
        typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array),
      );
    };
    const harmless = pagesOf('word', 'Name').map(shape);
    expect(harmless[2]?.length).toBeGreaterThan(200);
    fc.assert(
      fc.property(hostile, hostile, (text, name) => {
        fc.pre(escapeText(text + name) !== undefined && text !== '' && !/[:/]/.test(name));
        expect(pagesOf(text, name).map(shape)).toEqual(harmless);
      }),
      { numRuns: 150 },
    );
  });
});
