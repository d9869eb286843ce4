/** The files of this folder, for browsers on this machine. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript' };
const folder = new URL('./', import.meta.url);

const server = createServer(async (request, response) => {
  try {
    const { pathname } = new URL(request.url, 'http://here');
    const file = new URL(`.${pathname === '/' ? '/index.html' : pathname}`, folder);
    const content = await readFile(file);
    response.writeHead(200, { 'content-type': TYPES[extname(file.pathname)] ?? 'application/octet-stream' }).end(content);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(Number(process.env.PORT ?? 5173), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
