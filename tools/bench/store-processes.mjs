import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const ETCD_PORTS = [23790, 23800];
const POSTGRES_PORT = 25432;
const RELEASES = '/usr/lib/postgresql';

/** Starts etcd on an empty directory; answers the flags of a server on it. Undefined where there is no etcd. */
export async function startEtcd() {
  const [client, peer] = ETCD_PORTS.map((port) => `http://127.0.0.1:${port}`);
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-bench-etcd-'));
  const words = ['--data-dir', directory, '--listen-client-urls', client, '--advertise-client-urls', client];
  const peers = [
    '--listen-peer-urls',
    peer,
    '--initial-advertise-peer-urls',
    peer,
    '--initial-cluster',
    `default=${peer}`,
  ];
  const flags = ['--storage-backend=etcd3', `--etcd-servers=${client}`];
  return started({ command: ['etcd', ...words, ...peers, '--log-level=error'], port: ETCD_PORTS[0], directory, flags });
}

/** Starts PostgreSQL in the same way, as the user postgres where this process is root. */
export async function startPostgres() {
  if (!existsSync(RELEASES)) return undefined;
  const [release] = readdirSync(RELEASES).sort((one, other) => Number(other) - Number(one));
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-bench-postgres-'));
  const asOwner = ownerOf(directory);
  const program = (name) => join(RELEASES, release, 'bin', name);
  const data = join(directory, 'data');
  const [init, ...words] = [...asOwner, program('initdb'), '-D', data, '-A', 'trust', '-U', 'binnacle', '--locale=C'];
  execFileSync(init, words, { stdio: 'ignore', cwd: directory });
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${directory}`];
  const command = [...asOwner, program('postgres'), '-D', data, '-p', `${POSTGRES_PORT}`, ...settings];
  const flags = [
    '--storage-backend=postgres',
    `--postgres-url=postgres://binnacle@127.0.0.1:${POSTGRES_PORT}/postgres`,
  ];
  return started({ command, port: POSTGRES_PORT, directory, flags });
}

async function started({ command: [program, ...words], port, directory, flags }) {
  const child = spawn(program, words, { stdio: 'ignore', cwd: directory });
  const ended = once(child, 'exit').catch(() => {});
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await answers(port)) return { flags, stop };
    await delay(100);
  }
  await stop();
  return undefined;
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

/** The command that runs others as the owner of the directory: PostgreSQL refuses to run as root. */
function ownerOf(directory) {
  if (process.getuid() !== 0) return [];
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  chownSync(directory, uid, gid);
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
}
