// The measured code. `bundle.js` bundles it from its sources, so that no build is needed.

export { memorySpool } from '../../runtime/src/spool/memory-spool.ts';
export { SpoolBudget } from '../../runtime/src/spool/spool.ts';
export { MessageAssembler } from '../../runtime/src/streaming/message-assembler.ts';
export { XmlBytesReader } from '../../runtime/src/xml/bytes-reader.ts';
export { withDefaults } from '../../runtime/src/xml/limits.ts';
export { prefixEnd, StreamReached } from '../../runtime/src/xml/streamed-fields.ts';
export { echo } from '../../test/end-to-end/echo.ts';
export { readStreamed, STREAMED } from '../../test/fuzz/target/streamed-codec.ts';
export { createEverythingServer } from '../../test/golden/everything/expected/server.ts';
