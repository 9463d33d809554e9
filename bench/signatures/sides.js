// What the sides of the benchmarks of signatures do: @soapwright/security, xml-crypto and node-soap, with RSA-2048.
import { signingKey, trust } from '@soapwright/security/keys';
import { readMessage, signMessage, verifyMessage } from '@soapwright/security/messages';
import { WSSecurityCert } from 'soap';
import { SignedXml } from 'xml-crypto';
import { certificate, privateKey } from './key.js';

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** A message with a number of items of 108 bytes. */
export function message(items) {
  const all = Array.from(
    { length: items },
    (_, index) =>
      `<m:Item><m:Id>${index}</m:Id><m:Name>Name of item &amp; ${index}</m:Name><m:Price currency="EUR">12.50</m:Price></m:Item>`,
  );
  return `<soap:Envelope xmlns:soap="${soap}"><soap:Header/><soap:Body Id="body" xmlns:m="urn:m"><m:Order>${all.join('')}</m:Order></soap:Body></soap:Envelope>`;
}

const key = signingKey({ pem: privateKey, certificates: certificate });
const options = { trust: trust({ pinned: certificate }), lifetime: 3600 };
const limits = { maxElements: 10_000_000, maxBodyBytes: 2 ** 30 };

export const ours = {
  sign: async (text) => Buffer.from(await signMessage(Buffer.from(text.replace(' Id="body"', '')), { key })).toString(),
  verify: (text) => verifyMessage(readMessage(Buffer.from(text), limits), options),
};

export const xmlCrypto = {
  async sign(text) {
    const signer = new SignedXml({
      privateKey,
      publicCert: certificate,
      signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      canonicalizationAlgorithm: exclusive,
    });
    signer.addReference({
      xpath: "//*[local-name(.)='Body']",
      transforms: [exclusive],
      digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    });
    signer.computeSignature(text, { location: { reference: "//*[local-name(.)='Header']", action: 'append' } });
    return signer.getSignedXml();
  },
  async verify(text) {
    const verifier = new SignedXml({ publicCert: certificate });
    const start = text.indexOf('<Signature');
    verifier.loadSignature(text.slice(start, text.indexOf('</Signature>') + '</Signature>'.length));
    if (!verifier.checkSignature(text)) throw new Error('xml-crypto verifies no signature.');
  },
};

const sha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

/** WSSecurityCert, which signs the Body and a Timestamp; node-soap verifies nothing. */
export const nodeSoap = {
  async sign(text) {
    const signer = new WSSecurityCert(privateKey, certificate, '', {
      hasTimeStamp: true,
      signatureAlgorithm: sha256,
      digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    });
    return signer.postProcess(
      text.replace('<soap:Header/>', '<soap:Header></soap:Header>').replace(' Id="body"', ''),
      'soap',
    );
  },
};
