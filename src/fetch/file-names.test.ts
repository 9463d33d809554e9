import { describe, expect, it } from 'vitest';
import { fileNames } from './file-names.ts';

const main = 'https://example.com/v1/Billing.svc?wsdl';

function fileName(address: string, kind: 'wsdl' | 'xsd' = 'xsd', of: string = main): string | undefined {
  return fileNames([
    { address: of, kind: 'wsdl' },
    { address, kind },
  ]).get(address);
}

function mainName(address: string): string | undefined {
  return fileNames([{ address, kind: 'wsdl' }]).get(address);
}

describe('the name of a WSDL', () => {
  it.each([
    ['https://example.com/v1/Billing.svc?wsdl', 'Billing.wsdl'],
    ['https://example.com/v1/Billing.svc?singleWsdl', 'Billing.wsdl'],
    ['https://example.com/Billing.asmx?WSDL', 'Billing.wsdl'],
    ['https://example.com/axis/services/Version?wsdl', 'Version.wsdl'],
    ['https://example.com/wsdl/billing.wsdl', 'billing.wsdl'],
    ['https://example.com/soap.php?wsdl=1', 'soap.wsdl'],
    ['https://example.com/Rechnung%20f%C3%BCr%20Gr%C3%B6%C3%9Fe.wsdl', 'Rechnung-fur-Gro-e.wsdl'],
    ['https://example.com/?wsdl', 'example.com.wsdl'],
    ['https://example.com/%E5%8F%91%E7%A5%A8?wsdl', 'example.com.wsdl'],
    ['https://example.com/billing/?wsdl&token=secret', 'billing.wsdl'],
    ['https://example.com/index.php?class=Billing&wsdl', 'index.wsdl'],
    ['https://example.com/con.wsdl', 'file-con.wsdl'],
    ['https://example.com/..%2f..%2fetc%2fpasswd?wsdl', 'etc-passwd.wsdl'],
  ])('%s is %s', (address, name) => expect(mainName(address)).toBe(name));
});

describe('the name of an imported file', () => {
  it.each([
    ['https://example.com/v1/Billing.svc?xsd=xsd0', 'Billing-xsd0.xsd'],
    ['https://example.com/v1/Billing.svc?xsd=1', 'Billing-1.xsd'],
    ['https://example.com/v1/Billing?xsd=../types/order.xsd', 'order.xsd'],
    ['https://example.com/v1/types/order.xsd', 'order.xsd'],
    ['https://example.com/v1/types.php?file=order&version=2', 'types-file-order-version-2.xsd'],
    ['https://example.com/v1/com.example.types.xsd', 'com.example.types.xsd'],
  ])('%s is %s', (address, name) => expect(fileName(address)).toBe(name));

  it('tells a WSDL from a schema by its content, not by its address', () => {
    expect(fileName('https://example.com/v1/Billing.svc?wsdl=wsdl0', 'wsdl')).toBe('Billing-wsdl0.wsdl');
    expect(fileName('https://example.com/v1/Billing.svc?part=2', 'wsdl')).toBe('Billing-part-2.wsdl');
  });

  it('repeats no parameter that the WSDL has too, which may be a secret', () => {
    const of = 'https://example.com/Billing?wsdl&token=secret';
    expect(fileName('https://example.com/Billing?xsd=1&token=secret', 'xsd', of)).toBe('Billing-1.xsd');
  });
});

describe('names of several files', () => {
  function names(...addresses: string[]): readonly (string | undefined)[] {
    const files = addresses.map((address) => ({ address, kind: 'xsd' as const }));
    const all = fileNames([{ address: main, kind: 'wsdl' }, ...files]);
    return addresses.map((address) => all.get(address));
  }

  it('differ by folder, by host, by number', () => {
    expect(
      names(
        'https://example.com/a/types.xsd',
        'https://example.com/b/types.xsd',
        'https://other.example/a/types.xsd',
        'https://other.example:8443/a/types.xsd',
        'https://example.com/a/types.xsd?',
      ),
    ).toEqual(['types.xsd', 'b-types.xsd', 'a-types.xsd', 'other.example-8443-types.xsd', 'example.com-types.xsd']);
  });

  it('differ where a file system ignores case', () => {
    expect(names('https://example.com/Types.xsd', 'https://example.com/types.xsd')).toEqual([
      'Types.xsd',
      'example.com-types.xsd',
    ]);
  });

  it('stay those of the lock file, whatever comes first', () => {
    const known = new Map([['https://example.com/b/types.xsd', 'types.xsd']]);
    const files = ['https://example.com/a/types.xsd', 'https://example.com/b/types.xsd'];
    const all = fileNames(
      files.map((address) => ({ address, kind: 'xsd' as const })),
      known,
    );
    expect([...all.values()].sort()).toEqual(['a-types.xsd', 'types.xsd']);
    expect(all.get('https://example.com/b/types.xsd')).toBe('types.xsd');
  });

  it('are short, and differ where only their ends do', () => {
    const long = 'x'.repeat(300);
    const [first = '', second = ''] = names(`https://example.com/${long}1.xsd`, `https://example.com/${long}2.xsd`);
    expect(first).not.toBe(second);
    expect(Math.max(first.length, second.length)).toBeLessThanOrEqual(90);
  });
});
