import type { TreeElement } from '@soapwright/runtime/xml';

export const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

const decoder = new TextDecoder();
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The character data of an element without children, with references resolved. @param data the document that it is in. */
export function textOf({ tagEnd, end }: TreeElement, data: Uint8Array): string {
  const content = data.subarray(tagEnd, end);
  const close = content.lastIndexOf(lessThan);
  return close === -1 ? '' : characterData(content.subarray(0, close));
}

const lessThan = 0x3c;

/** The text of a part of a document without elements, with references resolved. */
export function characterData(content: Uint8Array): string {
  return decoder
    .decode(content)
    .replace(/\r\n?/g, '\n')
    .replace(
      /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
      (_, section?: string, hex?: string, decimal?: string, name?: string) => {
        if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
        if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
        return section ?? (name === undefined ? '' : (entities[name] ?? ''));
      },
    );
}

/** An element as XML text with all namespace declarations that are in scope. @param data the document that it is in. */
export function elementText(element: TreeElement, data: Uint8Array): string {
  const text = decoder.decode(data.subarray(element.start, element.end));
  const [, name = '', rest = ''] = /^<([^\s/>]+)([\s\S]*)$/.exec(text) ?? [];
  const startTag = decoder.decode(data.subarray(element.start, element.tagEnd));
  const seen = new Set<string>(['xml']);
  let declarations = '';
  for (let at = element.scope; at !== undefined; at = at.outer) {
    const { prefix, namespace } = at;
    if (seen.has(prefix)) continue;
    seen.add(prefix);
    const attribute = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
    if (namespace === '' || new RegExp(`\\s${attribute.replaceAll('.', '\\.')}\\s*=`).test(startTag)) continue;
    declarations += ` ${attribute}="${namespace.replace(/[&<"]/g, (one) => `&#${one.charCodeAt(0)};`)}"`;
  }
  return `<${name}${declarations}${rest}`;
}

export function attributeOf({ attributes }: TreeElement, namespace: string, local: string): string | undefined {
  return attributes.find((one) => one.namespace === namespace && one.local === local)?.value;
}

/** The namespace of a prefix where an element is; undefined without a declaration. */
export function namespaceOf({ scope }: TreeElement, prefix: string): string | undefined {
  for (let at = scope; at !== undefined; at = at.outer) if (at.prefix === prefix) return at.namespace;
  return prefix === '' ? '' : undefined;
}

/** Line and column of an offset, from 1; the column in UTF-16 code units. */
export function positionIn(data: Uint8Array, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let at = data.indexOf(0x0a); at !== -1 && at < offset; at = data.indexOf(0x0a, at + 1)) {
    line++;
    start = at + 1;
  }
  return { line, column: new TextDecoder().decode(data.subarray(start, offset)).length + 1 };
}
