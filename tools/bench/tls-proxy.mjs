import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../server/launch.mjs';
import { waitUntilReady } from '../server/readiness.mjs';

const PATIENCE = 30_000;

/** Starts HAProxy (Debian's package), which ends TLS with the server's certificate and forwards requests to a port for plain HTTP. */
export async function startTlsProxy({ directory: data, token }, { plainPort, maxConnections }) {
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-proxy-'));
  const port = await freePort();
  const pem = join(directory, 'server.pem');
  writeFileSync(
    pem,
    ['apiserver.crt', 'apiserver.key'].map((file) => readFileSync(join(data, 'certs', file))).join(''),
  );
  const configuration = join(directory, 'haproxy.cfg');
  writeFileSync(configuration, configurationOf({ port, plainPort, pem, maxConnections }));
  const child = spawn('haproxy', ['-f', configuration], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  const url = `https://127.0.0.1:${port}`;
  try {
    await waitUntilReady(url, { token, patience: PATIENCE });
    return { url, token, pid: child.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns a configuration as docs/scaling.md shows it, for one thread. It wants two descriptors for each connection, and uses few more than one. */
function configurationOf({ port, plainPort, pem, maxConnections }) {
  return `global
  maxconn ${maxConnections}
  no strict-limits
  nbthread 1
defaults
  mode http
  timeout connect 5s
  timeout client 1h
  timeout server 1h
  timeout http-keep-alive 1h
frontend kubernetes
  bind 127.0.0.1:${port} ssl crt ${pem} alpn h2,http/1.1
  default_backend binnacle
backend binnacle
  http-reuse always
  server plain 127.0.0.1:${plainPort}
`;
}
