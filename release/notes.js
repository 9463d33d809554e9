// Prints what CHANGELOG.md says of a release, for its notes:
//
//   node release/notes.js v0.1.0
//
// It fails if the packages have another version than the tag.
import { readFileSync } from 'node:fs';
import { sectionOf } from './changes.js';
import { manifestOf, root } from './packages.js';

const [tag] = process.argv.slice(2);
const { version } = manifestOf('.');
if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, the version ${version}.`);
const notes = sectionOf(readFileSync(`${root}CHANGELOG.md`, 'utf8'), version);
if (notes === undefined) throw new Error(`CHANGELOG.md has no section of ${version}.`);
console.log(notes);
