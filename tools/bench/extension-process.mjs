// An extension server that does nothing else: a process of its own, with the certificate it is sent. It answers
// discovery, gets of some 70 bytes, and watches without events.
import { createSecureServer } from 'node:http2';

const OBJECT = JSON.stringify({ kind: 'Gear', apiVersion: 'far.example.com/v1', spec: { teeth: 12 } });
const DISCOVERY = JSON.stringify({
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: 'far.example.com/v1',
  resources: [{ name: 'gears', namespaced: false, kind: 'Gear', verbs: ['get', 'list', 'watch'] }],
});

process.once('message', ({ key, cert, protocols }) => {
  const settings = { maxConcurrentStreams: 250 };
  const server = createSecureServer({ key, cert, allowHTTP1: true, ALPNProtocols: protocols, settings }, answer);
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
});
process.once('disconnect', () => process.exit());

function answer({ url }, response) {
  response.setHeader('content-type', 'application/json');
  if (url.includes('watch=')) return response.flushHeaders();
  const body = url.includes('/gears/') ? OBJECT : DISCOVERY;
  response.setHeader('content-length', body.length);
  response.end(body);
}
