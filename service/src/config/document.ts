import { isAlias, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { Problems } from './problems.ts';

/** A YAML file as nodes. Every scalar is the text that stands in the file: `007` and 2^53+1 keep their digits. */
export interface YamlDocument {
  /** Null for an empty file. */
  readonly root: Node | null;
  readonly problems: Problems;
}

/**
 * Parses a file. What is wrong with its syntax is in the problems; so are tags, anchors and aliases, which nothing here
 * needs.
 *
 * @param file Name of the file, for the problems.
 */
export function parseYaml(text: string, file: string): YamlDocument {
  const lines = new LineCounter();
  const problems = new Problems(file, lines);
  const document = parseDocument(text, {
    schema: 'failsafe',
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
  });
  for (const { pos, code, message } of [...document.errors, ...document.warnings]) {
    // The parser's own words are for whoever wrote a program.
    problems.add(pos[0], code === 'MULTIPLE_DOCS' ? 'A second document begins here. A file holds one.' : message);
  }
  if (problems.count === 0) {
    visit(document, {
      Node(_key, node) {
        const anchored = !isAlias(node) && node.anchor !== undefined;
        if (isAlias(node) || anchored) problems.add(node.range?.[0] ?? 0, 'Anchors and aliases are not used here.');
        // The parser knows some by itself, such as !!binary, and would make something else of what stands there.
        else if (node.tag !== undefined) problems.add(node.range?.[0] ?? 0, 'Tags are not used here.');
      },
    });
  }
  return { root: document.contents, problems };
}
