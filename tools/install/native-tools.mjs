// The programs that compile SQLite where no compiled binary can be downloaded. Uses nothing but Node itself.
import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The programs that node-gyp runs, each with others that do the same. */
const PROGRAMS = [
  ['python3', 'python'],
  ['make', 'gmake'],
  ['c++', 'g++', 'clang++'],
];

/** How the programs are installed, by a program that shows the kind of system. */
const REMEDIES = [
  ['apt-get', 'apt-get install python3 make g++'],
  ['apk', 'apk add python3 make g++'],
  ['dnf', 'dnf install python3 make gcc-c++'],
  ['xcode-select', 'xcode-select --install'],
];

/**
 * Explains before an installation what compiling SQLite would need and this machine lacks; undefined where it lacks nothing, where a
 * compiled binary is at hand, and on Windows, where a compiler is found by other means than its name.
 * @param {{ version: string, env?: NodeJS.ProcessEnv, platform?: string, arch?: string, caches?: readonly string[] }} facts
 * @returns {string | undefined}
 */
export function explainMissingTools({
  version,
  env = process.env,
  platform = process.platform,
  arch = process.arch,
  caches,
}) {
  if (platform === 'win32') return undefined;
  const has = (program) => isThere(program, env.PATH ?? '');
  const missing = PROGRAMS.filter((names) => !names.some(has)).map(([name]) => name);
  if (missing.length === 0 || hasBinary(caches ?? cachesOf(env), { version, platform, arch })) return undefined;
  const [, command] = REMEDIES.find(([program]) => has(program)) ?? [];
  return [
    `SQLite comes as a compiled binary from GitHub. Where that cannot be reached, it is compiled here, and ${listOf(missing)} missing.`,
    `If the installation fails: ${command ?? `install ${PROGRAMS.map(([name]) => name).join(', ')}`}`,
    'or name a mirror of the binaries in npm_config_sqlite3_binary_host, and start again.',
  ].join('\n');
}

function listOf(names) {
  const last = names.at(-1);
  return names.length === 1 ? `${last} is` : `${names.slice(0, -1).join(', ')} and ${last} are`;
}

function isThere(program, path) {
  return path.split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return directory !== '';
    } catch {
      return false;
    }
  });
}

/** Where prebuild-install keeps what it has downloaded. */
function cachesOf(env) {
  const cache = env.npm_config_cache ?? join(env.HOME ?? homedir(), '.npm');
  return [join(cache, '_prebuilds')];
}

function hasBinary(caches, { version, platform, arch }) {
  const [start, end] = [`sqlite3-v${version}-`, `-${platform}-${arch}.tar.gz`];
  return caches.some((directory) => namesIn(directory).some((name) => name.includes(start) && name.endsWith(end)));
}

function namesIn(directory) {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
