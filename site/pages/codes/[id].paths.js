import { explained, fileOf, indexMarkdown, markdownOf, summaryOf } from '../../codes.js';

/** A page for everything that `soapwright explain` knows, and the list of them. */
export default {
  paths() {
    const pages = explained();
    const intro = 'Every diagnostic, rule and error has a page with an address that does not change.';
    const list = {
      params: { id: 'index', title: 'Codes and rules', description: intro },
      content: `# Codes and rules\n\n${intro} \`soapwright explain\` prints the same.\n\n${indexMarkdown(pages)}`,
    };
    return [
      list,
      ...pages.map((page) => ({
        params: { id: fileOf(page), title: page.id, description: summaryOf(page) },
        content: markdownOf(page),
      })),
    ];
  },
};
