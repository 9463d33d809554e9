/** Errors of the runtime by their class, and their codes. Types in a test compare the codes with those of the runtime. */
export const runtimeErrors = {
  /** Why a call has neither a result nor a fault. */
  ClientError: {
    'invalid-options': {
      meaning: 'An option or an address of the client is invalid. Nothing was sent.',
      example: "new ShopClient({ address: 'shop.example' })   // no http://",
      remedy: 'Correct the option that the message names.',
    },
    'invalid-request': {
      meaning:
        'The input does not fit the contract, or a Blob could not be read. The service has not executed the call: a connection that has sent a part is destroyed.',
      example: 'client.FindOrder({ Number: 1.5 })   // Number is an int',
      remedy: 'Correct the field that the message names; `cause` has the details.',
    },
    timeout: {
      meaning: 'There was no complete response within `timeout`. The service may have executed the call.',
      example: 'new ShopClient({ timeout: 50 })   // milliseconds',
      remedy: 'Raise `timeout`. Before you call again, find out whether the service executed the call.',
    },
    aborted: {
      meaning:
        "The call's `signal`, or that of an interceptor, was aborted. The service may have executed the call. `cause` is the reason of the signal.",
      example: 'client.FindOrder({ Number: 7 }, { signal: AbortSignal.abort() })',
      remedy: 'Nothing, if the call was no longer needed.',
    },
    connection: {
      meaning: 'There is no connection to the service: nobody listens, or its certificate is not trusted.',
      example: "new ShopClient({ address: 'http://localhost:1' })   // nothing listens there",
      remedy: 'Check the address, TLS and the network.',
    },
    'connection-lost': {
      meaning: 'The connection ended before a response. The service may have executed the call.',
      example: 'read ECONNRESET',
      remedy: 'Before you call again, find out whether the service executed the call.',
    },
    truncated: {
      meaning:
        'The response ended before its end: fewer bytes than its Content-Length, a missing last chunk, or an envelope without its end tag. The service may have executed the call.',
      example: 'HTTP/1.1 200 OK\nContent-Length: 2000   and 1,200 bytes',
      remedy: 'Before you call again, find out whether the service executed the call.',
    },
    redirected: {
      meaning: 'The service redirects. The client does not follow: a POST would become a GET, or reach another server.',
      example: "new ShopClient({ address: 'http://shop.example' })   // which redirects to https",
      remedy: 'Pass the address that the message names, if it is right.',
    },
    'sign-in-page': {
      meaning:
        'The response is an HTML page on which people sign in: it asks for a password, or begins a single sign-on.',
      example: 'HTTP/1.1 200 OK\nContent-Type: text/html\n\n<title>Sign in to your account</title>',
      remedy: 'Pass credentials with `authentication`, or the cookie of a session, or use the address for programs.',
    },
    unauthorized: {
      meaning: 'HTTP 401: the service wants credentials, or other ones. `challenges` has the schemes that it accepts.',
      example: 'HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Basic realm="shop"',
      remedy: "Pass credentials of such a scheme: `authentication: digest('anna', password)`.",
    },
    forbidden: {
      meaning: 'HTTP 403: the credentials do not suffice, or a firewall has refused the request.',
      example: 'HTTP/1.1 403 Forbidden',
      remedy: 'Check the rights of the account, and the networks that are allowed to call.',
    },
    'not-found': {
      meaning: 'HTTP 404 or 410: there is no service at this address.',
      example: 'HTTP/1.1 404 Not Found',
      remedy: "Check the address: that of the WSDL may be another system's.",
    },
    'proxy-authentication': {
      meaning: 'HTTP 407: a proxy wants credentials. `challenges` has the schemes that it accepts.',
      example: 'HTTP/1.1 407 Proxy Authentication Required\nProxy-Authenticate: Basic realm="proxy"',
      remedy: 'Configure the proxy with its credentials in the transport.',
    },
    'insecure-address': {
      meaning:
        'The scheme of `authentication` would send credentials over http, where everybody between reads them. None were sent. Addresses of the same machine are allowed.',
      example: "new ShopClient({ address: 'http://shop.example', authentication: basic('anna', password) })",
      remedy: 'Use an https address, or `allowHttp: true` of the scheme in a network that you trust.',
    },
    'foreign-origin': {
      meaning:
        "The call goes to another origin than the client's address, whose credentials it would carry. Nothing was sent.",
      example: "next({ ...call, address: 'https://other.example' })   // in an interceptor",
      remedy: 'Create a client for that address, with credentials of its own.',
    },
    'foreign-realm': {
      meaning: 'Another realm asks for credentials than the option `realm` of the scheme names. None were sent.',
      example: 'WWW-Authenticate: Basic realm="guests"   // and realm: \'staff\'',
      remedy: 'Check the address, or correct the option `realm`.',
    },
    'scheme-not-offered': {
      meaning:
        'None of the configured schemes is offered. `challenges` has the schemes of the response. No credentials were sent.',
      example: "WWW-Authenticate: NTLM   // and authentication: digest('anna', password)",
      remedy: 'Configure a scheme that is offered.',
    },
    'weaker-scheme': {
      meaning:
        'The service offers a weaker scheme, hash function or version than before, or than the configuration allows. No answer was sent.',
      example: 'WWW-Authenticate: Basic realm="shop"   // after Digest',
      remedy: 'Ask the provider what has changed; somebody between may want to see the password.',
    },
    'nonce-refused': {
      meaning: 'The service called a nonce of Digest stale twice, or sends one again that it called stale.',
      example: 'WWW-Authenticate: Digest realm="shop", nonce="7a", stale=true',
      remedy: 'Call again later. If it stays so, servers behind one address do not share their nonces.',
    },
    'bad-challenge': {
      meaning:
        'The challenge of the service cannot be read: without nonce or realm, with a mangled token, or a message of NTLM of the wrong type.',
      example: 'WWW-Authenticate: Digest realm="shop"   // no nonce',
      remedy: 'Ask the provider: the server is at fault.',
    },
    'bad-handshake': {
      meaning:
        'The handshake of NTLM or Negotiate failed: a challenge came in the wrong state, or the connection ended between its messages.',
      example: 'WWW-Authenticate: NTLM TlRMTVNTUAAC…   // after the last message',
      remedy: 'Go around proxies that share connections between callers.',
    },
    'unverified-server': {
      meaning: 'The server did not prove that it knows the password. Its response is not returned.',
      example: 'Authentication-Info: rspauth="0000…"',
      remedy: 'Check the address and its certificate.',
    },
    'no-credentials': {
      meaning:
        'The function of `bearer()` gave no token, or Kerberos no ticket. Nothing was sent; `cause` has the reason.',
      example: 'bearer(async () => (await fetchToken()).access_token)   // which rejects',
      remedy: 'Correct the function, or get a ticket with `kinit`.',
    },
    'too-many-requests': {
      meaning: 'HTTP 429: too many calls in a time.',
      example: 'HTTP/1.1 429 Too Many Requests\nRetry-After: 30',
      remedy: 'Call again after `retryAfter` milliseconds, and less often.',
    },
    unavailable: {
      meaning: 'HTTP 503: the service is overloaded, or is being maintained.',
      example: 'HTTP/1.1 503 Service Unavailable\nRetry-After: 120',
      remedy: 'Call again after `retryAfter` milliseconds, or later.',
    },
    'too-large': {
      meaning: 'The response exceeds a limit of the client. Limits protect the memory from a faulty service.',
      example: 'new ShopClient({ limits: { maxBodyBytes: 1_000 } })',
      remedy: 'Raise the limit that the message names, with the option `limits`.',
    },
    unrelated: {
      meaning:
        'The response has a RelatesTo of WS-Addressing that names another message than the request: it is the response to another call. The service may have executed this one.',
      example: '<wsa:RelatesTo>urn:uuid:…</wsa:RelatesTo>   which is not the MessageID of the request',
      remedy:
        'Look for a proxy or a service that confuses calls. Before you call again, find out whether the service executed the call.',
    },
    'not-soap': {
      meaning: 'Any other response that is not a SOAP message: a page of a proxy, an empty body, another Content-Type.',
      example: 'HTTP/1.1 502 Bad Gateway\nContent-Type: text/html',
      remedy: '`httpStatus` and `bodyStart` show the response. Check the address, and the proxies before the service.',
    },
    'bad-answer': {
      meaning: 'The response is a SOAP message that does not fit the contract, or not one for this operation.',
      example: '<Number>seven</Number>   <!-- Number is an int -->',
      remedy: "Compare the service's WSDL with the contract; the message names the field.",
    },
  },

  /** Why a message cannot be read or written. */
  XmlError: {
    'ill-formed': {
      meaning: 'The message is not well-formed XML 1.0, or not namespace-well-formed.',
      example: '<Number>7</number>',
      remedy: 'Write messages with an XML library. `offset` is the position in the message, in bytes.',
    },
    encoding: {
      meaning: 'The message has bytes that are not valid in its charset, or a charset that is not supported.',
      example: 'Content-Type: text/xml; charset=utf-8, and a body in windows-1252',
      remedy: 'Send UTF-8, and name the charset in the Content-Type.',
    },
    doctype: {
      meaning: 'The message has a document type declaration, which SOAP prohibits (SOAP 1.2 part 1, 5).',
      example: '<!DOCTYPE Envelope [ <!ENTITY e "text"> ]>',
      remedy: 'Remove the declaration; write the text of entities in their place.',
    },
    limit: {
      meaning: 'The message exceeds a limit; the error names it.',
      example: 'limits: { maxDepth: 4 }',
      remedy: 'Raise the limit with the option `limits`, if such messages are expected.',
    },
    'unexpected-element': {
      meaning: 'An element is not allowed in its position.',
      example: '<FindOrder xmlns="urn:shop"><Numbr>7</Numbr></FindOrder>',
      remedy: 'Compare the name, its namespace and the order with the WSDL.',
    },
    'unexpected-text': {
      meaning: 'Character data appears where the contract allows only elements.',
      example: '<FindOrder xmlns="urn:shop">7</FindOrder>',
      remedy: 'Write the text into the element of a field.',
    },
    'repeated-element': {
      meaning: 'An element that may occur once occurs twice.',
      example: '<Number>7</Number><Number>8</Number>',
      remedy: 'Send it once, or declare the field as a list: `Number: int[]`.',
    },
    'missing-element': {
      meaning: 'A required element is missing.',
      example: '<FindOrder xmlns="urn:shop"/>',
      remedy: 'Send it, or declare the field as optional: `Number: int?`.',
    },
    'missing-attribute': {
      meaning: 'A required attribute is missing.',
      example: '<Price xmlns="urn:shop">7</Price>   <!-- without its currency -->',
      remedy: 'Send it, or declare the attribute as optional.',
    },
    nil: {
      meaning: 'An element has xsi:nil and is not nillable, or not empty.',
      example: '<Number xsi:nil="true">7</Number>',
      remedy: 'Remove xsi:nil, or declare the field as nillable.',
    },
    type: {
      meaning: 'xsi:type names a type that is unknown, abstract, or not derived from the declared type.',
      example: '<Number xsi:type="xs:date">2024-12-31</Number>',
      remedy: 'Remove xsi:type, or name a derived type of the contract.',
    },
    reference: {
      meaning:
        'A reference (`href`) of SOAP encoding leads to no element of the message, to two of the same id, to another message, or in a circle.',
      example: '<customer href="#id1"/>   <!-- and no element has id="id1" -->',
      remedy: 'Give the element the id, or write the value instead of the reference. Circles cannot be represented.',
    },
    value: {
      meaning: 'A value does not fit its type. The error never contains the value, which may be secret.',
      example: '<Number>seven</Number>',
      remedy: 'Correct the field that `path` names.',
    },
  },

  /** Why the bytes of a Blob cannot be read. */
  BlobError: {
    'read-already': {
      meaning: 'The Blob of an iterable can be read once, and was.',
      example: 'const file = blobOf(chunks, { size: 3 });   // sent in two calls',
      remedy: 'Create a Blob for each call.',
    },
    'wrong-size': {
      meaning: 'The source of the Blob has more or fewer bytes than its size.',
      example: 'blobOf([new Uint8Array(3)], { size: 4 })',
      remedy: 'Pass the exact size.',
    },
    'no-parts': {
      meaning: 'The Blob is an attachment of a WSDL, and the message is sent without parts.',
      example: 'await new SoapClient({ address }).call(Send, { Title, Photo });',
      remedy: 'Pass the option multipart: mtom() of @soapwright/runtime/client/mtom, or of …/server/mtom.',
    },
    changed: {
      meaning: 'The file was replaced or changed after the Blob was created.',
      example: "const file = await fileBlob('log.txt');   // another process appends to it",
      remedy: 'Copy the file, or create the Blob when nothing writes to the file.',
    },
    'not-bytes': {
      meaning: 'The source of the Blob yields something that is not a Uint8Array.',
      example: "blobOf(['text'], { size: 4 })",
      remedy: 'Encode texts: new TextEncoder().encode(text).',
    },
  },

  /** Why a DateTime cannot be created. */
  DateTimeError: {
    lexical: {
      meaning: 'The text does not have the form of an xs:dateTime.',
      example: "DateTime.parse('31.12.2024 23:59')",
      remedy: 'Write 2024-12-31T23:59:59.123Z, with any number of digits of the fraction, and any zone or none.',
    },
    range: {
      meaning: 'A field is outside its range, or a date outside the years that a Date or the format can express.',
      example: "DateTime.parse('2024-02-30T00:00:00Z')",
      remedy: 'Correct the field that the message names.',
    },
  },
} as const;
