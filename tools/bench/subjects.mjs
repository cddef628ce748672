import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchServer } from '../server/launch.mjs';

const TOKEN = 'bench-token';

/** Returns the servers to measure: those given, or the built Binnacle started with its own store. */
export async function startSubjects(servers) {
  if (servers.length > 0) return { all: servers, stop: async () => {} };
  const server = await launchMeasured();
  return { all: [{ name: 'binnacle', url: server.url, token: TOKEN, pids: [server.pid] }], stop: server.stop };
}

/** Starts the built server, with more flags, so that the bearer of `token` may do everything. */
export async function launchMeasured(flags = [], nodeFlags = []) {
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-bench-'));
  const tokens = join(directory, 'tokens.csv');
  writeFileSync(tokens, `${TOKEN},bench,bench,"system:masters"\n`);
  try {
    const server = await launchServer([`--token-auth-file=${tokens}`, ...flags], TOKEN, nodeFlags);
    const stop = async () => {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    };
    return { ...server, token: TOKEN, stop };
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}
