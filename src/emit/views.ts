import type { Code } from './code.ts';

/** What the templates are given. Every value arrives escaped for the place that it goes to. */

export interface InterfaceView {
  readonly doc: readonly string[];
  readonly name: string;
  readonly properties: readonly PropertyView[];
}

export interface AliasView {
  readonly doc: readonly string[];
  readonly code: readonly Code[];
}

export interface PropertyView {
  readonly doc: readonly string[];
  /** With `?` behind it where the property may be absent. */
  readonly name: string;
  readonly type: string;
}

export interface TypesView {
  readonly source: string;
  /** Whether the runtime's DateTime is used. */
  readonly dateTime: boolean;
  /** Simple types that the contract declares. */
  readonly aliases: readonly AliasView[];
  readonly interfaces: readonly InterfaceView[];
}

export interface CodecView {
  readonly generation: string;
  readonly source: string;
  readonly types: string;
  /** A literal, as are all namespaces and actions below. */
  readonly namespace: string;
  readonly tags: readonly Code[];
  /** Of the simple types that the contract declares, each behind the one that it is made of. */
  readonly simpleTypes: readonly Code[];
  /** For each type its table of children, its reader and its writer. */
  readonly codecs: readonly (readonly (readonly Code[])[])[];
}

export interface BindingView {
  readonly source: string;
  readonly types: string;
  readonly codec: string;
  readonly namespace: string;
  readonly operations: readonly (readonly Code[])[];
}

export interface ClientView {
  readonly source: string;
  readonly types: string;
  readonly binding: string;
  readonly imports: readonly Code[];
  /** Whether a signature names the runtime's DateTime. */
  readonly dateTime: boolean;
  readonly defaultAddress: string;
  readonly doc: readonly string[];
  readonly name: string;
  readonly methods: readonly MethodView[];
}

export interface MethodView {
  readonly doc: readonly string[];
  readonly code: readonly Code[];
}

export interface ServerView {
  readonly source: string;
  readonly types: string;
  readonly binding: string;
  readonly pages: string;
  readonly imports: readonly Code[];
  readonly dateTime: boolean;
  readonly service: readonly string[];
  readonly handlersName: string;
  readonly createName: string;
  readonly operations: readonly string[];
  readonly handlers: readonly HandlerMemberView[];
}

export interface HandlerMemberView {
  readonly doc: readonly string[];
  readonly type: readonly Code[];
}

export interface PagesView {
  readonly source: string;
  readonly description: readonly Code[];
}

export interface HandlerView {
  readonly imports: readonly Code[];
  readonly dateTime: boolean;
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

/** Each template with its view. */
export interface Views {
  readonly types: TypesView;
  readonly codec: CodecView;
  readonly binding: BindingView;
  readonly client: ClientView;
  readonly server: ServerView;
  readonly pages: PagesView;
  readonly handler: HandlerView;
  readonly 'handler-index': HandlerIndexView;
  readonly 'handler-context': Readonly<Record<never, never>>;
}
