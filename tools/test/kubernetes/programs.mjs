import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fetchFromPool, prepareCache, run } from '../packages.mjs';

/** The last sources of Kubernetes in Debian that have more than kubectl. */
const SOURCE = {
  pool: 'kubernetes-client',
  name: 'kubernetes_1.20.5+really1.20.2.orig.tar.gz',
  digest: 'b83c0780efb182d928dc63d46488a847f161f04e40a94b96bf5247dd671ecdfc',
};

/** Those that are built. */
const PROGRAMS = ['kube-apiserver', 'kube-controller-manager'];

/** Of the sources' own copies of these, Go 1.18 and later make programs that crash. */
const REPLACED = {
  'golang-github-modern-go-reflect2-dev': 'github.com/modern-go/reflect2',
  'golang-github-json-iterator-go-dev': 'github.com/json-iterator/go',
};

/** A package is part of the OpenAPI document if one of its files says so. */
const HAS_OPENAPI = String.raw`^// \+k8s:openapi-gen=`;
const STAGED = 'vendor/k8s.io/';

/**
 * Returns the folder with programs of Kubernetes, built with the Go in the PATH unless the cache has them.
 * @param {string} cache
 * @returns {string}
 */
export function ensureKubernetes(cache) {
  prepareCache(resolve(cache));
  const programs = join(resolve(cache), 'kubernetes');
  const missing = PROGRAMS.filter((name) => !existsSync(join(programs, name)));
  if (missing.length === 0) return programs;
  console.error(`Building ${missing.join(' and ')}, which takes minutes ...`);
  const workspace = mkdtempSync(join(resolve(cache), '.partial-'));
  try {
    const sources = unpackSources(workspace);
    const build = goIn(sources, workspace);
    generateOpenApi(sources, build, workspace);
    mkdirSync(programs, { recursive: true });
    for (const name of missing) {
      build(join(workspace, name), `./cmd/${name}`);
      // A program that is still being written must not be taken for one.
      renameSync(join(workspace, name), join(programs, name));
    }
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
  return programs;
}

/** Unpacks the sources where Go finds them without modules, which they are too old for. */
function unpackSources(workspace) {
  const sources = join(workspace, 'src', 'k8s.io', 'kubernetes');
  mkdirSync(sources, { recursive: true });
  run('tar', ['-xzf', fetchFromPool(SOURCE, workspace), '-C', sources, '--strip-components=1']);
  for (const [name, path] of Object.entries(REPLACED)) replaceVendored(join(sources, 'vendor', path), { name, path });
  return sources;
}

function replaceVendored(target, { name, path }) {
  const directory = mkdtempSync(join(target, '..', '.replaced-'));
  run('apt-get', ['download', name], { cwd: directory });
  const [file] = readdirSync(directory);
  run('dpkg', ['-x', join(directory, file), directory]);
  rmSync(target, { recursive: true });
  const isSource = (source) => !source.endsWith('_test.go');
  cpSync(join(directory, 'usr/share/gocode/src', path), target, { recursive: true, filter: isSource });
  rmSync(directory, { recursive: true });
}

/** Builds a package of the sources with Go. */
function goIn(sources, workspace) {
  const settings = { GOPATH: workspace, GO111MODULE: 'off', GOFLAGS: '', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' };
  const env = { ...process.env, ...settings, GOCACHE: join(workspace, 'cache') };
  const flags = linkFlags(run('go', ['version'], { env }));
  return (output, name) => run('go', ['build', ...flags, '-o', output, name], { cwd: sources, env });
}

/** The sources lack the OpenAPI definitions of kube-apiserver, but have the program that writes them. */
function generateOpenApi(sources, build, workspace) {
  const generator = join(workspace, 'openapi-gen');
  build(generator, './vendor/k8s.io/kube-openapi/cmd/openapi-gen');
  const inputs = documentedPackages(sources).join(',');
  const flags = ['-O', 'zz_generated.openapi', '-p', 'k8s.io/kubernetes/pkg/generated/openapi', '-i', inputs];
  const places = ['-h', '/dev/null', '-r', join(workspace, 'violations'), '-o', join(workspace, 'src')];
  run(generator, [...flags, ...places], {
    cwd: sources,
    env: { ...process.env, GOPATH: workspace, GO111MODULE: 'off' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/**
 * Returns the flags of the linker: since 1.23 it refuses links to inner functions of Go's libraries, which
 * the sources have.
 * @param {string} version What `go version` prints.
 * @returns {string[]}
 */
export function linkFlags(version) {
  const [, minor = '0'] = /go1\.(\d+)/.exec(version) ?? [];
  return Number(minor) >= 23 ? ['-ldflags=-checklinkname=0'] : [];
}

/** The import paths of packages whose types are in the OpenAPI document. */
function documentedPackages(sources) {
  const files = run('grep', ['-rlE', HAS_OPENAPI, 'staging/src', 'pkg', '--include=*.go'], {
    cwd: sources,
  });
  return packagesOf(files.trim().split('\n'));
}

/**
 * Returns the import paths of the packages of files, without those of examples and tests.
 * @param {readonly string[]} files
 * @returns {string[]}
 */
export function packagesOf(files) {
  const directories = new Set(files.map((file) => file.slice(0, file.lastIndexOf('/'))));
  return [...directories]
    .filter((directory) => !/\/test(data)?(\/|$)|sample-|code-generator/.test(directory))
    .map((directory) => `k8s.io/kubernetes/${directory.replace('staging/src/k8s.io/', STAGED)}`)
    .sort();
}
