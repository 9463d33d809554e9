/** A contract with values of many kinds: lists, a choice, a hierarchy, facets, a declared fault and a secret. */
export const shopContract = `soapwright: 1
service: Shop
namespace: https://shop.example/v1/
address: http://localhost/v1/shop.asmx
soap: ["1.1", "1.2"]
operations:
  Find:
    request: { Number: string, Since: date?, Limit: int? }
    result: Invoice?
    faults: [NotFound]
  Pay:
    request: { Number: string, Card: CardNumber, Amount: decimal }
    response: { Receipt: long, PaidAt: dateTime, Scan: base64Binary? }
  Forget:
    request: { Number: string }
    oneWay: true
faults:
  NotFound: { record: { Number: string } }
records:
  Invoice:
    Number: string
    Status: Status
    Total: decimal
    Lines: "Line[]"
    $choice contact: { Email: string, Phone: string }
    Note: { type: string, optional: true, sensitive: true }
  Line: { Text: string, Count: Few }
types:
  Few: { base: int, min: 1, max: 5 }
  Status: { enum: [open, paid, late] }
  CardNumber: { base: string, pattern: "[0-9]{4}-[0-9]{4}" }
`;
