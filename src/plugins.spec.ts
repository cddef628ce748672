import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { declarationOf } from './plugin-api/built-in.js';
import { readDeclarations } from './plugin-host/index.js';
import { BUILT_IN_PLUGINS, EXTENSION_PLUGINS } from './plugins.js';

/** Folders that use kinds as clients do, with the reason. */
const OUTSIDE: Readonly<Record<string, string>> = {
  commands: 'they write and read the objects of clusters: manifests, reviews, definitions',
  testing: 'its servers start with the objects of a cluster, and its fake cluster runs workloads',
};

/** The files of other folders that may name kinds of plugins, with the reason. Everything else uses their declarations. */
const ALLOWED: Readonly<Record<string, string>> = {
  'plugin-api/api-group-plugin.ts': 'the member by which plugins declare roles',
  'plugin-api/plugin-roles.ts': 'who may have a role',
  'plugin-host/checks/unknown-resources.ts': 'the member by which plugins declare roles',
  'registry/peers/server-endpoints.ts': 'the form in which the reference stores the addresses of servers',
  'apimachinery/metadata-validation.ts': 'Events own nothing, whatever serves them',
  'authn/delegation/cluster-authentication.ts': 'where a cluster says whom it believes',
  'authn/delegation/delegated-authenticators.ts': 'where a cluster reviews tokens',
  'authn/kinds.ts': 'what credentials follow from',
  'authz/delegation/delegated-authorizers.ts': 'where a cluster reviews access',
  'authz/kinds.ts': 'what the authorizers of modes RBAC and Node decide by',
  'authz/node/node-graph.ts': 'labels of metrics that are called like kinds',
  'authz/node/node-rules.json': 'what every node may do',
  'authz/node/node.authorizer.ts': 'the gate that is called like a kind',
  'flowcontrol/dumps.ts': 'a column that is called like a kind',
  'flowcontrol/kinds.ts': 'what configures flow control, and watches that see few writes',
  'options/admission-plugin-names.ts': 'admission plugins that are called like kinds',
  'options/authorization-modes.ts': 'the authorization mode that is called like a kind',
  'client/events/event.ts': 'the events that recorders write, to any server',
  'client/kinds/paths.ts': 'the grammar of paths: /namespaces/<name>/',
  'client/leadership/lease.ts': 'the leases by which leaders are elected, of any server',
  'outbound/kubeconfig/in-cluster-config.ts': 'the directory of a service account in a pod',
  'plugin-api/cluster-services.ts': 'the services through which webhooks and extension servers are reached',
  'plugin-host/remote/remote-store.ts': 'the grammar of paths: /namespaces/<name>/',
  'plugin-host/stored/stored-resources.ts': 'the definitions of what else is stored in the group of a plugin',
  'request/parse-request-info.ts': 'the grammar of paths: /namespaces/<name>/',
  'storage/etcd/protocol.ts': 'a member of a message that is called like a kind',
  'server/extension/authority-publisher.ts': 'the registration of an extension server',
  'server/pipeline/request-trace.ts': 'the grammar of paths in the names of spans',
  'server/filters/in-flight.filter.ts': 'the renewals that keep seats of their own',
};

const NAMES = new Set(
  BUILT_IN_PLUGINS.flatMap((plugin) => declarationOf(plugin)!.kinds).flatMap(({ kind, plural, listKind }) => [
    kind,
    plural,
    listKind ?? `${kind}List`,
  ]),
);

/** Reports whether a text is the name of a kind or a resource, or a path in which one stands. */
function namesKind(text: string): boolean {
  return !/\s/.test(text) && text.split('/').some((part) => NAMES.has(part));
}

/** The literal texts of a file, those of types included. */
function textsOf(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      texts.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

const FILES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(ts|json)$/.test(name) && !name.endsWith('.spec.ts'))
  .filter((name) => !Object.hasOwn(OUTSIDE, name.split('/')[0]))
  .sort();

describe('src', () => {
  it('names no kind outside of the files that may', () => {
    const found = FILES.filter((file) => !Object.hasOwn(ALLOWED, file)).map((file) => ({
      file,
      names: textsOf(file).filter(namesKind),
    }));
    expect(found.filter(({ names }) => names.length > 0)).toEqual([]);
  });

  it.each(Object.entries(ALLOWED))('%s still does: %s', (file) => {
    expect(textsOf(file).some(namesKind)).toBe(true);
  });
});

describe("the server's own plugins", () => {
  it.each([
    ['of a cluster', BUILT_IN_PLUGINS],
    ['of an extension server', EXTENSION_PLUGINS],
  ])('%s are declared without a mistake, which no start looks for', (_, plugins) => {
    expect(() => readDeclarations(plugins)).not.toThrow();
  });

  it('declare the columns of every version, as those of kinds without any differ from the reference', () => {
    const kinds = BUILT_IN_PLUGINS.flatMap((plugin) => declarationOf(plugin)!.kinds);
    const bare = kinds.filter(({ columns, versions }) => versions.some((version) => !(version.columns ?? columns)));
    expect(bare.map(({ kind }) => kind)).toEqual([]);
  });
});
