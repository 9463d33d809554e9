import type { Code } from './code.ts';

/** What the templates are given. Every value arrives escaped for the place that it goes to. */

/** A union or the like as code, or an interface. */
export interface DeclarationView {
  readonly doc: readonly string[];
  readonly code?: readonly Code[];
  readonly name?: string;
  readonly properties?: readonly PropertyView[];
}

export interface PropertyView {
  readonly doc: readonly string[];
  /** With `?` behind it where the property may be absent. */
  readonly name: string;
  readonly type: string;
}

export interface TypesView {
  readonly source: string;
  readonly runtimeTypes: readonly Code[];
  /** Of the other parts, where there are any. */
  readonly imports: readonly Code[];
  /** Simple types that the contract declares. */
  readonly aliases: readonly DeclarationView[];
  readonly hasDeclarations: boolean;
}

export interface CodecView {
  readonly generation: string;
  readonly source: string;
  readonly types: string;
  /** A literal, as are all namespaces and actions below; empty where nothing names it. */
  readonly namespace: string;
  readonly tags: readonly Code[];
  /** Of the simple types that the contract declares, each behind the ones that it is made of, and of what is made of them. */
  readonly simpleTypes: readonly Code[];
}

/** Each specifier is empty where nothing of it is used. */
export interface CodecPartView {
  readonly source: string;
  readonly types: string;
  readonly codec: string;
  readonly common: string;
  /** Whether there is any type in it. */
  readonly soap: boolean;
  readonly namespace: string;
}

/** A module whose content lies in several others. */
export interface PartsView {
  readonly source: string;
  readonly exports: readonly Code[];
}

export interface OperationsView {
  readonly source: string;
  readonly types: string;
  readonly codec: string;
  /** Whether the client of an operation receives streamed fields. */
  readonly isStreaming: boolean;
  /** Empty where there are none, as is the next. */
  readonly faults: string;
  readonly headers: string;
  readonly namespace: string;
  /** What the roots of bodies declare beside the default namespace. */
  readonly prefixes: readonly Code[];
  readonly operations: readonly (readonly Code[])[];
}

export interface ClientView {
  readonly source: string;
  readonly types: string;
  readonly faults: string;
  readonly headers: string;
  readonly operations: string;
  readonly imports: readonly Code[];
  /** The import of the runtime's types that signatures name. */
  readonly runtimeTypes: readonly Code[];
  readonly defaultAddress: string;
  readonly doc: readonly string[];
  readonly name: string;
  /** No operation has the name `call`. */
  readonly isCallFree: boolean;
  readonly methods: readonly MethodView[];
}

export interface MethodView {
  readonly doc: readonly string[];
  readonly code: readonly Code[];
}

export interface ServerView {
  readonly source: string;
  readonly types: string;
  readonly faults: string;
  readonly headers: string;
  readonly operations: string;
  readonly description: string;
  readonly imports: readonly Code[];
  readonly runtimeTypes: readonly Code[];
  readonly service: readonly string[];
  readonly handlersName: string;
  readonly createName: string;
  readonly implementations: readonly (readonly Code[])[];
  readonly handlers: readonly HandlerMemberView[];
  /** Empty where no request has a streamed field. */
  readonly authorizersName: string;
  readonly authorizers: readonly (readonly Code[])[];
}

export interface HandlerMemberView {
  readonly doc: readonly string[];
  readonly type: readonly Code[];
}

export interface DescriptionView {
  readonly source: string;
}

export interface PagesView {
  readonly source: string;
  readonly description: string;
}

export interface HandlerView {
  readonly imports: readonly Code[];
  readonly runtimeTypes: readonly Code[];
  readonly context: string;
  readonly doc: readonly string[];
  readonly signature: readonly Code[];
  readonly reason: string;
}

export interface HandlerIndexView {
  readonly server: string;
  readonly context: string;
  readonly handlersName: string;
  readonly handlers: readonly { readonly name: string; readonly specifier: string }[];
}

/** faults.ts and headers.ts. */
export interface ConstantsView {
  readonly source: string;
  /** Empty where none is named. */
  readonly types: string;
  readonly codec: string;
  readonly namespace: string;
  readonly prefixes: readonly Code[];
  readonly constants: readonly DeclarationView[];
}

/** Each template with its view. */
export interface Views {
  readonly types: TypesView;
  readonly codec: CodecView;
  readonly 'codec-common': CodecView;
  readonly 'codec-part': CodecPartView;
  readonly parts: PartsView;
  readonly operations: OperationsView;
  readonly constants: ConstantsView;
  readonly client: ClientView;
  readonly server: ServerView;
  readonly description: DescriptionView;
  readonly pages: PagesView;
  readonly handler: HandlerView;
  readonly 'handler-index': HandlerIndexView;
  readonly 'handler-context': Readonly<Record<never, never>>;
}
