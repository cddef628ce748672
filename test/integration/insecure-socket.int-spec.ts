import { linkSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiServer, OptionsError, startApiServer } from '../../src/index.js';

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'binnacle-socket-'));
  path = join(directory, 'plain.sock');
  writeFileSync(join(directory, 'tokens.csv'), 'known,jane,1,"system:masters"\n');
});

afterEach(() => rmSync(directory, { recursive: true }));

function start(insecureSocket = path): Promise<ApiServer> {
  return startApiServer({
    serving: { insecureSocket },
    authentication: { tokenAuthFile: join(directory, 'tokens.csv') },
    storage: { dataDir: directory },
  });
}

async function statusOf(target: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ socketPath: path, path: target, headers, agent: false }, resolve).once('error', reject).end();
  });
  answer.resume();
  return answer.statusCode;
}

describe('--insecure-socket', () => {
  it('takes requests of the user and the group of the process, whom tokens identify', async () => {
    const server = await start();
    await server.ready;
    expect(statSync(path).mode & 0o777).toBe(0o660);
    const target = '/api/v1/namespaces/default/configmaps';
    expect(await statusOf(target)).toBe(403);
    expect(await statusOf(target, { authorization: 'Bearer known' })).toBe(200);
    expect(await statusOf('/livez')).toBe(200);
    await server.close();
    expect(() => statSync(path)).toThrow('ENOENT');
  });

  it('takes the place of a socket that a killed process left behind', async () => {
    const left = createServer();
    await new Promise<void>((resolve) => left.listen(join(directory, 'other.sock'), resolve));
    // A hard link stays when the server takes its own name away.
    linkSync(join(directory, 'other.sock'), path);
    await new Promise((resolve) => left.close(resolve));
    const server = await start();
    expect(await statusOf('/livez')).toBe(200);
    await server.close();
  });

  it('refuses a path that is taken, of something else, or too long', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(path, resolve));
    await expect(start()).rejects.toThrow('is in use by another process');
    await new Promise((resolve) => other.close(resolve));
    writeFileSync(path, 'kept');
    await expect(start()).rejects.toThrow(OptionsError);
    expect(statSync(path).size).toBe(4);
    await expect(start(join(directory, 'x'.repeat(120)))).rejects.toThrow('is longer than 103 bytes');
  });
});
