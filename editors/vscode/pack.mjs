// Packs the extension into .build/soapwright-vscode-VERSION.vsix: its client in one file, and a ZIP archive by the Open
// Packaging Conventions, which VS Code, VSCodium and code-server install.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { licences } from '../../rolldown/licences.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const { name, publisher, version, displayName, description, categories, keywords, engines } = manifest;

/** The client with the library that it uses, and the licences of the library. */
async function bundled() {
  const bundle = await rolldown({
    input: join(here, 'extension.js'),
    external: ['vscode'],
    platform: 'node',
    plugins: [licences('LICENSES.txt')],
  });
  const { output } = await bundle.generate({ format: 'cjs', exports: 'named', minify: true });
  return output.map((one) => [`extension/${one.fileName}`, one.type === 'chunk' ? one.code : one.source]);
}

const own = [
  'package.json',
  'README.md',
  'icon.png',
  'language-configuration.json',
  manifest.contributes.grammars[0].path,
];

function packageManifest() {
  const text = (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const asset = (type, path) =>
    `    <Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${path}" Addressable="true"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${text(description)}</Description>
    <Tags>${keywords.join(',')}</Tags>
    <Categories>${categories.join(',')}</Categories>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/icon.png</Icon>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
${[
  asset('Code.Manifest', 'package.json'),
  asset('Services.Content.Details', 'README.md'),
  asset('Services.Content.Changelog', 'CHANGELOG.md'),
  asset('Services.Content.License', 'LICENSE.txt'),
  asset('Services.Icons.Default', 'icon.png'),
].join('\n')}
  </Assets>
</PackageManifest>
`;
}

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".vsixmanifest" ContentType="text/xml"/><Default Extension=".js" ContentType="application/javascript"/><Default Extension=".md" ContentType="text/markdown"/><Default Extension=".txt" ContentType="text/plain"/><Default Extension=".png" ContentType="image/png"/></Types>
`;

/** A ZIP archive (APPNOTE 6.3) of files of less than 4 GiB, with the time 1980-01-01: the same files give the same bytes. */
function zipped(files) {
  const locals = [];
  const entries = [];
  let offset = 0;
  for (const [path, content] of files) {
    const [nameBytes, data] = [Buffer.from(path), Buffer.from(content)];
    const packed = deflateRawSync(data, { level: 9 });
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(0x0800, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt16LE(0x21, 8);
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(nameBytes.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, nameBytes, packed]);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, place, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const file = join(root, `.build/${name}-${version}.vsix`);
const archive = zipped([
  ['extension.vsixmanifest', packageManifest()],
  ['[Content_Types].xml', contentTypes],
  ...own.map((path) => [join('extension', path), readFileSync(join(here, path))]),
  ['extension/LICENSE.txt', readFileSync(join(root, 'LICENSE'))],
  ['extension/CHANGELOG.md', readFileSync(join(here, 'CHANGELOG.md'))],
  ...(await bundled()),
]);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, archive);
console.log(`${file} (${Math.ceil(archive.length / 1024)} kB)`);
