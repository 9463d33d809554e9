import * as soap from '@soapwright/runtime';
import {
  type ComponentIndex,
  isSimpleType,
  nameKey,
  type SimpleType,
  type TypeReference,
  xsd,
} from '../../contract/index.ts';
import { codecFacets, exactCodec } from '../model/simple-codec.ts';

type Reader = soap.SimpleType<unknown>;

/** What is wrong with a value, as a clause. */
export interface ValueFault {
  readonly kind: 'value' | 'unknown-enumeration-value';
  readonly reason: string;
}

/** Checks values by the types of the runtime, which generated codecs use too. */
export class SimpleValues {
  readonly #index: ComponentIndex;
  readonly #readers: Map<unknown, Reader> = new Map();
  readonly #openReaders: Map<unknown, Reader> = new Map();

  constructor(index: ComponentIndex) {
    this.#index = index;
  }

  /** Undefined for a value that fits. */
  faultOf(text: string, type: TypeReference, context: soap.ValueContext, fixed?: string): ValueFault | undefined {
    const reader = this.#reader(type, this.#readers);
    const reason = failureOf(reader, text, context);
    if (reason !== undefined) {
      const open = failureOf(this.#reader(type, this.#openReaders), text, context) === undefined;
      return { kind: open ? 'unknown-enumeration-value' : 'value', reason };
    }
    if (fixed === undefined || failureOf(fixedTo(reader, fixed), text, context) === undefined) return undefined;
    return { kind: 'value', reason: 'it must be the fixed value of its declaration' };
  }

  /** @param known readers of this kind: `#openReaders` admit any text where values are enumerated. */
  #reader(reference: TypeReference, known: Map<unknown, Reader>): Reader {
    if (reference.kind === 'named' && reference.name.namespace === xsd) return builtIn(reference.name.local);
    const key = reference.kind === 'named' ? nameKey(reference.name) : reference.type;
    const existing = known.get(key);
    if (existing !== undefined) return existing;
    const type = this.#index.definition(reference);
    // A circle of types is not read any deeper.
    known.set(key, soap.string);
    const reader = type?.kind === 'simple' ? this.#build(type, known) : soap.string;
    known.set(key, reader);
    return reader;
  }

  #build({ name, variety }: SimpleType, known: Map<unknown, Reader>): Reader {
    const shown = name?.local ?? 'the type';
    switch (variety.kind) {
      case 'list':
        return soap.list(shown, this.#reader(variety.item, known));
      case 'union':
        return soap.union(shown, ...variety.members.map((member) => this.#reader(member, known)));
      case 'restriction':
        return soap.restriction(
          shown,
          this.#reader(variety.base, known),
          codecFacets(known === this.#openReaders ? { ...variety.facets, enumeration: undefined } : variety.facets),
        );
    }
  }
}

function builtIn(local: string): Reader {
  return isSimpleType(local) ? exactCodec(local) : soap.string;
}

function failureOf(reader: Reader, text: string, context: soap.ValueContext): string | undefined {
  try {
    reader.parse(text, context);
    return undefined;
  } catch (error) {
    if (error instanceof soap.ValueError) return error.reason;
    throw error;
  }
}

/** The type itself for a text that is not a value of it: the contract has an error of its own. */
function fixedTo(reader: Reader, text: string): Reader {
  try {
    return soap.fixed(reader, text);
  } catch (error) {
    if (error instanceof soap.ValueError) return reader;
    throw error;
  }
}
