import fc from 'fast-check';

/** A request whose target, method and headers try to be read as something else than what they are. */
export interface OddTarget {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object | undefined;
}

const NAMESPACES = ['one', 'two'];
const NAMES = ['a', 'b'];

const pick = (...texts: string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);
const often = (arbitrary: fc.Arbitrary<string[]>, other: fc.Arbitrary<string[]>): fc.Arbitrary<string[]> =>
  fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: other });
/** Where resources are served, and some places where they are not. */
const RESOURCES: fc.Arbitrary<readonly [prefix: string[], resource: string[]]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant([['api', 'v1'], ['configmaps']] as [string[], string[]]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<[string[], string[]]>(
      [['api', 'v1'], ['secrets']],
      [['api', 'v1'], []],
      [['apis', 'apps', 'v1'], ['deployments']],
      [['apis', 'rbac.authorization.k8s.io', 'v1'], ['clusterroles']],
      [['apis', 'v1'], ['configmaps']],
      [['api'], ['configmaps']],
      [['api', 'v1', 'api', 'v1'], ['secrets']],
    ),
  },
);

/** The segments of a path before any disguise; `named`: the name of an object, if any. */
const segments = (named: fc.Arbitrary<string[]>): fc.Arbitrary<string[]> =>
  fc
    .tuple(
      RESOURCES,
      often(fc.constant([]), fc.constantFrom(['watch'], ['proxy'], ['watch', 'watch'], ['proxy', 'watch'])),
      often(
        pick(...NAMESPACES).map((name) => ['namespaces', name]),
        fc.constantFrom([], ['namespaces'], ['namespaces', ''], ['namespaces', 'one', 'namespaces', 'two']),
      ),
      named,
      often(
        fc.constant([]),
        pick('status', 'scale', 'proxy', 'log', 'finalize', 'a', 'configmaps').map((name) => [name]),
      ),
    )
    .map(([[prefix, resource], older, where, name, rest]) => [prefix, older, where, resource, name, rest].flat());

const encodeAll = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Spellings of a path that parsers may mistake for another one. */
const DISGUISES: readonly ((parts: string[], at: number) => string[])[] = [
  (parts, at) => parts.toSpliced(at, 0, ''),
  (parts, at) => parts.toSpliced(at, 0, '.'),
  (parts, at) => parts.toSpliced(at, 0, 'x', '..'),
  (parts, at) => parts.toSpliced(at, 0, '%2e%2e'),
  (parts, at) => parts.toSpliced(at, 0, '..;'),
  (parts, at) => parts.with(at, encodeAll(parts[at])),
  (parts, at) => parts.with(at, parts[at].toUpperCase()),
  (parts, at) => parts.with(at, `${parts[at]}%00`),
  (parts, at) => parts.with(at, `${parts[at]};x=y`),
  (parts, at) => parts.with(at, `${parts[at]}%3fwatch=1`),
  (parts, at) => parts.with(at, `${parts[at]}%23`),
  (parts, at) => parts.with(at, `${parts[at]}\\..`),
  (parts, at) => parts.with(at, parts[at].replace(/^/, '%252f')),
  (parts, at) => [...parts.slice(0, at), parts.slice(at).join('%2f')],
  (parts, at) => [...parts.slice(0, at), parts.slice(at).join('%2F')],
  (parts) => [...parts, ''],
  (parts) => ['', ...parts],
];

const disguised = (named: fc.Arbitrary<string[]>): fc.Arbitrary<string> =>
  fc
    .tuple(
      segments(named),
      fc.oneof(
        fc.constant<[number, number][]>([]),
        fc.array(fc.tuple(fc.nat(DISGUISES.length - 1), fc.nat(20)), { minLength: 1, maxLength: 2 }),
      ),
      fc.oneof(
        { weight: 9, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: pick('https://other', 'http://x:1') },
      ),
    )
    .map(([parts, changes, origin]) => {
      const changed = changes.reduce((all, [which, at]) => DISGUISES[which](all, at % all.length), parts);
      return `${origin}/${changed.join('/')}`;
    });

const parameter = fc.oneof(
  pick('watch=1', 'watch=true', 'watch=0', 'watch', 'watch=', 'Watch=1', '%77atch=1'),
  pick(...NAMES).map((name) => `fieldSelector=metadata.name%3D${name}`),
  pick(
    'fieldSelector=metadata.name%3D%3Da%2Cmetadata.name%3Db',
    'fieldSelector=metadata.name%21%3Da',
    'fieldSelector=',
  ),
  pick('fieldSelector=metadata.namespace%3Dtwo', 'fieldSelector=metadata.name%3Da%252fb', 'fieldSelector=('),
  pick('labelSelector=l%3Da', 'namespace=two', 'name=b', 'resource=secrets', '_method=DELETE', 'dryRun=All'),
);

const query = fc
  .array(parameter, { maxLength: 3 })
  .map((parameters) => (parameters.length === 0 ? '' : `?${parameters.join('&')}`));

const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      pick('x-http-method-override', 'x-http-method', 'x-method-override', 'x-original-url', 'x-rewrite-url'),
      pick('DELETE', 'GET', 'PUT', '/api/v1/namespaces/two/secrets/b', '/livez'),
      { maxKeys: 2 },
    ),
  },
);

/** Objects that may claim to be others than the path says. */
const object = fc
  .record({
    kind: pick('ConfigMap', 'ConfigMap', 'ConfigMap', 'Secret'),
    name: pick(...NAMES, 'a', 'c'),
    namespace: pick(...NAMESPACES, '', '', '', ''),
  })
  .map(({ kind, name, namespace }) => ({
    apiVersion: 'v1',
    kind,
    metadata: { name, ...(namespace && { namespace }), labels: { l: name } },
  }));

const labels = pick(...NAMES, 'c').map((l) => ({ metadata: { labels: { l } } }));

const method = pick('GET', 'GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND');

/** Objects are mostly made in collections, and changed where they are. */
const namedFor = (verb: string): fc.Arbitrary<string[]> => {
  const [none, one] = [fc.constant<string[]>([]), pick(...NAMES).map((name) => [name])];
  if (verb === 'POST') return often(none, one);
  return ['PUT', 'PATCH'].includes(verb) ? often(one, none) : fc.oneof(none, one);
};

/** Requests of all these sorts. */
export const oddTarget: fc.Arbitrary<OddTarget> = method.chain((verb) =>
  fc.record({
    method: fc.constant(verb),
    path: fc.tuple(disguised(namedFor(verb)), query).map((parts) => parts.join('')),
    headers:
      verb === 'PATCH'
        ? headers.map((own) => ({ ...own, 'content-type': 'application/merge-patch+json' }))
        : (headers as fc.Arbitrary<Record<string, string>>),
    body:
      verb === 'PATCH' ? labels : ['POST', 'PUT'].includes(verb) ? object : fc.constant<object | undefined>(undefined),
  }),
);
