import type { Version } from '../../soap/version.ts';
import type { OperationDescription, ServiceDescription } from '../description.ts';
import { contentDepth, contentText, envelopeText } from '../pages/envelope-text.ts';
import { masked, shortBinary, shortText } from '../pages/shown-value.ts';
import type { Content, RequestNode } from './request-node.ts';

const xsi = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

/** Writes the text of a simple value. */
type Write = (content: Exclude<Content, { kind: 'nil' | 'record' }>) => string;

/** The envelope that is sent. A character that XML cannot carry stays in it: the service tells what is wrong. */
export function requestText(
  service: ServiceDescription,
  operation: OperationDescription,
  version: Version,
  nodes: readonly RequestNode[],
): string {
  return envelope(service, operation, version, nodes, ({ text }) => contentText(text));
}

/** The same envelope as a page may show it: sensitive values masked (rule R5), long ones shortened. */
export function shownRequestText(
  service: ServiceDescription,
  operation: OperationDescription,
  version: Version,
  nodes: readonly RequestNode[],
): string {
  return envelope(service, operation, version, nodes, (content) => {
    if (content.sensitive) return content.text === '' ? '' : masked;
    return contentText(content.kind === 'bytes' ? shortBinary(content.text, content.size) : shortText(content.text));
  });
}

function envelope(
  { namespace }: ServiceDescription,
  { inputElement }: OperationDescription,
  version: Version,
  nodes: readonly RequestNode[],
  write: Write,
): string {
  let hasNil = false;
  const lines: string[] = [];
  append(nodes, contentDepth);
  return envelopeText(version, namespace, inputElement, lines.join('\n'), hasNil ? xsi : '');

  function append(list: readonly RequestNode[], depth: number): void {
    const indent = '  '.repeat(depth);
    for (const { name, content } of list) {
      if (content.kind === 'nil') {
        hasNil = true;
        lines.push(`${indent}<${name} xsi:nil="true"/>`);
      } else if (content.kind === 'record' && content.children.length > 0) {
        lines.push(`${indent}<${name}>`);
        append(content.children, depth + 1);
        lines.push(`${indent}</${name}>`);
      } else {
        const text = content.kind === 'record' ? '' : write(content);
        lines.push(text === '' ? `${indent}<${name}/>` : `${indent}<${name}>${text}</${name}>`);
      }
    }
  }
}
