// What is measured, from its sources: `bundle.js` makes one module of it, so that no build is needed.
export { XmlBytesReader } from '../../runtime/src/xml/bytes-reader.ts';
export { withDefaults } from '../../runtime/src/xml/limits.ts';
export { echo } from '../../test/end-to-end/echo.ts';
export { createEverythingServer } from '../../test/golden/everything/expected/server.ts';
