import type { Code, Doc } from './code.ts';

/** The parameters of the templates. Every value is already escaped for its position. */

/** A module of imports and declarations, with an empty line between the sections. */
export interface ModuleView {
  readonly source: string;
  readonly sections: readonly (readonly Code[])[];
}

export interface ClientView {
  readonly source: string;
  readonly types: string;
  /** Empty without faults. */
  readonly faults: string;
  readonly headers: string;
  readonly imports: readonly Code[];
  /** Empty for a contract without an address: then the option is required. */
  readonly defaultAddress: string;
  /** `addresses`, where a service has several. */
  readonly addresses: readonly Code[];
  readonly clients: readonly ClientClassView[];
}

export interface ClientClassView {
  readonly doc: Doc['paragraphs'];
  readonly name: string;
  /** What holds the default address; empty for a port without one: then the option is required. */
  readonly address: string;
  /** The head of the constructor where its options have credentials; empty otherwise. */
  readonly signature: readonly Code[];
  /** Properties of the client's options with defaults other than those of the runtime. */
  readonly settings: readonly Code[];
  /** Not the first class of the file. */
  readonly isFurther: boolean;
  readonly operations: string;
  /** No operation has the name `call`. */
  readonly isCallFree: boolean;
  readonly methods: readonly MethodView[];
}

export interface MethodView {
  readonly doc: Doc['paragraphs'];
  readonly code: readonly Code[];
}

export interface ServerView {
  readonly source: string;
  readonly types: string;
  readonly faults: string;
  readonly headers: string;
  readonly description: string;
  /** Options whose default is not that of the runtime. */
  readonly defaults: readonly { readonly name: string; readonly code: readonly Code[] }[];
  /** The parameter of options that have keys; empty where the contract demands none. */
  readonly keyed: readonly Code[];
  readonly imports: readonly Code[];
  readonly service: Doc['paragraphs'];
  /** Of the function that creates a server. */
  readonly creation: Doc['paragraphs'];
  readonly handlersName: string;
  readonly createName: string;
  readonly implementations: readonly (readonly Code[])[];
  readonly handlers: readonly HandlerMemberView[];
  /** Empty if no request has a streamed field. */
  readonly authorizersName: string;
  readonly authorizers: readonly (readonly Code[])[];
}

export interface HandlerMemberView {
  readonly doc: Doc['paragraphs'];
  readonly type: readonly Code[];
}

export interface DescriptionView {
  readonly source: string;
}

export interface PagesView {
  readonly source: string;
  readonly description: string;
  /** Name of the client's class; empty without a client. */
  readonly client: string;
  /** The calls of other clients. */
  readonly otherClients: readonly Code[];
  /** The credentials of the clients that need some. */
  readonly credentials: readonly Code[];
  readonly module: string;
  readonly operations: string;
  /** Empty without headers. */
  readonly headers: string;
  readonly clientHeaders: string;
  /** Whether operations are calls of a function. */
  readonly isLarge: boolean;
  /** The common start of most soapActions, as a literal; the name of the operation follows. */
  readonly actionPrefix: string;
  /** Entries of an object; empty where no two records have an equal field. */
  readonly fields: string;
}

export interface HandlerView {
  readonly imports: readonly Code[];
  readonly context: string;
  readonly doc: Doc['paragraphs'];
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
  readonly module: ModuleView;
  readonly client: ClientView;
  readonly server: ServerView;
  readonly description: DescriptionView;
  readonly pages: PagesView;
  readonly handler: HandlerView;
  readonly 'handler-index': HandlerIndexView;
  readonly 'handler-context': Readonly<Record<never, never>>;
}
