import { beforeAll, describe, expect, it } from 'vitest';
import {
  childElements,
  parseTree,
  type Tree,
  type TreeElement,
  writeTree,
} from '../../../../test/support/service/saml-document-tree.ts';
import {
  assertionXml,
  base64,
  makeKey,
  type ProviderKey,
  providerWith,
  reasonOf,
  responseXml,
  signed,
  tokenFields,
} from '../../../../test/support/service/saml-provider.ts';
import { readToken } from './read-token.ts';

const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const signature = 'http://www.w3.org/2000/09/xmldsig#';

/** A document that an attacker takes apart. */
class Token {
  readonly document: Tree;

  constructor(xml: string) {
    this.document = parseTree(xml);
  }

  find(local: string): TreeElement {
    const root = this.document.documentElement;
    const found = root.localName === local ? root : root.getElementsByTagNameNS('*', local).item(0);
    if (found === null) throw new Error(`There is no ${local}.`);
    return found;
  }

  element(namespace: string, name: string, ...children: readonly TreeElement[]): TreeElement {
    const element = this.document.createElementNS(namespace, name);
    for (const child of children) element.appendChild(child);
    return element;
  }

  /** As it is, without the signature of its own. */
  unsigned(element: TreeElement): TreeElement {
    const copy = element.cloneNode(true);
    const own = childElements(copy).find(({ localName }) => localName === 'Signature');
    if (own !== undefined) copy.removeChild(own);
    return copy;
  }

  /** About the victim, with another ID. */
  evil(element: TreeElement): TreeElement {
    element.setAttribute('ID', '_evil');
    const names = element.getElementsByTagNameNS('*', 'NameID');
    const name = names.item(0);
    if (name !== null) name.textContent = 'carl@demo.example';
    return element;
  }

  base64(): string {
    return base64(writeTree(this.document));
  }
}

