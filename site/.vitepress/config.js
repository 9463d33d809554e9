import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { lateStart } from '../late-start.js';
import { forge, forgeAddress, root, routeOf, siteLink, slug } from '../links.js';
import { descriptionOf, pagesOf, plain, shelves, sidebar } from '../navigation.js';

/** Where the site of the latest release is. */
const home = 'https://soapwright.github.io/soapwright/';

/** The path of this version below it: `next/` for the main branch, `0.1/` for an old release. */
const versionPath = process.env.SITE_VERSION_PATH ?? '';
const base = `${new URL(home).pathname}${versionPath}`;

const { version, description } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

/** Files of the repository that are pages of the site. */
const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !/^(?:docs|site\/pages)\//.test(file));

/** Pages of docs are outside of this folder, and do not find its packages. */
const ownVue = {
  name: 'vue-of-this-folder',
  enforce: 'pre',
  resolveId(id, _importer, { ssr }) {
    if (!/^vue(?:\/server-renderer)?$/.test(id)) return undefined;
    if (ssr) return { id, external: true };
    return fileURLToPath(new URL('../node_modules/vue/dist/vue.runtime.esm-bundler.js', import.meta.url));
  },
};

/** Folders of `public` that other programs build: a link to one that is missing would be dead. */
const isBuilt = (folder) => existsSync(new URL(`../public/${folder}/index.html`, import.meta.url));

/** The entry for such a folder, if it is there. */
const built = (text, folder) => (isBuilt(folder) ? [{ text, link: `/${folder}/`, target: '_self' }] : []);

const lastPages = new Set(shelves().map((shelf) => pagesOf(shelf).at(-1)));

export default defineConfig({
  title: 'Soapwright',
  description,
  lang: 'en',
  base,
  srcDir: '..',
  srcExclude: ['**/node_modules/**', ...pages],
  outDir: 'dist',
  cacheDir: '.vitepress/cache',
  rewrites: (file) => routeOf(file),
  sitemap: versionPath === '' ? { hostname: home } : undefined,
  vite: {
    publicDir: fileURLToPath(new URL('../public', import.meta.url)),
    plugins: [ownVue],
    build: { chunkSizeWarningLimit: 4000 },
  },
  markdown: {
    anchor: { slugify: slug },
    headers: { slugify: slug },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { console: 'shellsession' },
    config(md) {
      // Vue would evaluate braces: pages of docs have none of its expressions.
      for (const kind of ['text', 'code_inline']) {
        const render = md.renderer.rules[kind];
        md.renderer.rules[kind] = (...args) => render(...args).replaceAll('{{', '&#123;&#123;');
      }
      md.core.ruler.push('links', ({ tokens, env }) => {
        if (env.path === undefined) return; // a title alone
        const file = relative(root, env.realPath ?? env.path).replaceAll('\\', '/');
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          if (token.type === 'link_open') token.attrSet('href', siteLink(token.attrGet('href'), file));
        }
      });
    },
  },
  transformPageData(page, { siteConfig }) {
    const { filePath, relativePath } = page;
    const text = () => readFileSync(`${siteConfig.srcDir}/${filePath}`, 'utf8');
    const described = plain(page.description || descriptionOf(text()));
    // VitePress writes it into an attribute as it is.
    page.description = described.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const path = relativePath.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html');
    // The last page of a shelf has no next one, although links to other shelves follow it in the sidebar.
    if (lastPages.has(filePath)) page.frontmatter.next = false;
    if (/^(?:codes\/|documentation)/.test(relativePath)) Object.assign(page.frontmatter, { prev: false, next: false });
    page.frontmatter.head ??= [];
    page.frontmatter.head.push(
      ['link', { rel: 'canonical', href: home + path }],
      ['meta', { property: 'og:title', content: page.title || 'Soapwright' }],
      ['meta', { property: 'og:description', content: described || description }],
      ['meta', { property: 'og:url', content: home + path }],
    );
  },
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
    ['meta', { name: 'theme-color', content: '#0f5c57' }],
    ['meta', { property: 'og:type', content: 'website' }],
    ['link', { rel: 'alternate', type: 'text/plain', title: 'llms.txt', href: `${base}llms.txt` }],
  ],
  themeConfig: {
    logo: { src: '/icon.svg', alt: '', width: 24, height: 24 },
    search: { provider: 'local', options: { detailedView: false } },
    outline: [2, 3],
    externalLinkIcon: true,
    socialLinks: [{ icon: 'github', link: forge, ariaLabel: 'Repository' }],
    editLink: {
      pattern: `${forge}/edit/main/:path`,
      text: 'Edit this page',
    },
    nav: [
      { text: 'Tutorial', link: '/tutorials/call-a-service', activeMatch: '^/tutorials/call' },
      { text: 'Examples', link: '/tutorials/examples' },
      { text: 'Guides', link: '/how-to/call-without-generated-code', activeMatch: '^/how-to/' },
      { text: 'Reference', link: '/reference/contract', activeMatch: '^/reference/' },
      ...built('Playground', 'playground'),
      {
        text: 'More',
        items: [
          { text: 'All pages', link: '/documentation' },
          { text: 'Codes and rules', link: '/codes/' },
          {
            text: 'Remote File Service',
            items: [
              { text: 'Call it', link: '/tutorials/try-it' },
              { text: 'Install it', link: '/service/install-the-service' },
              ...built('Reference of its operations', 'remote-file-service'),
            ],
          },
        ],
      },
      {
        text: versionPath === 'next/' ? 'next' : version,
        items: [
          { text: 'Latest release', link: home },
          { text: 'Next (main branch)', link: `${home}next/` },
          { text: 'Changelog', link: forgeAddress('CHANGELOG.md') },
        ],
      },
    ],
    playground: isBuilt('playground'),
    sidebar: sidebar(),
    footer: { message: `MIT licence. Built from the <a href="${forgeAddress('docs')}">docs</a> of the repository.` },
    notFound: { quote: 'There is no page at this address.' },
  },
  metaChunk: true,
  transformHtml: lateStart,
});
