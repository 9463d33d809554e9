import type { RuleDefinition, RuleIdOf } from '../rule.ts';
import { regenerates } from '../verdicts.ts';

/** Rules for names that are not in messages: peers change when their code is generated again. */
export const contractRules: Readonly<Record<RuleIdOf<'CONTRACT'>, RuleDefinition>> = {
  SERVICE_SAME_NAME: {
    summary: 'The service and its definitions keep their names.',
    breaks: 'Toolkits name the class of the client after the service. Code that is generated again has another class.',
    example: { before: 'new ShopService().getShop()', after: 'new StoreService().getShop()' },
    remedy: 'Keep the name.',
    verdicts: regenerates,
  },
  PORT_SAME_NAME: {
    summary: 'Ports and port types keep their names.',
    breaks: 'JAX-WS and zeep find a port by its name, and name the interface after the port type.',
    example: { before: "client.bind('Shop', 'ShopSoap')", after: "client.bind('Shop', 'ShopPort')" },
    remedy: 'Keep the name.',
    verdicts: { ...regenerates, typescript: 'same' },
  },
  BINDING_SAME_NAME: {
    summary: 'Bindings keep their names.',
    breaks: 'zeep and others address a binding by its name, and .NET names classes after it.',
    example: {
      before: "client.create_service('{urn:shop}ShopSoap', …)",
      after: "client.create_service('{urn:shop}Shop', …)",
    },
    remedy: 'Keep the name.',
    verdicts: { ...regenerates, typescript: 'same' },
  },
  COMPLEX_TYPE_SAME_NAME: {
    summary: 'Complex types keep their names, and do not lose them.',
    breaks: 'Toolkits name classes after them. Messages are the same, unless they name the type in xsi:type.',
    example: { before: 'Address address = order.getAddress();', after: 'PostalAddress address = order.getAddress();' },
    remedy: 'Keep the name.',
    verdicts: regenerates,
  },
  FAULT_NO_DELETE: {
    summary: 'No fault of an operation is deleted.',
    breaks: 'Code that catches its exception does not compile once it is generated again. On the wire nothing changes.',
    example: { before: 'catch (NotFound e)', after: 'error: NotFound is never thrown' },
    remedy: 'Keep the fault in the contract, even if no handler throws it.',
    verdicts: regenerates,
  },
  ENDPOINT_SAME_ADDRESS: {
    severity: 'info',
    summary: 'Ports keep their address.',
    breaks:
      'Clients that take the address from the WSDL call another server once they read the new one; old ones call the old.',
    example: {
      before: '<soap:address location="https://shop.example/v1"/>',
      after: '<soap:address location="https://shop.example/v2"/>',
    },
    remedy: 'Serve the old address as long as old clients call it.',
    verdicts: { wire: 'works', toolkits: 'changes', typescript: 'same' },
  },
};
