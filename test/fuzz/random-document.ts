import type { Random } from './random.ts';

/** Names with a prefix that is declared, mostly. */
const PREFIXES = ['', '', '', '', 'p:', 'q:', 'xml:'];
const LOCALS = ['t', 'n', 'b', 'r', 'o', 'm', 'y', 'l', 'e', 'x', 'q', 'v', 'ß', 'unknown', 'a-1.b'];
const DECLARATIONS = [
  ' xmlns="urn:f"',
  ' xmlns=""',
  ' xmlns:p="urn:f"',
  " xmlns:p='urn:p'",
  ' xmlns:q="urn:q"',
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="0"',
];
const TEXTS = [
  'x',
  'a b',
  ' ',
  '\n  ',
  '\r\n',
  '\r',
  '&lt;&amp;&#65;',
  '&#x1F600;',
  'é😀',
  '<![CDATA[<&]]]]>',
  '<![CDATA[]]>',
  '<!-- - -->',
  '<?p i ?>',
  'AAEC',
  'QUJD'.repeat(20),
  'long text '.repeat(9),
  ']]&gt;',
];

/** A document that is well-formed, or nearly: a prefix may lack its declaration, an attribute may be there twice. */
export function randomDocument(random: Random): string {
  const before = random.once(3)
    ? random.pick(['<?xml version="1.0"?>', "<?xml version='1.0' standalone='no' ?>\n", '<!--c-->\n', '<?p?>'])
    : '';
  const after = random.once(4) ? random.pick(['\n', '<!-- -->', '<?p ??>']) : '';
  return `${before}${element(random, 'r', 0, ' xmlns="urn:f" xmlns:p="urn:p" xmlns:q="urn:f"')}${after}`;
}

function element(random: Random, name: string, depth: number, declarations: string): string {
  const open = `<${name}${declarations}${attributes(random)}${random.once(8) ? '\n' : ''}`;
  if (random.once(6)) return `${open}/>`;
  let content = '';
  const count = random.below(depth > 3 ? 2 : 6);
  for (let at = 0; at < count; at++) content += random.once(2) ? random.pick(TEXTS) : child(random, depth + 1);
  return `${open}>${content}</${name}${random.once(8) ? ' ' : ''}>`;
}

function child(random: Random, depth: number): string {
  const name = random.pick(PREFIXES) + random.pick(LOCALS);
  return element(random, name, depth, random.once(5) ? random.pick(DECLARATIONS) : '');
}

function attributes(random: Random): string {
  let text = '';
  for (let at = random.once(3) ? random.below(3) : 0; at > 0; at--) {
    const quote = random.pick(['"', "'"]);
    const value = random.pick(['', 'x', '&#10;&lt;', ' a \t b ', '\r\n', 'é', quote === '"' ? "'" : '"']);
    text += ` ${random.pick(PREFIXES)}${random.pick(['a', 'c', 'd', 'e', 'ü'])}=${quote}${value}${quote}`;
  }
  return text;
}
