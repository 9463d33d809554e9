// `node plain-uploads.js FOLDER`: a plain server that stores the body of each PUT under its name, syncs the file and the
// folder once, and responds. Prints its address.
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';

const [folder = ''] = process.argv.slice(2);

async function store(request) {
  const file = await open(join(folder, basename(request.url ?? '')), 'w');
  try {
    for await (const piece of request) await file.write(piece);
    await file.datasync();
  } finally {
    await file.close();
  }
  const parent = await open(folder, 'r');
  try {
    await parent.sync();
  } finally {
    await parent.close();
  }
}

const server = createServer(async (request, response) => {
  await store(request);
  response.writeHead(201).end();
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
