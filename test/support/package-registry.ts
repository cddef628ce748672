import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..', '..');

/** Sources and intermediate files of a package that is installed compiled. */
const LEFT_OUT = ['./node_modules', './deps', './build/Release/obj*', '*.a'].map((path) => `--exclude=${path}`);

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** A registry of packages on this machine, for npm: it serves those that are installed in the clone. */
export interface PackageRegistry {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts one on a free port. */
export async function startPackageRegistry(): Promise<PackageRegistry> {
  const folders = foldersByName();
  const server = createServer((request, response) => serve(folders, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** The installed packages of each name; several where there are several versions. */
function foldersByName(): Map<string, string[]> {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: object };
  const found = new Map<string, string[]>();
  for (const path of Object.keys(lock.packages).filter((key) => existsSync(join(ROOT, key, 'package.json')))) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(name, [...(found.get(name) ?? []), join(ROOT, path)]);
  }
  return found;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Responds to `/NAME` with the versions, and to `/NAME/-/VERSION` with the archive of one. */
function serve(folders: ReadonlyMap<string, string[]>, request: IncomingMessage, response: ServerResponse): void {
  const [name, version] = decodeURIComponent(request.url!.slice(1)).split('/-/');
  const known = (folders.get(name) ?? []).map((folder) => ({ folder, manifest: manifestOf(folder) }));
  const asked = known.find(({ manifest }) => manifest.version === version);
  if (asked) return sendArchive(asked.folder, response);
  if (version !== undefined || known.length === 0) return void response.writeHead(404).end('{}');
  const url = `http://${request.headers.host}/${encodeURIComponent(name)}/-/`;
  const versions = known.map(({ manifest }) => [
    manifest.version,
    { ...manifest, dist: { tarball: url + manifest.version } },
  ]);
  response.setHeader('content-type', 'application/json');
  response.setHeader('cache-control', 'max-age=3600');
  response.end(
    JSON.stringify({
      name,
      'dist-tags': { latest: known[0].manifest.version },
      versions: Object.fromEntries(versions) as object,
    }),
  );
}

function sendArchive(folder: string, response: ServerResponse): void {
  response.setHeader('cache-control', 'max-age=3600, immutable');
  const words = ['-c', ...LEFT_OUT, '--transform=s,^\\.,package,', '-C', folder, '.'];
  spawn('tar', words, { stdio: ['ignore', 'pipe', 'ignore'] }).stdout.pipe(response);
}
