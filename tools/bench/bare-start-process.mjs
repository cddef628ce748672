// A Fastify server over TLS that answers `/readyz`: node bare-start-process.mjs PORT KEY-FILE CERTIFICATE-FILE
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// The release that the server has, which comes with Nest's adapter.
const { fastify } = createRequire(import.meta.resolve('@nestjs/platform-fastify'))('fastify');

const [port, key, cert] = process.argv.slice(2);
const app = fastify({ https: { key: readFileSync(key), cert: readFileSync(cert) } });
app.get('/readyz', () => 'ok');
await app.listen({ port: Number(port), host: '127.0.0.1' });
