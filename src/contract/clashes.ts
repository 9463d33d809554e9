import { type Diagnostic, contract as kinds, type Place, report } from '../diagnostics/index.ts';
import type { Annotated, ComplexType, Contract, LocalElement, MessageReference, Origin } from './model.ts';
import {
  operationNameOf,
  propertyNameOf,
  requestTypeNameOf,
  responseTypeNameOf,
  serviceNames,
  typeNameOf,
} from './naming.ts';
import { keyOf } from './qname.ts';

/**
 * Names that come out the same although they are different things: elements on the wire, types and operations and
 * properties in TypeScript. Nothing is renamed to avoid it, since a name must depend on its own component alone.
 */
export function clashes(contract: Contract): readonly Diagnostic[] {
  return [
    ...elementClashes(contract),
    ...typeClashes(contract),
    ...operationClashes(contract),
    ...propertyClashes(contract),
  ];
}

/** Something that has a name, and how a message calls it. */
interface Claim {
  readonly what: string;
  readonly origin: Origin | undefined;
}

/** Calls back for every claim of a name after the first one. */
class Names {
  readonly #claims: Map<string, Claim> = new Map();

  claim(name: string, claim: Claim, clash: (first: Claim) => void): void {
    const first = this.#claims.get(name);
    if (first === undefined) this.#claims.set(name, claim);
    else clash(first);
  }
}

function elementClashes(contract: Contract): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const names = new Names();
  const parts = new Map(contract.messages.map((message) => [keyOf(message.name), message.parts[0]?.content]));
  const claim = (what: string, message: MessageReference | undefined, { origin }: Annotated): void => {
    const part = message && parts.get(keyOf(message.message));
    if (part?.kind !== 'element') return;
    const mine: Claim = { what, origin };
    names.claim(keyOf(part.name), mine, (first) => {
      const parameters = { one: what, other: lower(first.what), name: part.name.local };
      diagnostics.push(report(kinds.elementClash, parameters, placeOf(mine), relatedTo(first)));
    });
  };
  for (const operation of contract.portTypes.flatMap(({ operations }) => operations)) {
    claim(`The request of the operation "${operation.name}"`, operation.input, operation);
    claim(`The response of the operation "${operation.name}"`, operation.output, operation);
  }
  return diagnostics;
}

function typeClashes(contract: Contract): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const names = new Names();
  const claim = (name: string, what: string, { origin }: Annotated): void => {
    const mine: Claim = { what, origin };
    names.claim(name, mine, (first) => {
      const parameters = { one: what, other: lower(first.what), name };
      diagnostics.push(report(kinds.typeNameClash, parameters, placeOf(mine), relatedTo(first)));
    });
  };
  for (const service of contract.services) {
    const { client, handlers, createServer } = serviceNames(service.name);
    claim(client, `The client of the service "${service.name}"`, contract);
    claim(handlers, `The handlers of the service "${service.name}"`, contract);
    claim(createServer, `The server of the service "${service.name}"`, contract);
  }
  for (const operation of contract.portTypes.flatMap(({ operations }) => operations)) {
    claim(requestTypeNameOf(operation), `The request of the operation "${operation.name}"`, operation);
    claim(responseTypeNameOf(operation), `The response of the operation "${operation.name}"`, operation);
  }
  for (const type of contract.schemas.flatMap((schema) => schema.types)) {
    claim(typeNameOf(type), `The ${type.kind === 'simple' ? 'type' : 'record'} "${type.name.local}"`, type);
  }
  return diagnostics;
}

/** Handler files are named by operations, and some file systems take `getFile` and `GetFile` for one name. */
function operationClashes(contract: Contract): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const names = new Names();
  // The index of the handlers imports their functions beside the interface that they make up.
  const interfaces = new Set(contract.services.map(({ name }) => serviceNames(name).handlers));
  for (const operation of contract.portTypes.flatMap(({ operations }) => operations)) {
    const claim: Claim = { what: operation.name, origin: operation.origin };
    const name = operationNameOf(operation);
    if (interfaces.has(name)) {
      const parameters = { one: `The operation "${operation.name}"`, other: 'the handlers of the service', name };
      diagnostics.push(report(kinds.typeNameClash, parameters, placeOf(claim)));
    }
    names.claim(name.normalize('NFC').toLowerCase(), claim, (first) => {
      const parameters = { one: operation.name, other: first.what };
      diagnostics.push(report(kinds.operationNameClash, parameters, placeOf(claim), relatedTo(first)));
    });
  }
  return diagnostics;
}

function propertyClashes(contract: Contract): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const schema of contract.schemas) {
    const anonymous = schema.elements.flatMap(({ type }) => (type.kind === 'anonymous' ? [type.type] : []));
    for (const type of [...anonymous, ...schema.types]) {
      if (type.kind !== 'complex') continue;
      const names = new Names();
      for (const element of elementsIn(type)) {
        const claim: Claim = { what: element.name.local, origin: element.origin };
        const name = propertyNameOf(element);
        names.claim(name, claim, (first) => {
          const parameters = { one: claim.what, other: first.what, name };
          diagnostics.push(report(kinds.propertyNameClash, parameters, placeOf(claim), relatedTo(first)));
        });
      }
    }
  }
  return diagnostics;
}

function elementsIn(type: ComplexType): readonly LocalElement[] {
  if (type.content.kind !== 'elements' || type.content.particle.kind !== 'sequence') return [];
  return type.content.particle.particles.flatMap((particle) => (particle.kind === 'element' ? [particle.element] : []));
}

function placeOf({ origin }: Claim): Place {
  return origin === undefined
    ? {}
    : { file: origin.file, line: origin.line, column: origin.column, length: origin.length };
}

function relatedTo(first: Claim) {
  return first.origin === undefined ? {} : { related: [{ ...placeOf(first), message: 'The other one is here.' }] };
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
