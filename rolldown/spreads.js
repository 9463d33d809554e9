import { parseSync, Visitor } from 'rolldown/utils';

/**
 * Begins object literals of a spread and further properties with `...null`, which adds nothing. V8 gives each object of
 * `{ ...item, name }` a hidden class of its own up to Node 21: 0.3 kB, and 1 to 4 µs for an object that otherwise takes 0.1.
 * The model of a large contract has many of them.
 */
export const spreads = {
  name: 'spreads',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = withoutLeadingSpreads(file.code);
  },
};

function withoutLeadingSpreads(code) {
  const starts = [];
  const visitor = new Visitor({
    ObjectExpression({ properties: [first, ...others] }) {
      if (first?.type === 'SpreadElement' && others.length > 0) starts.push(first.start);
    },
  });
  visitor.visit(parseSync('bundle.cjs', code).program);
  const edges = [0, ...starts.sort((one, other) => one - other), code.length];
  return edges
    .slice(1)
    .map((edge, index) => code.slice(edges[index], edge))
    .join('...null,');
}
