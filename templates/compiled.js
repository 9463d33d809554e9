// Compiled from the templates beside it by precompile.js: do not edit.
export default {
  templates: {
    "client": {"0":function(container,depth0,helpers,partials,data) {
    var stack1;

  return "export * as faults from '"
    + ((stack1 = container.lambda(container.strict(depth0, "faults", {"start":{"line":7,"column":27},"end":{"line":7,"column":33}} ), depth0)) != null ? stack1 : "")
    + "';\n";
},"1":function(container,depth0,helpers,partials,data) {
    var stack1;

  return "export * as headers from '"
    + ((stack1 = container.lambda(container.strict(depth0, "headers", {"start":{"line":10,"column":28},"end":{"line":10,"column":35}} ), depth0)) != null ? stack1 : "")
    + "';\n";
},"2":function(container,depth0,helpers,partials,data) {
    var stack1;

  return "  /** Calls an operation that `"
    + ((stack1 = container.lambda(container.strict(depth0, "operations", {"start":{"line":20,"column":33},"end":{"line":20,"column":43}} ), depth0)) != null ? stack1 : "")
    + "` exports, as the methods below do. */\n  readonly call: soap.SoapClient['call'];\n";
},"3":function(container,depth0,helpers,partials,data) {
    return "    this.call = this.#soap.call.bind(this.#soap);\n";
},"4":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"doc"),depth0,{"name":"doc","hash":{"lines":lookupProperty(depth0,"doc")},"data":data,"indent":"  ","helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + ((stack1 = container.invokePartial(lookupProperty(partials,"code"),depth0,{"name":"code","hash":{"nodes":lookupProperty(depth0,"code")},"data":data,"indent":"  ","helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, alias3=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"header"),depth0,{"name":"header","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"code"),depth0,{"name":"code","hash":{"nodes":lookupProperty(depth0,"imports")},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\nexport type * from '"
    + ((stack1 = alias2(alias1(depth0, "types", {"start":{"line":5,"column":22},"end":{"line":5,"column":27}} ), depth0)) != null ? stack1 : "")
    + "';\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"faults"),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":6,"column":0},"end":{"line":8,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"headers"),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":9,"column":0},"end":{"line":11,"column":7}}})) != null ? stack1 : "")
    + "\n/** Address of the service unless the option `address` names another one. */\nexport const defaultAddress = "
    + ((stack1 = alias2(alias1(depth0, "defaultAddress", {"start":{"line":14,"column":32},"end":{"line":14,"column":46}} ), depth0)) != null ? stack1 : "")
    + ";\n\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"doc"),depth0,{"name":"doc","hash":{"lines":lookupProperty(depth0,"doc")},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "export class "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":17,"column":15},"end":{"line":17,"column":19}} ), depth0)) != null ? stack1 : "")
    + " {\n  readonly #soap: soap.SoapClient;\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"isCallFree"),{"name":"if","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":19,"column":0},"end":{"line":22,"column":7}}})) != null ? stack1 : "")
    + "\n  constructor(options: soap.ClientOptions = {}) {\n    this.#soap = new soap.SoapClient({ ...options, address: options.address ?? defaultAddress });\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"isCallFree"),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":26,"column":0},"end":{"line":28,"column":7}}})) != null ? stack1 : "")
    + "  }\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias3,lookupProperty(depth0,"methods"),{"name":"each","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":30,"column":0},"end":{"line":34,"column":9}}})) != null ? stack1 : "")
    + "}\n";
},"usePartial":true,"useData":true},
    "description": {"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"header"),depth0,{"name":"header","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\nimport type { ServiceDescription } from '@soapwright/runtime/server';\n\n/** Name, address and WSDL of the service; the WSDL is split at the places of the address. */\nexport const description: ServiceDescription = {\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"pieces"),depth0,{"name":"pieces","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "};\n";
},"usePartial":true,"useData":true},
    "handler": {"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "import { SoapFault } from '@soapwright/runtime/server';\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"code"),depth0,{"name":"code","hash":{"nodes":lookupProperty(depth0,"imports")},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "import type { Context } from "
    + ((stack1 = alias2(alias1(depth0, "context", {"start":{"line":3,"column":31},"end":{"line":3,"column":38}} ), depth0)) != null ? stack1 : "")
    + ";\n\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"doc"),depth0,{"name":"doc","hash":{"lines":lookupProperty(depth0,"doc")},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + ((stack1 = container.invokePartial(lookupProperty(partials,"code"),depth0,{"name":"code","hash":{"nodes":lookupProperty(depth0,"signature")},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "  throw SoapFault.receiver('NotImplemented', "
    + ((stack1 = alias2(alias1(depth0, "reason", {"start":{"line":7,"column":47},"end":{"line":7,"column":53}} ), depth0)) != null ? stack1 : "")
    + ");\n}\n";
},"usePartial":true,"useData":true},
    "handler-context": {"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    return "import type { HandlerContext } from '@soapwright/runtime/server';\n\n/** What every handler is given besides its request: a database, a clock, whatever yours share. */\nexport interface State {}\n\nexport type Context = HandlerContext<State>;\n";
},"useData":true},
    "handler-index": {"0":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda;

  return "import { "
    + ((stack1 = alias2(alias1(depth0, "name", {"start":{"line":5,"column":11},"end":{"line":5,"column":15}} ), depth0)) != null ? stack1 : "")
    + " } from "
    + ((stack1 = alias2(alias1(depth0, "specifier", {"start":{"line":5,"column":27},"end":{"line":5,"column":36}} ), depth0)) != null ? stack1 : "")
    + ";\n";
},"1":function(container,depth0,helpers,partials,data) {
    var stack1;

  return "  "
    + ((stack1 = container.lambda(container.strict(depth0, "name", {"start":{"line":10,"column":4},"end":{"line":10,"column":8}} ), depth0)) != null ? stack1 : "")
    + ",\n";
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, alias3=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "// Which function answers which operation. Yours: a new operation adds its lines, and nothing else is touched.\nimport type { "
    + ((stack1 = alias2(alias1(depth0, "handlersName", {"start":{"line":2,"column":16},"end":{"line":2,"column":28}} ), depth0)) != null ? stack1 : "")
    + " } from "
    + ((stack1 = alias2(alias1(depth0, "server", {"start":{"line":2,"column":40},"end":{"line":2,"column":46}} ), depth0)) != null ? stack1 : "")
    + ";\nimport type { State } from "
    + ((stack1 = alias2(alias1(depth0, "context", {"start":{"line":3,"column":29},"end":{"line":3,"column":36}} ), depth0)) != null ? stack1 : "")
    + ";\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias3,lookupProperty(depth0,"handlers"),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":4,"column":0},"end":{"line":6,"column":9}}})) != null ? stack1 : "")
    + "\nexport const handlers: "
    + ((stack1 = alias2(alias1(depth0, "handlersName", {"start":{"line":8,"column":25},"end":{"line":8,"column":37}} ), depth0)) != null ? stack1 : "")
    + "<State> = {\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias3,lookupProperty(depth0,"handlers"),{"name":"each","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":9,"column":0},"end":{"line":11,"column":9}}})) != null ? stack1 : "")
    + "};\n";
},"useData":true},
    "module": {"0":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"code"),depth0,{"name":"code","hash":{"nodes":depth0},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"header"),depth0,{"name":"header","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"sections"),{"name":"each","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":2,"column":0},"end":{"line":5,"column":9}}})) != null ? stack1 : "")
    + ((stack1 = container.invokePartial(lookupProperty(partials,"pieces"),depth0,{"name":"pieces","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"usePartial":true,"useData":true},
    "pages": {"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"header"),depth0,{"name":"header","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\nimport { createPages, type ServicePages } from '@soapwright/runtime/pages';\nimport { description } from '"
    + ((stack1 = container.lambda(container.strict(depth0, "description", {"start":{"line":4,"column":31},"end":{"line":4,"column":42}} ), depth0)) != null ? stack1 : "")
    + "';\n\n/** The HTML pages of the service, for the option `pages` of its server. */\nexport const pages: ServicePages = /*@__PURE__*/ createPages({\n  ...description,\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"pieces"),depth0,{"name":"pieces","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "});\n";
},"usePartial":true,"useData":true},
    "server": {"0":function(container,depth0,helpers,partials,data) {
    var stack1;

  return "export * as faults from '"
    + ((stack1 = container.lambda(container.strict(depth0, "faults", {"start":{"line":8,"column":27},"end":{"line":8,"column":33}} ), depth0)) != null ? stack1 : "")
    + "';\n";
},"1":function(container,depth0,helpers,partials,data) {
    var stack1;

  return "export * as headers from '"
    + ((stack1 = container.lambda(container.strict(depth0, "headers", {"start":{"line":11,"column":28},"end":{"line":11,"column":35}} ), depth0)) != null ? stack1 : "")
    + "';\n";
},"2":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"doc"),depth0,{"name":"doc","hash":{"lines":lookupProperty(depth0,"doc")},"data":data,"indent":"  ","helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + ((stack1 = container.invokePartial(lookupProperty(partials,"code"),depth0,{"name":"code","hash":{"nodes":lookupProperty(depth0,"type")},"data":data,"indent":"  ","helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"3":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return "/** Called before a streamed field is received, with the fields already read: return nothing to allow the request. */\nexport interface "
    + ((stack1 = container.lambda(container.strict(depth0, "authorizersName", {"start":{"line":24,"column":19},"end":{"line":24,"column":34}} ), depth0)) != null ? stack1 : "")
    + "<State = undefined> {\n"
    + ((stack1 = lookupProperty(helpers,"each").call(depth0 != null ? depth0 : (container.nullContext || {}),lookupProperty(depth0,"authorizers"),{"name":"each","hash":{},"fn":container.program(4, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":25,"column":0},"end":{"line":27,"column":9}}})) != null ? stack1 : "")
    + "}\n\n";
},"4":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"code"),depth0,{"name":"code","hash":{"nodes":depth0},"data":data,"indent":"  ","helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"5":function(container,depth0,helpers,partials,data) {
    var stack1;

  return "  options: soap.ServerOptions<State> & { readonly authorize?: "
    + ((stack1 = container.lambda(container.strict(depth0, "authorizersName", {"start":{"line":35,"column":64},"end":{"line":35,"column":79}} ), depth0)) != null ? stack1 : "")
    + "<State> | undefined },\n";
},"6":function(container,depth0,helpers,partials,data) {
    return "  options: soap.ServerOptions<State>,\n";
},"7":function(container,depth0,helpers,partials,data) {
    var stack1, lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"code"),depth0,{"name":"code","hash":{"nodes":depth0},"data":data,"indent":"    ","helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "");
},"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1, alias1=container.strict, alias2=container.lambda, alias3=depth0 != null ? depth0 : (container.nullContext || {}), lookupProperty = container.lookupProperty || function(parent, propertyName) {
        if (Object.prototype.hasOwnProperty.call(parent, propertyName)) {
          return parent[propertyName];
        }
        return undefined
    };

  return ((stack1 = container.invokePartial(lookupProperty(partials,"header"),depth0,{"name":"header","data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"code"),depth0,{"name":"code","hash":{"nodes":lookupProperty(depth0,"imports")},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "import { description } from '"
    + ((stack1 = alias2(alias1(depth0, "description", {"start":{"line":4,"column":31},"end":{"line":4,"column":42}} ), depth0)) != null ? stack1 : "")
    + "';\n\nexport type * from '"
    + ((stack1 = alias2(alias1(depth0, "types", {"start":{"line":6,"column":22},"end":{"line":6,"column":27}} ), depth0)) != null ? stack1 : "")
    + "';\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"faults"),{"name":"if","hash":{},"fn":container.program(0, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":7,"column":0},"end":{"line":9,"column":7}}})) != null ? stack1 : "")
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"headers"),{"name":"if","hash":{},"fn":container.program(1, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":10,"column":0},"end":{"line":12,"column":7}}})) != null ? stack1 : "")
    + "\n"
    + ((stack1 = container.invokePartial(lookupProperty(partials,"doc"),depth0,{"name":"doc","hash":{"lines":lookupProperty(depth0,"service")},"data":data,"helpers":helpers,"partials":partials,"decorators":container.decorators})) != null ? stack1 : "")
    + "export interface "
    + ((stack1 = alias2(alias1(depth0, "handlersName", {"start":{"line":15,"column":19},"end":{"line":15,"column":31}} ), depth0)) != null ? stack1 : "")
    + "<State = undefined> {\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias3,lookupProperty(depth0,"handlers"),{"name":"each","hash":{},"fn":container.program(2, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":16,"column":0},"end":{"line":19,"column":9}}})) != null ? stack1 : "")
    + "}\n\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"authorizersName"),{"name":"if","hash":{},"fn":container.program(3, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":22,"column":0},"end":{"line":30,"column":7}}})) != null ? stack1 : "")
    + "/** A server for these handlers; `listen` of `@soapwright/runtime/server/node` puts it on a port. */\nexport function "
    + ((stack1 = alias2(alias1(depth0, "createName", {"start":{"line":32,"column":18},"end":{"line":32,"column":28}} ), depth0)) != null ? stack1 : "")
    + "<State = undefined>(\n  handlers: "
    + ((stack1 = alias2(alias1(depth0, "handlersName", {"start":{"line":33,"column":14},"end":{"line":33,"column":26}} ), depth0)) != null ? stack1 : "")
    + "<State>,\n"
    + ((stack1 = lookupProperty(helpers,"if").call(alias3,lookupProperty(depth0,"authorizersName"),{"name":"if","hash":{},"fn":container.program(5, data, 0),"inverse":container.program(6, data, 0),"data":data,"loc":{"start":{"line":34,"column":0},"end":{"line":38,"column":7}}})) != null ? stack1 : "")
    + "): soap.SoapServer {\n  return soap.createServer(description, options, [\n"
    + ((stack1 = lookupProperty(helpers,"each").call(alias3,lookupProperty(depth0,"implementations"),{"name":"each","hash":{},"fn":container.program(7, data, 0),"inverse":container.noop,"data":data,"loc":{"start":{"line":41,"column":0},"end":{"line":43,"column":9}}})) != null ? stack1 : "")
    + "  ]);\n}\n";
},"usePartial":true,"useData":true},
  },
  partials: {
    "header": {"compiler":[8,">= 4.3.0"],"main":function(container,depth0,helpers,partials,data) {
    var stack1;

  return "/* eslint-disable */\n// @generated by soapwright from "
    + ((stack1 = container.lambda(container.strict(depth0, "source", {"start":{"line":2,"column":35},"end":{"line":2,"column":41}} ), depth0)) != null ? stack1 : "")
    + ". `npx soapwright generate` overwrites all changes.\n";
},"useData":true},
  },
};
