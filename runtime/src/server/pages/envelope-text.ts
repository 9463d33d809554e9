import { escapeXml } from '../../soap/carriable.ts';
import type { Version } from '../../soap/version.ts';

/** How deep the children of the body's element stand. */
export const contentDepth = 3;

/**
 * An envelope for people to read.
 *
 * @param content lines of the body's element, indented by `contentDepth` steps; empty when it has no children.
 * @param declarations attributes of the body's element beside its namespace, each with a space before it.
 */
export function envelopeText(
  version: Version,
  namespace: string,
  element: string,
  content: string,
  declarations = '',
): string {
  const { prefix } = version;
  const root = `${element} xmlns="${escapeXml(namespace)}"${declarations}`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<${prefix}:Envelope xmlns:${prefix}="${version.namespace}">`,
    `  <${prefix}:Body>`,
    content === '' ? `    <${root}/>` : `    <${root}>\n${content}\n    </${element}>`,
    `  </${prefix}:Body>`,
    `</${prefix}:Envelope>`,
  ].join('\n');
}

/** Escapes text for element content. Unlike a writer it lets through what XML cannot carry. */
export function contentText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => escapes[character] ?? character);
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };
