import type { ResolvedService, Use } from '../contract/index.ts';
import { type Code, line, listed } from './code.ts';
import { type ImportExtension, specifierOf } from './file.ts';
import { stringLiteral } from './literal.ts';

/** Types of the runtime that generated types name. */
export type RuntimeType = 'DateTime' | 'Duration' | 'QName' | 'AnyElement' | 'AnyAttribute' | 'EncodedValue';

/** Modules that generated code imports as namespaces, in the order of their imports. */
const moduleOrder = [
  'soap',
  'encoded',
  'streaming',
  'tolerance',
  'soapAddressing',
  'soapAuthentication',
  'soapSecurity',
  'mtom',
  'codec',
  'common',
  'operations',
  't',
] as const;
type ModuleName = (typeof moduleOrder)[number];

export interface FileOptions {
  readonly importExtension: ImportExtension;
  /** What `soap` is imported from; `@soapwright/runtime` by default. */
  readonly runtime?: string;
  /** The folder of the main modules, from the file. */
  readonly folder?: './' | '../';
  /** Specifier that types are imported from by their names; without it they are written `t.Name`. */
  readonly types?: string | undefined;
  /** Whether a type is declared in the file itself. */
  readonly declares?: (typeName: string) => boolean;
  /** Names of types that the file uses for something else, with the names that they are imported as. */
  readonly renamed?: ReadonlyMap<string, string>;
  /** Names that the file exports, which no import may have. */
  readonly exported?: Iterable<string>;
}

/** A generated file while its code is built: it imports the names that its code uses. */
export class GeneratedFile {
  readonly #namespace: string;
  readonly #options: FileOptions;
  readonly #modules: Set<ModuleName> = new Set();
  readonly #types: Set<string> = new Set();
  readonly #runtimeTypes: Set<RuntimeType> = new Set();
  /** Imported constants by their modules: the name in the file of each. */
  readonly #constants: Map<string, Map<string, string>> = new Map();
  /** Names that another constant cannot be imported as. */
  readonly #taken: Set<string>;
  /** The uses of the root elements that the file names. */
  readonly rootUses: Set<Use> = new Set();
  #usesNamespace = false;

  constructor({ namespace }: Pick<ResolvedService, 'namespace'>, options: FileOptions) {
    this.#namespace = namespace;
    this.#options = options;
    this.#taken = new Set(options.exported);
  }

  /** The name of a module that is imported as a namespace. */
  module(name: ModuleName): string {
    this.#modules.add(name);
    return name;
  }

  /** A constant of another file, imported by its name: bundlers keep code that reads a property of a module when it loads. */
  constant(module: string, name: string): string {
    const names = this.#constants.get(module) ?? new Map<string, string>();
    this.#constants.set(module, names);
    let local = names.get(name);
    if (local === undefined) {
      local = name;
      while (this.#taken.has(local)) local += '_';
      this.#taken.add(local);
      names.set(name, local);
    }
    return local;
  }

  /** A type of types.ts. */
  type(typeName: string): string {
    const { types, declares, renamed } = this.#options;
    if (types === undefined) return `${this.module('t')}.${typeName}`;
    if (declares?.(typeName) !== true) this.#types.add(typeName);
    return renamed?.get(typeName) ?? typeName;
  }

  runtimeType(name: RuntimeType): string {
    if (this.#options.types === undefined) return `${this.module('soap')}.${name}`;
    this.#runtimeTypes.add(name);
    return name;
  }

  /** A namespace: the contract's own has a constant. */
  namespace(namespace: string): string {
    if (namespace !== this.#namespace) return stringLiteral(namespace);
    this.#usesNamespace = true;
    return 'namespace';
  }

  /** The same as a property of an object literal. */
  namespaceProperty(namespace: string): string {
    const text = this.namespace(namespace);
    return text === 'namespace' ? text : `namespace: ${text}`;
  }

  /** The constant of the contract's namespace, if any code names it. */
  get namespaceConstant(): readonly Code[] {
    return this.#usesNamespace ? [line(`const namespace = ${stringLiteral(this.#namespace)};`)] : [];
  }

  /** Names of the types that were imported by their names. */
  get importedTypes(): ReadonlySet<string> {
    return this.#types;
  }

  /** The imports of everything that was named until now. */
  get imports(): readonly Code[] {
    const { types = '', renamed, importExtension } = this.#options;
    const runtimeTypes = [...this.#runtimeTypes].sort();
    const names = [...this.#types].sort().map((name) => importedAs(name, renamed?.get(name) ?? name));
    const constants = [...this.#constants].map(([module, locals]) =>
      listed(
        'import {',
        [...locals].map(([name, local]) => importedAs(name, local)).sort(),
        `} from ${stringLiteral(specifierOf(`./${module}`, importExtension))};`,
        { spaced: true },
      ),
    );
    return [
      ...(runtimeTypes.length === 0
        ? []
        : [line(`import type { ${runtimeTypes.join(', ')} } from '@soapwright/runtime';`)]),
      ...moduleOrder.filter((name) => this.#modules.has(name)).map((name) => this.#moduleImport(name)),
      ...constants,
      ...(names.length === 0
        ? []
        : [listed('import type {', names, `} from ${stringLiteral(types)};`, { spaced: true })]),
    ];
  }

  #moduleImport(name: ModuleName): Code {
    return line(`import ${name === 't' ? 'type ' : ''}* as ${name} from '${this.#specifier(name)}';`);
  }

  #specifier(name: ModuleName): string {
    const { runtime = '@soapwright/runtime', folder = './', importExtension } = this.#options;
    switch (name) {
      case 'soap':
        return runtime;
      case 'streaming':
        return `${runtime}/client/streaming`;
      case 'mtom':
        return `${runtime}/mtom`;
      case 'encoded':
        return '@soapwright/runtime/encoded';
      case 'tolerance':
        return `${runtime}/tolerant`;
      case 'soapAuthentication':
        return `${runtime}/authentication`;
      case 'soapSecurity':
        return '@soapwright/security';
      case 'soapAddressing':
        return `${runtime}/addressing`;
      case 'common':
        return specifierOf('./common', importExtension);
      case 't':
        return specifierOf(`${folder}types`, importExtension);
      case 'operations':
        return specifierOf(runtime.endsWith('client') ? './client-operations' : './server-operations', importExtension);
      default:
        return specifierOf(`${folder}${name}`, importExtension);
    }
  }
}

function importedAs(name: string, local: string): string {
  return name === local ? name : `${name} as ${local}`;
}
