/**
 * Leaves the declarations of the ECMAScript and DOM libraries, 3 MB, out of ts-morph: they are for checking types, and
 * soapwright only parses.
 */
export const withoutLibraryFiles = {
  name: 'without-library-files',
  transform: {
    filter: { id: /ts-morph-common\.js$/ },
    handler(code) {
      const begin = code.indexOf('\nconst libFiles = [');
      const end = code.indexOf('\n    }];\n', begin);
      if (begin === -1 || end === -1) throw new Error('ts-morph has its library files in another form.');
      return `${code.slice(0, begin)}\nconst libFiles = [];${code.slice(end + '\n    }];'.length)}`;
    },
  },
};
