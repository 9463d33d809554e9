import type { Random } from '../random.ts';
import { attributesOf, type ElementSpan, type Markup, markupOf, type Span, type TagSpan } from './markup.ts';

/** A document to modify, as text (latin1 of its bytes, or its decoded UTF-16). */
export interface Draft {
  readonly xml: string;
  readonly markup: Markup;
  readonly random: Random;
  readonly dictionary: readonly string[];
  /** Another document. */
  other(): string;
}

/** A change of elements, attributes or text; undefined where there is nothing to change. */
export type StructureMutation = (draft: Draft) => string | undefined;

function put(xml: string, { from, to }: Span, piece: string): string {
  return xml.slice(0, from) + piece + xml.slice(to);
}

function cut(xml: string, { from, to }: Span): string {
  return xml.slice(from, to);
}

/** A place between tags. */
function between({ random, markup, xml }: Draft): Span {
  const at =
    markup.tags.length === 0 ? random.below(xml.length + 1) : random.pick(markup.tags)[random.once(2) ? 'from' : 'to'];
  return { from: at, to: at };
}

function element({ random, markup }: Draft): ElementSpan | undefined {
  return markup.elements.length === 0 ? undefined : random.pick(markup.elements);
}

function startTag({ random, markup }: Draft): TagSpan | undefined {
  const tags = markup.tags.filter(({ kind }) => kind !== 'end');
  return tags.length === 0 ? undefined : random.pick(tags);
}

/** Where an attribute can be put into a start tag: behind its name. */
function behindName(tag: TagSpan): Span {
  const at = tag.from + 1 + tag.name.length;
  return { from: at, to: at };
}

const VALUES: readonly string[] = [
  ...[
    '',
    ' ',
    '0',
    '1',
    '-1',
    '+1',
    '007',
    '1.0',
    '1e3',
    '-0',
    'INF',
    'NaN',
    'true',
    'false',
    'AA==',
    'AB==',
    'A A = =',
    'x',
    'a b',
  ],
  ...[
    '2147483647',
    '2147483648',
    '-9223372036854775808',
    '18446744073709551616',
    '9007199254740993',
    '0.1',
    '.5',
    '5.',
  ],
  ...[
    '2000-02-29',
    '1900-02-29',
    '2000-01-01T00:00:00Z',
    '2000-01-01T24:00:00',
    '12:00:00.1234567',
    'P1Y2M3DT4H5M6.7S',
    '--02-30',
    '---31',
  ],
  ...[
    'en-GB',
    'p:a',
    ':',
    'q:',
    '1a',
    '_',
    'ff',
    '0',
    '\xc3\xa9',
    '\xef\xbf\xbe',
    '\xf0\x9f\x98\x80',
    '&amp;',
    '&#65;',
    '&#x41;',
    '\r\n',
    '\r',
    '\t',
  ],
];

const BETWEEN: readonly string[] = [
  '<!---->',
  '<!--x-->',
  '<?p?>',
  '<?p x?>',
  '<![CDATA[]]>',
  '<![CDATA[x]]>',
  '<![CDATA[ ]]>',
  ' ',
  '\n',
  '&#32;',
  '&#13;',
  '&lt;',
  'x',
  ']]',
  ']]&gt;',
];

