// A node:https server that answers requests with the bytes its parent sends for them, and all others with the first of
// these; the parent gets the port back.
import { createServer } from 'node:https';

process.once('message', ({ key, cert, answers }) => {
  const known = new Map(answers.map(({ request, ...answer }) => [keyOf(request.accept, request.path), toSend(answer)]));
  const [first] = known.values();
  const server = createServer({ key, cert }, (request, response) => {
    request.resume();
    const { headers, bytes } = known.get(keyOf(request.headers.accept, request.url)) ?? first;
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
});
process.once('disconnect', () => process.exit());

function keyOf(accept, path) {
  return `${accept} ${path}`;
}

function toSend({ contentType, body }) {
  const bytes = Buffer.from(body, 'base64');
  return { headers: { 'Content-Type': contentType, 'Content-Length': bytes.length }, bytes };
}
