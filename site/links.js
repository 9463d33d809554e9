// Where a relative link of a page leads on the site: to a page of docs, or to the forge for every other file.
import { existsSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The address of the repository. */
export const forge = 'https://github.com/soapwright/soapwright';

/** The branch or tag whose files the site links to: that which it is built from. */
const ref = process.env.SITE_REF ?? 'main';

/** The site's page of a file of docs, relative to the site, such as `reference/lint.md`. */
export function routeOf(file) {
  return file === 'docs/README.md' ? 'documentation.md' : file.replace(/^(?:docs|site\/pages)\//, '');
}

/** An address on the forge of a path of the repository. Throws an error if the repository has no such file. */
export function forgeAddress(path) {
  if (!existsSync(`${root}${path}`)) throw new Error(`The repository has no ${path}.`);
  return `${forge}/${statSync(`${root}${path}`).isDirectory() ? 'tree' : 'blob'}/${ref}/${path}`;
}

/**
 * The target of a link on the site.
 *
 * @param href as in the page; absolute addresses and fragments stay as they are
 * @param file the page, relative to the repository
 */
export function siteLink(href, file) {
  if (/^(?:[a-z][a-z\d+.-]*:|#|\/)/i.test(href) || href === '') return href;
  const [path, fragment] = href.split('#', 2);
  const target = posix.join(posix.dirname(file), path).replace(/\/$/, '');
  const hash = fragment === undefined ? '' : `#${fragment}`;
  if (/^(?:docs|site\/pages)\/.*\.md$/.test(target)) return `/${routeOf(target)}${hash}`;
  return `${forgeAddress(target)}${hash}`;
}

/** The fragment of a heading, as the forge makes it, so that a link works there and here. */
export function slug(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
