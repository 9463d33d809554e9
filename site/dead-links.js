// Links of a built site that lead nowhere, fragments included, which VitePress does not check.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const entities = { '&amp;': '&', '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>' };
const decoded = (text) => text.replaceAll(/&(?:amp|quot|lt|gt|#39);/g, (entity) => entities[entity]);

/**
 * Pairs of a page and a target, each once.
 *
 * @param folder the built site
 * @param base the path at which it is served
 */
export function deadLinks(folder, base = `/soapwright/${process.env.SITE_VERSION_PATH ?? ''}`) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.html') && !/^(?:playground|remote-file-service)\//.test(file));
  const links = new Map();
  const ids = new Map();
  for (const page of pages) {
    const html = readFileSync(join(folder, page), 'utf8');
    ids.set(page, new Set(Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id]) => decoded(id))));
    links.set(page, new Set(Array.from(html.matchAll(/<a\b[^>]*\shref="([^"]+)"/g), ([, href]) => decoded(href))));
  }
  const leadsNowhere = (page, href) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(href)) return false;
    const { pathname, hash } = new URL(href, `http://site${base}${page}`);
    if (!pathname.startsWith(base)) return true;
    const path = decodeURIComponent(pathname.slice(base.length));
    const file = [path, posix.join(path, 'index.html'), `${path}.html`].find((name) => ids.has(name));
    if (file === undefined)
      return !existsSync(join(folder, path === '' || path.endsWith('/') ? `${path}index.html` : path));
    return hash !== '' && !ids.get(file).has(decodeURIComponent(hash.slice(1)));
  };
  return pages.flatMap((page) =>
    [...links.get(page)].filter((target) => leadsNowhere(page, target)).map((target) => ({ page, target })),
  );
}
