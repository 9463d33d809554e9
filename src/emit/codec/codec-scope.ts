import { type Declaration, type Field, localIdentifier, type ResolvedService } from '../../contract/index.ts';
import type { Sides } from '../file.ts';
import type { GeneratedFile } from '../generated-file.ts';
import { soleResults } from '../operation-types.ts';
import { type RequestTypes, requestTypesOf } from '../request-types.ts';
import { simpleTypeOf } from '../simple-types.ts';
import { Names } from '../tags.ts';
import { affixesOfTypes, codecNameOf, joined } from './identifiers.ts';
import { Streams } from './streams.ts';

/** Local names of the functions, which a variable for a field must not hide. */
const own: readonly string[] = [
  'reader',
  'writer',
  'value',
  'item',
  'next',
  'soFar',
  'soap',
  'encoded',
  't',
  'namespace',
  'anyTypeReader',
  'anyTypeWriter',
  'mapReader',
  'vectorReader',
];

/** A constant with its type, which is written if the constant is exported. */
export interface SharedConstant {
  readonly name: string;
  readonly type: () => string;
  readonly value: string;
}

export interface CodecSettings {
  /** Whether readers and writers are in other files than the constants that they share. */
  readonly isSplit: boolean;
  /** Whether generated readers support tolerant reading. */
  readonly isTolerant: boolean;
  readonly sides: Sides;
}

/** What all code of the codecs of a service shares: its settings, and the names that are declared at the top level. */
export class CodecScope {
  readonly service: ResolvedService;
  /** The file of the constants that all types share. */
  readonly common: GeneratedFile;
  readonly settings: CodecSettings;
  readonly tags: Names;
  readonly streams: Streams;
  /** Results that are the only field of a response, by the response's type name. */
  readonly results: ReadonlyMap<string, Field>;
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly requests: RequestTypes;
  /** Constants whose readers and writers were built. */
  readonly used: Set<string> = new Set();
  /** Constants other than tags and simple types. Complete when all readers and writers are built. */
  readonly shared: Map<string, SharedConstant> = new Map();
  /** Expressions of the fields that tables share, by the names of their functions. Complete when all tables are built. */
  readonly fields: Map<string, string> = new Map();
  readonly #simpleTypes: ReadonlySet<string>;
  readonly #types: ReadonlySet<string>;
  #constants: ReadonlySet<string> = new Set(own);
  /** Cache of variables by their properties: most names occur many times. */
  readonly #variables: Map<string, string> = new Map();

  constructor(service: ResolvedService, common: GeneratedFile, settings: CodecSettings) {
    this.service = service;
    this.common = common;
    this.settings = settings;
    this.tags = new Names(service, common);
    this.streams = new Streams(service);
    this.results = soleResults(service);
    this.requests = requestTypesOf(service, settings.sides);
    const declarations = [...service.messages, ...service.declarations];
    this.declarations = new Map(declarations.map((one) => [one.typeName, one]));
    this.#simpleTypes = new Set(service.simpleTypes.map(({ typeName }) => simpleTypeOf(typeName)));
    this.#types = new Set(
      declarations.flatMap(({ typeName }) => {
        const names = [typeName, codecNameOf(typeName, 'encoded', service)];
        return [...names, ...names.map((name) => joined(name, service))];
      }),
    );
  }

  /** Call it when all tags have names: no variable may have one of those. */
  closeTags(): void {
    this.used.clear();
    this.#constants = new Set([...own, ...this.tags.constants]);
  }

  /** Whether the module declares the name at its top level. */
  has(name: string): boolean {
    if (this.#constants.has(name) || this.#simpleTypes.has(name)) return true;
    return affixesOfTypes.some(([before, behind]) => {
      if (!name.startsWith(before) || !name.endsWith(behind)) return false;
      return this.#types.has(name.slice(before.length, name.length - behind.length));
    });
  }

  /** The variable that holds a property while it is read. */
  variable(property: string): string {
    const known = this.#variables.get(property);
    if (known !== undefined) return known;
    const variable = localIdentifier(property, this);
    this.#variables.set(property, variable);
    return variable;
  }
}
