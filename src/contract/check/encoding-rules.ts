import { contract as kinds, type Spot } from '../../diagnostics/index.ts';
import {
  type ArrayType,
  encodedTypesOf,
  isSoapEncoding,
  maxDimensions,
  type Origin,
  type QName,
  type TypeReference,
} from '../model/index.ts';
import { type CheckContext, walk } from './check-context.ts';

/** Checks what SOAP encoding demands of types. */
export function checkEncoding(context: CheckContext): void {
  if (encodedTypesOf(context.contract) === undefined) checkIsLiteral(context);
  else {
    checkDimensions(context);
    checkStreams(context);
  }
}

/** References can lead to any element of an encoded message, which therefore is in memory as a whole. */
function checkStreams(context: CheckContext): void {
  const check = ({ name, stream, origin }: StreamedField): void => {
    if (stream === true) context.add(kinds.encodedStream, { field: name }, origin);
  };
  walk(context.contract, { element: ({ name, ...element }) => check({ ...element, name: name.local }) });
  for (const part of context.contract.messages.flatMap(({ parts }) => parts)) check(part);
}

interface StreamedField {
  readonly name: string;
  readonly stream?: boolean | undefined;
  readonly origin?: Origin | undefined;
}

/** Types of the encoding are declared by SOAP, not by the contract: literal messages have none, unless a schema is there. */
function checkIsLiteral(context: CheckContext): void {
  const { contract, index, marks } = context;
  const check = (name: QName, at: Spot | Origin | undefined): void => {
    if (isSoapEncoding(name.namespace) && index.type(name) === undefined) {
      context.add(kinds.arrayNotEncoded, { type: name.local }, at);
    }
  };
  const checkReference = (reference: TypeReference, origin: Origin | undefined): void => {
    if (reference.kind === 'named') check(reference.name, marks.spotOf(reference) ?? origin);
  };
  walk(contract, {
    complex: ({ derivation, origin }) => derivation && check(derivation.base, marks.spotOf(derivation) ?? origin),
    element: ({ type, origin }) => checkReference(type, origin),
  });
  for (const { content, origin } of contract.messages.flatMap(({ parts }) => parts)) {
    if (content.kind === 'type') check(content.type, origin);
  }
}

/** Follows the array types in array types, not recursively: a chain may be long. */
function checkDimensions(context: CheckContext): void {
  const arrays = encodedTypesOf(context.contract);
  const arrayOf = (reference: TypeReference): ArrayType | undefined => {
    const found = arrays?.find(reference);
    return found?.kind === 'array' ? found : undefined;
  };
  walk(context.contract, {
    complex: (type, owner) => {
      let dimensions = 0;
      for (let array = arrayOf({ kind: 'anonymous', type }); array !== undefined; array = arrayOf(array.item)) {
        dimensions += array.ranks.reduce((sum, rank) => sum + rank, 0);
        if (dimensions <= maxDimensions) continue;
        context.add(kinds.arrayOfItself, { array: owner, limit: String(maxDimensions) }, type.origin);
        return;
      }
    },
  });
}
