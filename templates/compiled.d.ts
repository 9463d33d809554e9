/** A precompiled template, as `Handlebars.template` takes it. */
type Specification = Parameters<typeof import('handlebars/runtime.js')['template']>[0];

declare const specifications: {
  readonly templates: Readonly<
    Record<
      | 'types'
      | 'codec'
      | 'codec-common'
      | 'codec-part'
      | 'parts'
      | 'operations'
      | 'constants'
      | 'client'
      | 'server'
      | 'description'
      | 'pages'
      | 'handler'
      | 'handler-index'
      | 'handler-context',
      Specification
    >
  >;
  readonly partials: Readonly<Record<string, Specification>>;
};

export default specifications;