describe('SAML wrapping', () => {
  let key: ProviderKey;
  beforeAll(async () => {
    key = await makeKey();
  });

  const read = (token: string) => readToken(providerWith(key), token, now);
  const reason = (token: Token) => reasonOf(() => read(token.base64()));
  const responseSigned = () => new Token(signed(responseXml(tokenFields(now)), 'Response', { key }));
  const assertionSigned = () => new Token(signed(responseXml(tokenFields(now)), 'Assertion', { key }));
  const bothSigned = () =>
    new Token(signed(signed(responseXml(tokenFields(now)), 'Assertion', { key }), 'Response', { key }));
  const bare = () => new Token(signed(assertionXml(tokenFields(now)), 'Assertion', { key }));

  it('SAML wrapping: the original of the wrapped token is accepted', () => {
    for (const token of [responseSigned(), assertionSigned(), bothSigned(), bare()]) {
      expect(read(token.base64()).name).toBe('anna@demo.example');
    }
  });

  it.each([
    ['response', responseSigned],
    ['response and assertion', bothSigned],
  ] as const)(
    'SAML wrapping, XSW1: the signed response inside the signature of a forged one (%s signed)',
    (_, make) => {
      const token = make();
      const root = token.find('Response');
      const original = token.unsigned(root);
      token.evil(root);
      childElements(root)[1]?.appendChild(original);
      expect(reason(token)).toBe('not exactly one assertion');
    },
  );

  it.each([
    ['response', responseSigned],
    ['response and assertion', bothSigned],
  ] as const)('SAML wrapping, XSW2: the signed response beside its detached signature (%s signed)', (_, make) => {
    const token = make();
    const root = token.find('Response');
    const original = token.unsigned(root);
    token.evil(root);
    root.insertBefore(original, childElements(root)[1] ?? null);
    expect(reason(token)).toBe('not exactly one assertion');
  });

  it.each([
    ['assertion', assertionSigned],
    ['response and assertion', bothSigned],
  ] as const)('SAML wrapping, XSW3: a forged assertion before the signed one (%s signed)', (_, make) => {
    const token = make();
    const original = token.find('Assertion');
    original.parentNode?.insertBefore(token.evil(token.unsigned(original)), original);
    expect(reason(token)).toBe('not exactly one assertion');
  });

  it('SAML wrapping, XSW3: a forged assertion after the signed one', () => {
    const token = assertionSigned();
    const original = token.find('Assertion');
    original.parentNode?.appendChild(token.evil(token.unsigned(original)));
    expect(reason(token)).toBe('not exactly one assertion');
  });

  it.each([
    ['assertion', assertionSigned],
    ['bare assertion', bare],
  ] as const)('SAML wrapping, XSW4: a forged assertion around the signed one (%s)', (_, make) => {
    const token = make();
    const original = token.find('Assertion');
    const evil = token.evil(token.unsigned(original));
    original.parentNode?.replaceChild(evil, original);
    evil.appendChild(original);
    expect(reason(token)).toBe('not exactly one assertion');
  });

  it('SAML wrapping, XSW5: a forged assertion with the signature of the one that follows it', () => {
    const token = assertionSigned();
    const original = token.find('Assertion');
    const copy = token.unsigned(original);
    original.parentNode?.appendChild(copy);
    token.evil(original);
    expect(reason(token)).toBe('not exactly one assertion');
  });

  it.each([
    ['assertion', assertionSigned],
    ['bare assertion', bare],
  ] as const)('SAML wrapping, XSW6: the signed assertion inside the signature of a forged one (%s)', (_, make) => {
    const token = make();
    const original = token.find('Assertion');
    const copy = token.unsigned(original);
    token.evil(original);
    token.find('Signature').appendChild(copy);
    expect(reason(token)).toBe('not exactly one assertion');
  });

  it('SAML wrapping, XSW7: a forged assertion in Extensions', () => {
    const token = assertionSigned();
    const original = token.find('Assertion');
    const extensions = token.element(protocol, 'samlp:Extensions', token.evil(token.unsigned(original)));
    token.find('Response').insertBefore(extensions, token.find('Status'));
    expect(reason(token)).toBe('not exactly one assertion');
  });

  it('SAML wrapping, XSW7: the signed assertion in Extensions, a forged one in its place', () => {
    const token = assertionSigned();
    const original = token.find('Assertion');
    const evil = token.evil(token.unsigned(original));
    original.parentNode?.replaceChild(evil, original);
    token.find('Response').insertBefore(token.element(protocol, 'samlp:Extensions', original), token.find('Status'));
    expect(reason(token)).toBe('not exactly one assertion');
  });

  it.each([
    ['assertion', assertionSigned],
    ['bare assertion', bare],
  ] as const)(
    'SAML wrapping, XSW8: the signed assertion in an Object of the signature of a forged one (%s)',
    (_, make) => {
      const token = make();
      const original = token.find('Assertion');
      const copy = token.unsigned(original);
      token.evil(original);
      token.find('Signature').appendChild(token.element(signature, 'ds:Object', copy));
      expect(reason(token)).toBe('not exactly one assertion');
    },
  );

  it('SAML wrapping: the signed response in an Object, with the only assertion', () => {
    const token = responseSigned();
    const root = token.find('Response');
    const original = token.unsigned(root);
    root.removeChild(childElements(root).at(-1) ?? root);
    root.setAttribute('ID', '_evil');
    token.find('Signature').appendChild(token.element(signature, 'ds:Object', original));
    expect(reason(token)).toBe('an unexpected element');
  });

  it('SAML wrapping: the signed assertion with the ID of the forged one', () => {
    const token = assertionSigned();
    const original = token.find('Assertion');
    const evil = token.evil(token.unsigned(original));
    evil.setAttribute('ID', original.getAttribute('ID') ?? '');
    // In another namespace it is not an assertion of SAML 2.0, and yet called one.
    const hidden = token.element('urn:other', 'o:Assertion', ...childElements(evil));
    hidden.setAttribute('ID', original.getAttribute('ID') ?? '');
    token.find('Response').insertBefore(token.element(protocol, 'samlp:Extensions', hidden), token.find('Status'));
    expect(reason(token)).toBe('not exactly one assertion');
  });

  it('SAML wrapping: a duplicate ID, in any spelling and namespace', () => {
    for (const [namespace, name] of [
      [null, 'ID'],
      [null, 'Id'],
      [null, 'id'],
      ['urn:other', 'o:ID'],
    ] as const) {
      const token = assertionSigned();
      const id = token.find('Assertion').getAttribute('ID') ?? '';
      const extension = token.element('urn:other', 'o:thing');
      if (namespace === null) extension.setAttribute(name, id);
      else extension.setAttributeNS(namespace, name, id);
      token.find('Response').insertBefore(token.element(protocol, 'samlp:Extensions', extension), token.find('Status'));
      expect(reason(token)).toBe('an ID that is missing, invalid or repeated');
    }
  });

  it('SAML wrapping: a signed element that is neither response nor assertion', () => {
    const metadata = '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" ID="_m1"/>';
    const [start, end] = ['<samlp:Extensions>', '</samlp:Extensions>'];
    const fields = tokenFields(now);
    const xml = responseXml(fields).replace('<samlp:Status>', `${start}${metadata}${end}<samlp:Status>`);
    const path = "//*[local-name(.)='EntityDescriptor']";
    // Instead of the assertion's, and where it belongs.
    expect(reason(new Token(signed(xml, 'Assertion', { key, signs: path })))).toBe(
      'a reference to something else than its parent',
    );
    const token = new Token(signed(xml, 'Response', { key, signs: path }));
    token.find('EntityDescriptor').appendChild(token.find('Signature'));
    expect(reason(token)).toBe('a signature in another place');
    expect(reason(new Token(metadata))).toBe('neither a Response nor an Assertion of SAML 2.0');
  });

  it('SAML wrapping: two assertions, even if both are signed', () => {
    const fields = tokenFields(now);
    const first = signed(assertionXml(fields), 'Assertion', { key });
    const second = signed(assertionXml(tokenFields(now)), 'Assertion', { key });
    expect(reasonOf(() => read(base64(responseXml(fields, first + second))))).toBe('not exactly one assertion');
    expect(read(base64(responseXml(fields, first))).name).toBe('anna@demo.example');
  });

  it('SAML: an encrypted assertion is not supported', () => {
    const encrypted = '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>';
    const fields = tokenFields(now);
    for (const inside of [encrypted, assertionXml(fields) + encrypted]) {
      const xml = signed(responseXml(fields, inside), 'Response', { key });
      expect(reasonOf(() => read(base64(xml)))).toBe('an encrypted assertion');
    }
  });
});
