import { createServer } from 'node:http';

const HELP = `Stands in for etcd where envtest starts one: answers its health check and stores nothing.

    --listen-client-urls string   Where the health check is answered.
`;

/** Responds to the health check of envtest until the process is asked to end. Rejects where it cannot listen. */
export async function serveHealth(words: readonly string[]): Promise<void> {
  if (words.includes('--help')) return void process.stdout.write(HELP);
  const flag = '--listen-client-urls=';
  const [first = ''] =
    words
      .find((word) => word.startsWith(flag))
      ?.slice(flag.length)
      .split(',') ?? [];
  if (!URL.canParse(first)) throw new TypeError('--listen-client-urls: is needed');
  const { hostname, port } = new URL(first);
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/health' ? 200 : 404;
    response.end(request.url === '/health' ? '{"health":"true"}' : '');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(port), hostname.replace(/^\[|\]$/g, ''), resolve);
  });
  await new Promise((resolve) => ['SIGTERM', 'SIGINT'].forEach((signal) => process.once(signal, resolve)));
  server.closeAllConnections();
  server.close();
}
