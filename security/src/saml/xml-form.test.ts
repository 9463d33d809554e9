import { describe, expect, it } from 'vitest';
import { SamlError } from './saml-error.ts';
import { checkForm, formLimits } from './xml-form.ts';

/** Why a document is rejected; `accepted` otherwise. */
function reason(xml: string): string {
  try {
    checkForm(xml);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    return error.reason;
  }
}

const illFormed = 'not well-formed';

describe('checkForm', () => {
  it('SAMLAccountLogin: output of providers is accepted', () => {
    for (const xml of [
      '<a/>',
      '<a></a>',
      '<?xml version="1.0"?><a/>',
      "<?xml version='1.0' encoding='Utf-8' standalone='no' ?>\r\n<a\t/>\n",
      `<p:a xmlns:p="urn:a" xmlns="urn:b" p:x='"' y="'" >text <b-1.2_c xmlns=""/> &amp;&lt;&gt;&quot;&apos;&#9;&#x1F600; ]] ></p:a>`,
      '<a xml:lang="de" xml:space="preserve">ü \ufffd 😀</a>',
    ]) {
      expect(reason(xml)).toBe('accepted');
    }
  });

  it('hardening: a DOCTYPE in any form and position', () => {
    for (const doctype of [
      '<!DOCTYPE a>',
      '<!DOCTYPE a SYSTEM "file:///etc/passwd">',
      '<!DOCTYPE a [<!ENTITY x "y">]>',
      '<!doctype a>',
      '<!ENTITY x "y">',
      '<!',
    ]) {
      for (const xml of [
        `${doctype}<a/>`,
        `<?xml version="1.0"?>\n${doctype}<a/>`,
        `<a>${doctype}</a>`,
        `<a/>${doctype}`,
      ]) {
        expect(reason(xml)).toBe('a DOCTYPE');
      }
    }
  });

  it('SAML comment truncation: comments, CDATA sections and processing instructions are rejected', () => {
    for (const [piece, why] of [
      ['<!---->', 'a comment'],
      ['<!-- x -->', 'a comment'],
      ['<![CDATA[x]]>', 'a CDATA section'],
      ['<?x y?>', 'a processing instruction'],
      ['<?xml-stylesheet href="x"?>', 'a processing instruction'],
    ] as const) {
      for (const xml of [`${piece}<a/>`, `<a>x${piece}y</a>`, `<a/>${piece}`]) expect(reason(xml)).toBe(why);
    }
    expect(reason('<?XML version="1.0"?><a/>')).toBe('a processing instruction');
    expect(reason('<a><?xml version="1.0"?></a>')).toBe('a processing instruction');
  });

  it('SAMLAccountLogin, junk around: before, after, or a second root', () => {
    for (const xml of ['x<a/>', '<a/>x', '\ufeff<a/>', '<a/><b/>', '<a/>&#32;', '\u00a0<a/>']) {
      expect(reason(xml)).toBe('content outside of the root element');
    }
    expect(reason(' <?xml version="1.0"?><a/>')).toBe('a processing instruction');
  });

  it('hardening: other encodings and XML 1.1', () => {
    for (const declaration of [
      'version="1.1"',
      'version="1.0" encoding="UTF-16"',
      'version="1.0" encoding="utf-7"',
      '',
    ]) {
      expect(reason(`<?xml ${declaration}?><a/>`)).toBe('a processing instruction');
    }
  });

  it('hardening: ill-formed XML is rejected, never repaired', () => {
    for (const xml of [
      '',
      ' ',
      '<a>',
      '</a>',
      '<a></b>',
      '<a><b></a></b>',
      '<a></a >>',
      '<a b>',
      '<a b=c/>',
      '<a b="c/>',
      '<a b="<"/>',
      '<a b="1" b="2"/>',
      '<a b="1"c="2"/>',
      '< a/>',
      '<a / >',
      '<1/>',
      '<:a/>',
      '<a:/>',
      '<a:b:c/>',
      '<é/>',
      '<a>]]></a>',
      '<a',
      '<a/',
      '</a x="y">',
    ]) {
      expect([xml, reason(xml)]).not.toEqual([xml, 'accepted']);
    }
    expect(reason('<a><b></a></b>')).toBe(illFormed);
  });

  it('hardening: entities other than the five predefined ones, and invalid characters', () => {
    for (const xml of [
      '<a>&x;</a>',
      '<a b="&x;"/>',
      '<a>&</a>',
      '<a>&amp</a>',
      '<a>&#;</a>',
      '<a>&#12345678;</a>',
      '<a>&#X41;</a>',
    ]) {
      expect(reason(xml)).toBe('an entity that is not one of the five of XML');
    }
    for (const xml of [
      '<a>\0</a>',
      '<a>\x0b</a>',
      '<a>\uffff</a>',
      '<a>&#0;</a>',
      '<a>&#xD800;</a>',
      '<a>&#x110000;</a>',
      '<a b="&#xB;"/>',
    ]) {
      expect(reason(xml)).toBe('a character that XML does not allow');
    }
  });

  it('hardening: ill-formed namespaces', () => {
    for (const xml of [
      '<p:a/>',
      '<xml:a/>',
      '<a p:x=""/>',
      '<a><b xmlns:p="urn:a"/><p:c/></a>',
      '<a xmlns:p=""/>',
      '<a xmlns:xml="urn:a"/>',
      '<a xmlns:xmlns="urn:a"/>',
      '<a xmlns:p="http://www.w3.org/2000/xmlns/"/>',
      '<a xmlns="http://www.w3.org/XML/1998/namespace"/>',
      '<a xmlns:p="urn:a" xmlns:q="urn:a" p:x="" q:x=""/>',
      '<a xmlns:p="urn&#58;a"/>',
      '<a xmlns=" urn:a"/>',
      '<a xmlnsx="urn:a"/>',
      '<a xmlns:__proto__="urn:a"/>',
    ]) {
      expect([xml, reason(xml)]).toEqual([xml, 'namespaces that are not well-formed']);
    }
    expect(reason('<a xmlns:p="urn:a" xmlns:q="urn:b" p:x="" q:x="" x=""/>')).toBe('accepted');
    expect(reason('<a xmlns:p="urn:a"><b xmlns:p="urn:b"/><p:c/></a>')).toBe('accepted');
  });

  it('SAML xml:base and xml:id are rejected', () => {
    for (const name of ['xml:base', 'xml:id', 'xml:x']) {
      expect(reason(`<a ${name}="x"/>`)).toBe('an attribute of xml other than lang and space');
    }
  });

  it('hardening: depth, elements, attributes and names have limits', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(reason(nested(formLimits.depth))).toBe('accepted');
    expect(reason(nested(formLimits.depth + 1))).toBe('too deep');
    const many = (count: number) => `<a>${'<b/>'.repeat(count - 1)}</a>`;
    expect(reason(many(formLimits.elements))).toBe('accepted');
    expect(reason(many(formLimits.elements + 1))).toBe('too many elements');
    const wide = (count: number) => `<a${Array.from({ length: count }, (_, index) => ` a${index}=""`).join('')}/>`;
    expect(reason(wide(formLimits.attributes))).toBe('accepted');
    expect(reason(wide(formLimits.attributes + 1))).toBe('too many attributes');
    expect(reason(`<${'a'.repeat(formLimits.name)}/>`)).toBe('accepted');
    expect(reason(`<${'a'.repeat(formLimits.name + 1)}/>`)).toBe('a name that is too long');
  });
});
