import type { Annotated, Contract, Origin } from '../model/index.ts';

/** A mistake of the WSDL that is forgiven, with its place in the WSDL. */
export interface Remark extends Place {
  /** Of the diagnostic. */
  readonly code: string;
  /** One line. */
  readonly message: string;
}

/** In UTF-16 code units, counted from 1; absent for the whole WSDL. */
interface Place {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly length?: number | undefined;
}

/** Comments about mistakes: one for each code at the component that contains them. */
export class Remarks {
  /** By the place of the component; under the empty text those in no component. */
  readonly #found: Map<string, Remark[]> = new Map();
  readonly #printed: Set<string> = new Set();

  constructor(contract: Contract, remarks: readonly Remark[]) {
    const places = remarks.length === 0 ? [] : placesOf(contract);
    for (const remark of remarks) {
      const around = places.findLast((place) => isBefore(place, remark));
      const key = placeKey(around);
      this.#found.set(key, [...(this.#found.get(key) ?? []), remark]);
    }
  }

  /** The comment on components that one entry prints; undefined if nothing was forgiven in them. */
  commentOn(...components: readonly (Pick<Annotated, 'origin'> | undefined)[]): string | undefined {
    const keys = new Set(components.flatMap((one) => (one?.origin === undefined ? [] : placeKey(one.origin))));
    for (const key of keys) this.#printed.add(key);
    return commentOf([...keys].flatMap((key) => this.#found.get(key) ?? []));
  }

  /** The comment on everything that no entry has printed so far. */
  commentOnRest(): string | undefined {
    return commentOf([...this.#found].flatMap(([key, remarks]) => (this.#printed.has(key) ? [] : remarks)));
  }
}

/** Where the components begin, in the order of each file. */
function placesOf({ schemas, messages, portTypes, bindings, services }: Contract): readonly Origin[] {
  const components: readonly Pick<Annotated, 'origin'>[] = [
    ...schemas.flatMap(({ elements, types, attributes, groups, attributeGroups }) => [
      ...elements,
      ...types,
      ...attributes,
      ...groups,
      ...attributeGroups,
    ]),
    ...messages,
    ...[...portTypes, ...bindings].flatMap((one) => [one, ...one.operations]),
    ...services.flatMap((service) => [service, ...service.ports]),
  ];
  return components
    .flatMap(({ origin }) => origin ?? [])
    .sort((one, other) => one.line - other.line || one.column - other.column);
}

/** Whether a component begins before a mistake ends. */
function isBefore(place: Origin, { file, line = 0, column = 0, length = 0 }: Place): boolean {
  return place.file === file && (place.line < line || (place.line === line && place.column <= column + length));
}

function placeKey(place: Origin | undefined): string {
  return place === undefined ? '' : `${place.file}:${place.line}:${place.column}`;
}

/** A line for each code. */
function commentOf(remarks: readonly Remark[]): string | undefined {
  const byCode = new Map<string, Set<string>>();
  for (const { code, message } of remarks) {
    byCode.set(code, (byCode.get(code) ?? new Set()).add(message.replace(/\s+/g, ' ')));
  }
  const lines = [...byCode].map(([code, [first, ...others]]) => {
    const more = others.length === 0 ? '' : ` (and ${others.length} more of this kind)`;
    return `${code}: ${first}${more}`;
  });
  return lines.length === 0 ? undefined : lines.join('\n');
}
