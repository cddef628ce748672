// A node:https server that answers everything with the same bytes; its parent sends them, and gets the port back.
import { createServer } from 'node:https';

process.once('message', ({ key, cert, contentType, body }) => {
  const bytes = Buffer.from(body, 'base64');
  const headers = { 'Content-Type': contentType, 'Content-Length': bytes.length };
  const server = createServer({ key, cert }, (request, response) => {
    request.resume();
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
});
process.once('disconnect', () => process.exit());
