import { CST, Parser, parseDocument } from 'yaml';
import type { Draw } from '../../property/draw.ts';

/** The same YAML, written with less care: other indentation, empty lines, spaces, and comments wherever YAML allows them. */
export function untidyYaml(text: string, draw: Draw): string {
  const document = parseDocument(text, { schema: 'failsafe' });
  const restyled = document.toString({
    indent: draw.pick([1, 2, 3, 5]),
    indentSeq: draw.chance(50),
    lineWidth: draw.pick([0, 40, 80]),
    blockQuote: draw.pick([true, false, 'folded', 'literal']),
    flowCollectionPadding: draw.chance(50),
  });
  return [...new Parser().parse(restyled)].map((token) => CST.stringify(disordered(token, draw))).join('');
}

function disordered<Token extends CST.Token>(token: Token, draw: Draw): Token {
  if (token.type !== 'document') return token;
  disorderTokens(token.start, 0, draw);
  if (token.value) disorderValue(token.value, 0, draw);
  disorderTokens(token.end, 0, draw);
  return token;
}

/** @param indent of the map or list that it is in. */
function disorderValue(token: CST.Token, indent: number, draw: Draw): void {
  if (token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection') {
    const isFlow = token.type === 'flow-collection';
    for (const { start, key, sep, value } of token.items) {
      if (isFlow) disorderCommas(start, draw);
      else disorderTokens(start, indent, draw);
      if (key) disorderValue(key, indent, draw);
      if (!isFlow) disorderTokens(sep, indent, draw);
      if (value) disorderValue(value, isFlow ? indent : token.indent, draw);
    }
    if (isFlow) disorderTokens(token.end, indent, draw);
  } else if (token.type !== 'block-scalar' && 'end' in token) disorderTokens(token.end, indent, draw);
}

/** Comments before line breaks, and on lines of their own. */
function disorderTokens(tokens: CST.SourceToken[] | undefined, indent: number, draw: Draw): void {
  for (const [index, token] of (tokens ?? []).entries()) {
    const isAfterColon = index === 1 && tokens?.[0]?.type === 'map-value-ind';
    if (token.type === 'space' && isAfterColon && draw.chance(20)) token.source += '   ';
    if (token.type !== 'newline') continue;
    const gap = ' '.repeat(draw.int(1, 6));
    const after = draw.chance(20) ? `${gap}${comment(draw)}\n` : '\n';
    const empty = '\n'.repeat(draw.chance(20) ? draw.int(1, 3) : 0);
    const own = draw.chance(20) ? `${' '.repeat(indent + draw.pick([0, 0, 0, 1, 4]))}${comment(draw)}\n` : '';
    token.source = `${after}${empty}${own}`;
  }
}

/** Line breaks and comments after commas, deeper than any contract is. */
function disorderCommas(tokens: CST.SourceToken[], draw: Draw): void {
  for (const token of tokens) {
    if (token.type !== 'comma' || !draw.chance(15)) continue;
    const margin = ' '.repeat(draw.int(30, 40));
    token.source = draw.chance(50) ? `,\n${margin}` : `, ${comment(draw)}\n${margin}${comment(draw)}\n${margin}`;
  }
}

function comment(draw: Draw): string {
  return draw.pick(['#', '# a comment', '#no space', '# "quoted: {', '#: - [x, y]', `# ${draw.int(0, 1e6)}`]);
}
