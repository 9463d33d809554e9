import { collapse, isNCName } from '../xml/chars.ts';
import { type SimpleType, ValueError } from './simple-type.ts';

/** An expanded name (XML Schema part 2, 3.2.18). */
export interface QName {
  /** The empty string for a name in no namespace. */
  readonly namespace: string;
  readonly local: string;
}

/** Whether two expanded names are equal. */
export function sameName(a: QName, b: QName): boolean {
  return a.local === b.local && a.namespace === b.namespace;
}

const CLARK = /^\{([^{}]*)\}(.*)$/s;
const NO_QNAME = 'it must be a name, with a prefix or without';

function qname(name: string): SimpleType<QName> {
  return {
    name,
    contextual: true,
    parse(text, context) {
      const value = collapse(text);
      if (context === undefined) {
        const [, namespace = '', local = value] = CLARK.exec(value) ?? [];
        return checked({ namespace, local });
      }
      const colon = value.indexOf(':');
      const prefix = colon === -1 ? '' : value.slice(0, colon);
      const local = value.slice(colon + 1);
      if (!isNCName(local) || (colon !== -1 && !isNCName(prefix))) throw new ValueError(NO_QNAME);
      const namespace = context.resolvePrefix(prefix);
      if (namespace === undefined) throw new ValueError('no namespace declaration declares its prefix');
      return { namespace, local };
    },
    print(value, prefixes) {
      const { namespace, local } = checked(value);
      if (prefixes === undefined) return namespace === '' ? local : `{${namespace}}${local}`;
      const prefix = prefixes.prefix(namespace);
      return prefix === '' ? local : `${prefix}:${local}`;
    },
  };
}

function checked(value: QName): QName {
  if (typeof value?.namespace !== 'string' || typeof value.local !== 'string') {
    throw new ValueError('it must have a namespace and a local name');
  }
  if (!isNCName(value.local)) throw new ValueError('its local name must be a name without a colon');
  return value;
}

export const QName: SimpleType<QName> = /* @__PURE__ */ qname('QName');
/** The name of a notation. A derived type enumerates the notations. */
export const NOTATION: SimpleType<QName> = /* @__PURE__ */ qname('NOTATION');
