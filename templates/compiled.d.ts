/** A precompiled template, as `Handlebars.template` takes it. */
type Specification = Parameters<typeof import('handlebars/runtime.js')['template']>[0];

declare const specifications: {
  readonly templates: Readonly<
    Record<
      'module' | 'client' | 'server' | 'description' | 'pages' | 'handler' | 'handler-index' | 'handler-context',
      Specification
    >
  >;
  readonly partials: Readonly<Record<string, Specification>>;
};

export default specifications;
