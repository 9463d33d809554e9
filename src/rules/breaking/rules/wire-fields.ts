import type { RuleDefinition, RuleIdOf } from '../rule.ts';
import { fails } from '../verdicts.ts';
import type { serviceRules } from './wire-service.ts';

type Id = Exclude<RuleIdOf<'WIRE'>, keyof typeof serviceRules>;

/** Rules for what messages hold: any old peer fails. */
export const fieldRules: Readonly<Record<Id, RuleDefinition>> = {
  FIELD_SAME_WIRE_NAME: {
    summary: 'A field keeps its name on the wire.',
    breaks:
      'Each side sends a name that the other does not know. The value is lost, or the message is refused, in requests and in responses.',
    example: { before: '<Street>Main St 1</Street>', after: '<StreetName>Main St 1</StreetName>' },
    remedy:
      'Keep the name on the wire with `as`, and change the property alone; or add a second field, and fill both for a while.',
    verdicts: fails,
  },
  FIELD_SAME_NAMESPACE: {
    summary: 'A field keeps its namespace, qualified or not.',
    breaks:
      'An element of the same local name in another namespace is another element, which peers pass over or refuse.',
    example: { before: '<Street>Main St 1</Street>', after: '<Street xmlns="">Main St 1</Street>' },
    remedy: 'Keep the namespace and the form of the field.',
    verdicts: { ...fails, typescript: 'same' },
  },
  FIELD_SAME_KIND: {
    summary: 'A field stays an element, an attribute or text.',
    breaks: 'Peers look for the value where it was, and find nothing.',
    example: { before: '<Order><Number>1</Number></Order>', after: '<Order Number="1"/>' },
    remedy: 'Keep the kind, and add a field of the other kind where it is needed.',
    verdicts: fails,
  },
  FIELD_COMPATIBLE_TYPE: {
    summary: 'The type of a field may only become wider in requests, and narrower in responses.',
    breaks:
      'The server refuses values that old clients may send, or sends values that old clients cannot read: "2147483648" where they read an xs:int.',
    example: { before: '<Number>1</Number>', after: '<Number>A-1</Number>' },
    remedy: 'Keep the type, and add an optional field with the new one.',
    verdicts: fails,
  },
  REQUEST_FIELD_NO_NEW_REQUIRED: {
    summary: 'Requests get no new required field.',
    breaks: 'Old clients do not send it, and the server refuses each of their requests.',
    example: { before: '<Find><Query>a</Query></Find>', after: '<Find><Query>a</Query><Limit>10</Limit></Find>' },
    remedy: 'Make the field optional (`?`), and decide in the handler what its absence means.',
    verdicts: fails,
  },
  REQUEST_FIELD_NOT_MADE_REQUIRED: {
    summary: 'A field of a request that is optional stays so.',
    breaks: 'Requests of old clients that leave it out are refused.',
    example: { before: '<Find/>', after: '<Find><Query>a</Query></Find>' },
    remedy: 'Leave it optional, and return a fault from the handler where it is really needed.',
    verdicts: fails,
  },
  RESPONSE_FIELD_NOT_MADE_OPTIONAL: {
    summary: 'A field of a response that is required stays so.',
    breaks:
      'Old clients count on it: those that check report an invalid response, and others use a value that is not there.',
    example: { before: '<Order><Number>1</Number></Order>', after: '<Order/>' },
    remedy: 'Leave it required, and send a value that old clients understand, such as an empty text.',
    verdicts: fails,
  },
  RESPONSE_FIELD_NO_DELETE_REQUIRED: {
    summary: 'No required field of a response is deleted.',
    breaks:
      'Old clients count on it: those that check report an invalid response, and others use a value that is not there.',
    example: { before: '<Order><Number>1</Number><Sum>5</Sum></Order>', after: '<Order><Number>1</Number></Order>' },
    remedy: 'Keep the field, mark it as deprecated, and go on sending it.',
    verdicts: fails,
  },
  REQUEST_CARDINALITY_NOT_NARROWED: {
    summary: 'Requests may hold as many elements, in the same combinations, as before.',
    breaks: 'Requests of old clients with fewer or more elements than are now allowed are refused.',
    example: { before: '<Ids><Id>1</Id><Id>2</Id></Ids>', after: '<Ids><Id>1</Id></Ids>' },
    remedy: 'Leave the numbers, and return a fault from the handler for more than it can take.',
    verdicts: fails,
  },
  RESPONSE_CARDINALITY_NOT_WIDENED: {
    summary: 'Responses hold no more and no fewer elements, and no other combinations, than before.',
    breaks: 'Old clients that read one value find several and take the first or the last, or refuse the response.',
    example: { before: '<Order><Item>a</Item></Order>', after: '<Order><Item>a</Item><Item>b</Item></Order>' },
    remedy: 'Leave the numbers, and add an optional list beside the field.',
    verdicts: fails,
  },
  REQUEST_NILLABLE_NOT_REMOVED: {
    summary: 'A field of a request that may be nil stays so.',
    breaks: 'Requests of old clients with xsi:nil are refused: an empty element is neither a number nor a date.',
    example: { before: '<Limit xsi:nil="true"/>', after: '<Limit>10</Limit>' },
    remedy: 'Leave it nillable, and treat nil as absence in the handler.',
    verdicts: fails,
  },
  RESPONSE_NILLABLE_NOT_ADDED: {
    summary: 'A field of a response does not become nillable.',
    breaks: 'Old clients read an empty element as a value: a parse error for a number, an empty text for a string.',
    example: { before: '<Sum>5</Sum>', after: '<Sum xsi:nil="true"/>' },
    remedy: 'Leave it as it is, and send a value that old clients understand.',
    verdicts: fails,
  },
  REQUEST_ENUM_VALUE_NO_DELETE: {
    summary: 'No value of an enumeration that requests hold is deleted.',
    breaks: 'Requests of old clients with that value are refused.',
    example: { before: '<Color>red</Color>', after: '<Fault>… "red" is not one of green, blue. …</Fault>' },
    remedy: 'Keep the value, and treat it in the handler as the one that replaces it.',
    verdicts: fails,
  },
  RESPONSE_ENUM_VALUE_NO_ADD: {
    summary: 'No value is added to an enumeration that responses hold.',
    breaks:
      'Old clients have no constant for it: Java reads null or fails, .NET fails, and a switch without a default does nothing.',
    example: { before: '<Color>red</Color>', after: '<Color>violet</Color>' },
    remedy: 'Send the new value in another, optional field, or to clients that ask for it.',
    verdicts: fails,
  },
  FIELD_SAME_DEFAULT: {
    summary: 'Default and fixed values stay the same.',
    breaks:
      'Each side fills in its own value for an absent attribute or an empty element, and both go on with different values without noticing. A message with another fixed value is refused.',
    example: { before: '<Price/> is read as currency EUR', after: '<Price/> is read as currency USD' },
    remedy: 'Keep the value, and send another one explicitly.',
    verdicts: { ...fails, typescript: 'same' },
  },
  RESERVED_NO_REUSE: {
    summary: 'Names and values that the old contract reserves are not used.',
    breaks: 'Clients that are older still send or read the name with its former meaning.',
    example: { before: '<Fax>+49 89 1</Fax>, a telephone number', after: '<Fax>true</Fax>, whether there is one' },
    remedy: 'Take another name.',
    verdicts: fails,
  },
  RESERVED_NO_DELETE: {
    summary: 'Reserved names and values stay reserved.',
    breaks: 'Nothing breaks yet: the next change may use the name again, and nobody is warned.',
    example: { before: '$reserved: [Fax]', after: '' },
    remedy: 'Keep the name under $reserved.',
    verdicts: { wire: 'works', toolkits: 'same', typescript: 'same' },
  },
};