export const structureMutations: readonly StructureMutation[] = [
  function removeElement(draft) {
    const found = element(draft);
    return found && put(draft.xml, found, '');
  },
  function copyElement(draft) {
    const found = element(draft);
    return found && put(draft.xml, between(draft), cut(draft.xml, found));
  },
  function repeatElement(draft) {
    const found = element(draft);
    const piece = found && cut(draft.xml, found);
    return found && piece && put(draft.xml, found, piece.repeat(1 + draft.random.length(12)));
  },
  function moveElement(draft) {
    const found = element(draft);
    if (found === undefined) return undefined;
    const rest = put(draft.xml, found, '');
    return put(rest, between({ ...draft, xml: rest, markup: markupOf(rest) }), cut(draft.xml, found));
  },
  function swapElements(draft) {
    const [one, other] = [element(draft), element(draft)];
    if (one === undefined || other === undefined || one.to > other.from) return undefined;
    return put(put(draft.xml, other, cut(draft.xml, one)), one, cut(draft.xml, other));
  },
  function replaceByOther(draft) {
    const found = element(draft);
    const xml = draft.other();
    const { elements } = markupOf(xml);
    return found && elements.length > 0 ? put(draft.xml, found, cut(xml, draft.random.pick(elements))) : undefined;
  },
  function insertOther(draft) {
    const xml = draft.other();
    const { elements } = markupOf(xml);
    return elements.length > 0 ? put(draft.xml, between(draft), cut(xml, draft.random.pick(elements))) : undefined;
  },
  function unwrap(draft) {
    const found = element(draft);
    return found?.end && put(draft.xml, found, draft.xml.slice(found.start.to, found.end.from));
  },
  function wrap(draft) {
    const [inner, outer] = [element(draft), startTag(draft)];
    if (inner === undefined || outer?.kind !== 'start') return undefined;
    const [open, close] = [cut(draft.xml, outer), `</${outer.name}>`];
    const times = draft.random.once(4) ? draft.random.length(70) : 1;
    return put(draft.xml, inner, open.repeat(times) + cut(draft.xml, inner) + close.repeat(times));
  },
  function rename(draft) {
    const found = element(draft);
    if (found === undefined) return undefined;
    const name = draft.random.pick([
      startTag(draft)?.name ?? 'a',
      `p:${found.start.name}`,
      found.start.name.replace(/^.*:/, ''),
      'a',
      'unknown',
    ]);
    const end = found.end && { from: found.end.from + 2, to: found.end.from + 2 + found.end.name.length };
    const xml = end === undefined ? draft.xml : put(draft.xml, end, name);
    return put(xml, { from: found.from + 1, to: found.from + 1 + found.start.name.length }, name);
  },
  function emptyTag(draft) {
    const found = element(draft);
    if (found === undefined) return undefined;
    const start = cut(draft.xml, found.start);
    if (found.end !== undefined) return put(draft.xml, found, `${start.slice(0, -1)}/>`);
    return put(draft.xml, found, `${start.slice(0, -2)}></${found.start.name}>`);
  },
  function replaceContent(draft) {
    const found = element(draft);
    const value = draft.random.pick(draft.random.once(3) ? draft.dictionary : VALUES);
    return found?.end && put(draft.xml, { from: found.start.to, to: found.end.from }, value);
  },
  function splitText(draft) {
    const { texts } = draft.markup;
    if (texts.length === 0) return undefined;
    const { from, to } = draft.random.pick(texts);
    const at = from + draft.random.below(to - from + 1);
    return put(draft.xml, { from: at, to: at }, draft.random.pick(BETWEEN));
  },
  function betweenTags(draft) {
    return put(draft.xml, between(draft), draft.random.pick(BETWEEN));
  },
  function textAsCdata(draft) {
    const { texts } = draft.markup;
    if (texts.length === 0) return undefined;
    const text = draft.random.pick(texts);
    return put(draft.xml, text, `<![CDATA[${cut(draft.xml, text)}]]>`);
  },
  function textAsReferences(draft) {
    const { texts } = draft.markup;
    if (texts.length === 0) return undefined;
    const text = draft.random.pick(texts);
    return put(
      draft.xml,
      text,
      cut(draft.xml, text)
        .slice(0, 40)
        .replace(/[\0-\x7f]/g, (one) => `&#${one.charCodeAt(0)};`),
    );
  },
  function longText(draft) {
    const { texts } = draft.markup;
    if (texts.length === 0) return undefined;
    const text = draft.random.pick(texts);
    const at = { from: text.from, to: text.from };
    return put(
      draft.xml,
      at,
      draft.random.pick(['A', 'AAAA', ' ', '\xc3\xa9', ']', '\r\n']).repeat(20 + draft.random.below(60)),
    );
  },
  function copyAttribute(draft) {
    const [from, to] = [startTag(draft), startTag(draft)];
    const attributes = from === undefined ? [] : attributesOf(draft.xml, from);
    if (to === undefined || attributes.length === 0) return undefined;
    return put(draft.xml, behindName(to), cut(draft.xml, draft.random.pick(attributes)));
  },
  function removeAttribute(draft) {
    const tag = startTag(draft);
    const attributes = tag === undefined ? [] : attributesOf(draft.xml, tag);
    return attributes.length === 0 ? undefined : put(draft.xml, draft.random.pick(attributes), '');
  },
  function changeAttribute(draft) {
    const tag = startTag(draft);
    const attributes = tag === undefined ? [] : attributesOf(draft.xml, tag);
    if (attributes.length === 0) return undefined;
    const attribute = draft.random.pick(attributes);
    const value = draft.random.pick([...VALUES, attribute.value.slice(1, -1)]);
    const quote = draft.random.pick(['"', "'"]);
    return put(draft.xml, attribute, ` ${attribute.name}=${quote}${value}${quote}`);
  },
  function addAttribute(draft) {
    const tag = startTag(draft);
    const attribute = draft.random.pick(draft.dictionary.filter((word) => /^ [^\s=]+=["']/.test(word)));
    return tag && put(draft.xml, behindName(tag), attribute);
  },
  function manyAttributes(draft) {
    const tag = startTag(draft);
    const what = draft.random.pick(['', 'xmlns:']);
    const count = draft.random.length(24);
    return (
      tag &&
      put(draft.xml, behindName(tag), Array.from({ length: count }, (_, at) => ` ${what}m${at}="v${at % 3}"`).join(''))
    );
  },
  function prefixed(draft) {
    const found = element(draft);
    if (found === undefined || found.start.name.includes(':')) return undefined;
    const namespace = /xmlns=(?:"([^"]*)"|'([^']*)')/.exec(draft.xml.slice(0, found.start.to));
    const start = cut(draft.xml, found.start).replace(
      /^<([^\s/>]+)/,
      `<p:$1 xmlns:p="${namespace?.[1] ?? namespace?.[2] ?? 'urn:f'}"`,
    );
    const inner = found.end === undefined ? '' : draft.xml.slice(found.start.to, found.end.from);
    return put(draft.xml, found, found.end === undefined ? start : `${start}${inner}</p:${found.start.name}>`);
  },
];
