// What is measured, from its sources: `bundle.js` makes one module of it, so that no build is needed.
export { MessageIntake } from '../../runtime/src/intake/message-intake.ts';
export { SpoolBudget } from '../../runtime/src/intake/spool-budget.ts';
export { memorySpool } from '../../runtime/src/spool/memory-spool.ts';
export { XmlBytesReader } from '../../runtime/src/xml/bytes-reader.ts';
export { withDefaults } from '../../runtime/src/xml/limits.ts';
export { prefixEnd, StreamReached } from '../../runtime/src/xml/streamed-fields.ts';
export { echo } from '../../test/end-to-end/echo.ts';
export { readStreamed, STREAMED } from '../../test/fuzz/target/streamed-codec.ts';
export { createEverythingServer } from '../../test/golden/everything/expected/server.ts';
