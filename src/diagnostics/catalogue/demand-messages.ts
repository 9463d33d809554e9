/** What policies of a WSDL demand of its clients (SW64…). `strength` is "demands" or "accepts". */
export const demands = {
  transportSecurity: {
    code: 'SW6401',
    severity: 'warning',
    message: '{where} {strength} TLS.',
    generalMessage: 'A policy demands or accepts TLS.',
    remedy: 'Call it by an https address, which the client does where the address of the port is one.',
    meaning: 'The policy of the endpoint has a transport binding: messages go over HTTPS (WS-SecurityPolicy 1.2, 7.3).',
    example: '<sp:TransportBinding>…<sp:HttpsToken/>…</sp:TransportBinding>',
  },
  clientCertificate: {
    code: 'SW6402',
    severity: 'warning',
    message: '{where} {strength} TLS with a certificate of the client.',
    generalMessage: 'A policy demands or accepts TLS with a certificate of the client.',
    remedy: 'Give the client a transport with it: httpTransport({ tls: { cert, key } }).',
    meaning: 'The connection itself authenticates the client, by its certificate.',
    example: '<sp:HttpsToken RequireClientCertificate="true"/>',
  },
  httpAuthentication: {
    code: 'SW6403',
    severity: 'warning',
    message: '{where} {strength} HTTP authentication.',
    generalMessage: 'A policy demands or accepts HTTP authentication.',
    remedy:
      "Give the client authentication: basic(user, password), or digest(…): import { basic } from '@soapwright/runtime/client/authentication'. docs/how-to/sign-in-to-a-service.md has all schemes.",
    meaning: 'Each request has a user and a password, or a proof of them, in the HTTP header Authorization.',
    example: '<sp:HttpsToken><wsp:Policy><sp:HttpBasicAuthentication/></wsp:Policy></sp:HttpsToken>',
  },
  usernameToken: {
    code: 'SW6404',
    severity: 'warning',
    message: '{where} {strength} a WS-Security UsernameToken.',
    generalMessage: 'A policy demands or accepts a WS-Security UsernameToken.',
    remedy:
      "Give the client interceptors: [security({ usernameToken: { user, password, type: 'text' } })], or type: 'digest': import { security } from '@soapwright/security'.",
    meaning: 'The user and the password are in the header of the envelope (WS-Security UsernameToken Profile).',
    example: '<sp:UsernameToken sp:IncludeToken="…/AlwaysToRecipient"/>',
  },
  timestamp: {
    code: 'SW6405',
    severity: 'warning',
    message: '{where} {strength} a WS-Security timestamp.',
    generalMessage: 'A policy demands or accepts a WS-Security timestamp.',
    remedy:
      "Give the client interceptors: [security({ timestamp: true })], with the usernameToken if one is demanded too: import { security } from '@soapwright/security'.",
    meaning: 'The header of the envelope says when the message was made and until when it is valid (WS-Security, 10).',
    example: '<sp:IncludeTimestamp/>',
  },
  signature: {
    code: 'SW6406',
    severity: 'warning',
    message: '{where} {strength} signed messages.',
    generalMessage: 'A policy demands or accepts signed messages.',
    remedy:
      'Clients and servers sign by certificates where the policy says how; SW6416 names what of it they do not. messageSecurity() of @soapwright/security/messages signs by options of your own.',
    meaning: 'A signature in the header of the envelope covers the body or parts of it (XML Signature).',
    example: '<sp:SignedParts><sp:Body/></sp:SignedParts>',
  },
  encryption: {
    code: 'SW6407',
    severity: 'warning',
    message: '{where} {strength} encrypted messages.',
    generalMessage: 'A policy demands or accepts encrypted messages.',
    remedy:
      'Clients and servers encrypt for certificates where the policy says how; SW6416 names what of it they do not. messageSecurity() of @soapwright/security/messages encrypts by options of your own.',
    meaning: 'The body or parts of it are encrypted inside of the envelope (XML Encryption).',
    example: '<sp:EncryptedParts><sp:Body/></sp:EncryptedParts>',
  },
  securityToken: {
    code: 'SW6408',
    severity: 'warning',
    message: '{where} {strength} a security token: {token}.',
    generalMessage: 'A policy demands or accepts a security token.',
    remedy:
      'Clients send SAML 2.0 assertions and sign by X.509 certificates. Get another token by other means, and give the client headerBlocks with a wsse:Security block that contains it: docs/how-to/send-header-blocks.md has the lines.',
    meaning:
      'The header of the envelope contains a proof of who the client is, which another service or an authority has issued.',
    example: '<sp:IssuedToken>…</sp:IssuedToken>',
  },
  addressing: {
    code: 'SW6409',
    severity: 'warning',
    message: '{where} {strength} WS-Addressing headers.',
    generalMessage: 'A policy demands or accepts WS-Addressing headers.',
    remedy:
      "Give the client interceptors: [addressing()], with import { addressing } from '@soapwright/runtime/client/addressing'.",
    meaning:
      'The header of the envelope says where the message goes, what it is for, and which message it is (WS-Addressing 1.0).',
    example: '<wsaw:UsingAddressing wsdl:required="true"/>',
  },
  optimizedTransmission: {
    code: 'SW6410',
    severity: 'warning',
    message: '{where} {strength} MTOM: binary data beside the envelope.',
    generalMessage: 'A policy demands or accepts MTOM: binary data beside the envelope.',
    remedy:
      "Give the client multipart: mtom({ send: 'always' }), or mtom() where MTOM is accepted only: import { mtom } from '@soapwright/runtime/client/mtom'. Only a policy of a port or binding does it by itself.",
    meaning:
      'Binary data is not in the envelope but in parts of a MIME message beside it (SOAP Message Transmission Optimization Mechanism). The policy is of an operation or a message, where it has no meaning (WS-MTOMPolicy, 3.3).',
    example: '<wsdl:input><wsp:Policy><wsoma:OptimizedMimeSerialization/></wsp:Policy></wsdl:input>',
  },
  reliableMessaging: {
    code: 'SW6411',
    severity: 'warning',
    message: '{where} {strength} WS-ReliableMessaging.',
    generalMessage: 'A policy demands or accepts WS-ReliableMessaging.',
    remedy: 'The client has no sequences of messages: ask for another endpoint.',
    meaning: 'Messages are numbered and acknowledged, and sent again until they are (WS-ReliableMessaging).',
    example: '<wsrm:RMAssertion/>',
  },
  transaction: {
    code: 'SW6412',
    severity: 'warning',
    message: '{where} {strength} transactions that span services.',
    generalMessage: 'A policy demands or accepts transactions that span services.',
    remedy: 'The client takes part in no transactions: ask for another endpoint.',
    meaning: 'The header of the envelope names a transaction that several services share (WS-AtomicTransaction).',
    example: '<wsat:ATAssertion/>',
  },
  binaryEncoding: {
    code: 'SW6413',
    severity: 'warning',
    message: "{where} {strength} Microsoft's binary encoding of messages.",
    generalMessage: "A policy demands or accepts Microsoft's binary encoding of messages.",
    remedy: 'The client sends text: ask for an endpoint with basicHttpBinding or wsHttpBinding.',
    meaning:
      "Messages are not XML text but a binary form of it, which Microsoft's net.tcp and binary HTTP bindings use.",
    example: '<msb:BinaryEncoding/>',
  },
  unknownAssertion: {
    code: 'SW6414',
    severity: 'warning',
    message: '{where} {strength} something that is not known here: {assertion} of {namespace}.',
    generalMessage: 'A policy demands or accepts something that is not known here.',
    remedy: 'Read the documentation of the service; the client does nothing about it.',
    meaning:
      'A policy can contain anything; this is not an assertion of WS-SecurityPolicy, WS-Addressing, MTOM or WS-ReliableMessaging.',
    example: '<x:Audited xmlns:x="urn:example"/>  in a wsp:Policy',
  },
  unmetAssertions: {
    code: 'SW6416',
    severity: 'warning',
    message: 'The port {port} demands {assertion}, which generated code does not meet: {reason}.',
    generalMessage: 'A port demands what generated code does not meet.',
    remedy:
      'Ask for another endpoint or policy, or secure messages by means of your own: docs/how-to/demand-credentials.md.',
    meaning:
      'Each alternative of the policy has assertions that are refused, or not known, so that clients take no credentials for it.',
    example: '<sp:AlgorithmSuite><wsp:Policy><sp:TripleDesRsa15/></wsp:Policy></sp:AlgorithmSuite>',
  },
  missingPolicy: {
    code: 'SW6415',
    severity: 'warning',
    message: '{where} refers to the policy {reference}, which is not in the WSDL.',
    remedy: 'Ask the provider what it demands.',
    meaning: 'A policy that is elsewhere may demand anything (WS-Policy, 4.3.4).',
    example: '<wsp:PolicyReference URI="#Missing"/>',
  },
} as const;
