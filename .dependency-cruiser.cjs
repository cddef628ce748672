const { existsSync } = require('node:fs');

/**
 * Folders from the lowest up: a folder imports only from those in lines above its own, through their index.ts.
 * Codecs stand on schema (docs/decisions/0003), so they have a line of their own.
 */
const LEVELS = [
  ['apimachinery', 'injection', 'options', 'observability', 'process'],
  ['schema', 'request', 'access', 'cel', 'outbound'],
  ['codecs', 'client'],
  ['storage', 'patch', 'authn', 'authz', 'admission', 'audit', 'flowcontrol', 'proxy'],
  ['registry', 'aggregation'],
  ['plugin-api'],
  ['plugin-host'],
  ['discovery', 'openapi', 'endpoints', 'health', 'controllers'],
  ['server', 'workers'],
  ['serving', 'testing'],
  ['commands'],
  ['program'],
];

/**
 * Rooms inside a folder, from the lowest up: a room imports only from those in lines above its own. The files beside the
 * rooms put them together, unless `BESIDE_BELOW` says that they are below all of them. Folders outside of src are named by
 * their whole path, and rooms that need each other by one pattern. A room that is not listed fails the rule of its folder.
 */
const ROOMS = {
  // Parts that know no other, the way of a request over them, and the start that composes all.
  server: [
    ['aggregation', 'certificates', 'connections', 'filters', 'pages'],
    ['extension', 'pipeline', 'shared-secrets'],
    ['start'],
  ],
  // Requests are read before responses are written; verbs stand on both, and subresources on verbs.
  endpoints: [['bodies'], ['answers'], ['connecting', 'reading'], ['watching', 'writing'], ['subresources']],
  // A kind says what its objects are like, the Store what becomes of them, and what stands on it uses both.
  registry: [['backend'], ['kinds'], ['store'], ['allocation', 'peers', 'subresources']],
  'plugin-host': [
    ['mistakes', 'access'],
    ['load', 'catalogue'],
    ['remote'],
    ['checks', 'gates'],
    ['install'],
    ['reload', 'stored'],
  ],
  'plugins/core': [
    ['values', 'reference'],
    ['resource-name'],
    ['endpoints'],
    ['service'],
    // Pods have volumes, volumes claims and claims templates in pods; their connections and bindings are subresources.
    ['(pod|volume|persistent-volume|persistent-volume-claim|binding|connection|node)'],
    ['namespace', 'pod-template', 'replication-controller', 'limit-range', 'event', 'component-status', 'admission'],
    ['config-map', 'service-account'],
    ['secret'],
    ['resource-quota', 'pod-security', 'garbage-collector', 'service-network'],
  ],
};

/** Folders that start whole servers: the library, and the list of built-in plugins. */
const LIBRARY = {
  serving: ['^src/plugins\\.ts$'],
  testing: ['^src/(index|plugins)\\.ts$'],
  program: ['^src/(index|plugins)\\.ts$'],
};

/** Values, logs and requests to other servers: a package of them would know nothing of this server. */
const FOUNDATION = ['apimachinery', 'observability', 'outbound'];
/** The entries of the package. */
const PUBLIC_SURFACE = ['^src/index\\.ts$', '^src/(client|plugin-api)/index\\.ts$'];

/**
 * Parts beside the server that could be packages: what each sees besides the foundation and, unless it is to know nothing of the
 * server, the entries of the package. Each further door has its reason; those of `types` are there for the compiler alone.
 */
const GUESTS = {
  'src/client': {
    surface: [],
    doors: {},
    types: {
      '^src/request/index\\.ts$': 'the user for whom a plugin asks in process',
      '^src/schema/index\\.ts$': 'the class that names a kind',
    },
  },
  'src/testing': {
    surface: PUBLIC_SURFACE,
    doors: {
      '^src/plugins\\.ts$': 'stores without a server have the built-in kinds',
      '^src/server/index\\.ts$': 'clocks, identifiers, gates and certificates of a server under test',
      '^src/storage/index\\.ts$': 'MemoryStorage implements the port of engines',
      '^src/plugin-host/index\\.ts$': 'plugins named by their files, and stores without a server',
      '^src/plugin-api/built-in\\.ts$': 'logs of containers without a kubelet, and the directory of the certificates',
    },
    types: {},
  },
  'src/commands': {
    surface: PUBLIC_SURFACE,
    doors: {
      '^src/options/index\\.ts$': 'flags and configuration files are those of the server',
      '^src/plugin-host/index\\.ts$': 'most commands load plugins and read their declarations',
      '^src/plugin-api/built-in\\.ts$': 'the declaration and the shapes of a plugin that was loaded',
      '^src/(registry|schema|openapi)/index\\.ts$': 'crd export and proto export write what kinds and types declare',
      '^src/codecs/yaml/index\\.ts$': 'output in YAML, by the rules of Kubernetes',
      '^src/authz/index\\.ts$': 'authz check asks the authorizers of a configuration, without a server',
      '^src/storage/index\\.ts$': 'migrate, backup, restore and encryption status read stores, without a server',
      '^src/server/index\\.ts$': 'kubeconfig signs certificates with the authority of a server',
      '^src/testing/command/index\\.ts$': 'test-server and the programs of envtest are parts of the testing kit',
    },
    types: {},
  },
  'plugins/console/web': { surface: [], doors: {}, types: {}, foundation: [] },
  'plugins/console': {
    surface: ['^src/plugin-api/index\\.ts$'],
    doors: {
      '^src/plugin-api/built-in\\.ts$': 'the flag --console-bind and the pages of other plugins',
    },
    types: {},
    foundation: [],
  },
};

const SPECS = '\\.(spec|int-spec|e2e-spec)\\.ts$';

/** Files of a folder that others import. */
const DOORS = [
  '^src/[^/]+/index\\.ts$',
  '^src/codecs/[^/]+/index\\.ts$',
  '^src/storage/channel/index\\.ts$',
  '^src/testing/command/index\\.ts$',
  '^src/plugin-api/built-in\\.ts$',
];

/** Development packages that are part of the build; the package has no others at run time than its dependencies. */
const BUNDLED = require('./tools/build/bundled.json');

const lowerThan = (levels, level) => levels.slice(0, level).flat();

/** One rule per folder, so that a finding names the level that was left. */
const levelRules = LEVELS.flatMap((folders, level) =>
  folders.map((folder) => ({
    name: `levels-${folder}`,
    comment: `src/${folder} imports only what is on a lower level: that keeps every part understandable, testable and replaceable without those above. Move what is needed down, or inject it through a port.`,
    severity: 'error',
    from: { path: `^src/${folder}/`, pathNot: SPECS },
    to: {
      path: '^(src|plugins)/',
      pathNot: [
        `^src/${folder}/`,
        ...lowerThan(LEVELS, level).map((lower) => `^src/${lower}/`),
        ...(LIBRARY[folder] ?? []),
      ],
    },
  })),
);

/** Rules for what a guest sees, with the reasons of its doors. */
const guestRules = Object.entries(GUESTS).flatMap(([guest, { surface, doors, types, foundation = FOUNDATION }]) => {
  const seen = [`^${guest}/`, ...foundation.map((folder) => `^src/${folder}/index\\.ts$`), ...surface];
  const reasons = Object.entries({ ...doors, ...types }).map(([door, reason]) => `${door}: ${reason}`);
  const comment = `${guest} could be a package: it sees ${surface.length ? 'the public surface of the server' : 'nothing of the server'}${reasons.map((reason) => `; ${reason}`).join('')}. Expose what is needed there, or move it down.`;
  const from = { path: `^${guest}/`, pathNot: SPECS };
  const path = '^(src|plugins)/';
  const all = [...seen, ...Object.keys(doors)];
  return [
    {
      name: `sight-of-${guest}`,
      comment,
      severity: 'error',
      from,
      to: { path, pathNot: [...all, ...Object.keys(types)] },
    },
    {
      name: `sight-of-${guest}-at-run-time`,
      comment,
      severity: 'error',
      from,
      to: { path, pathNot: all, dependencyTypesNot: ['type-only'] },
    },
  ];
});

/** Folders whose files beside the rooms are types and helpers of all rooms. */
const BESIDE_BELOW = new Set(['server', 'endpoints']);

/** One rule per room for its place, one for its door, its index.ts, where it has one, and one for rooms without a place. */
const roomRules = Object.entries(ROOMS).flatMap(([folder, lines]) => {
  const place = folder.includes('/') ? folder : `src/${folder}`;
  const beside = BESIDE_BELOW.has(folder) ? [`^${place}/[^/]+\\.ts$`] : [];
  const inLine = (rooms, line) =>
    rooms.flatMap((room) => rulesOfRoom(place, room, [...beside, ...roomsOf(place, lowerThan(lines, line))]));
  return [...lines.flatMap(inLine), listedRule(place, roomsOf(place, lines.flat()))];
});

function roomsOf(place, rooms) {
  return rooms.map((room) => `^${place}/${room}/`);
}

function rulesOfRoom(place, room, lower) {
  const here = `^${place}/${room}/`;
  const order = {
    name: `rooms-${place}/${room}`,
    comment: `${place}/${room} imports only from rooms of ${place} that are listed before it: each can be read without those above. Move what is needed down.`,
    severity: 'error',
    from: { path: here, pathNot: SPECS },
    to: { path: `^${place}/`, pathNot: [here, ...lower] },
  };
  const door = {
    name: `door-of-${place}/${room}`,
    comment: `Other files of ${place} import ${room} through its index.ts, which shows what they need of it.`,
    severity: 'error',
    from: { path: `^${place}/`, pathNot: [here, SPECS] },
    to: { path: here, pathNot: `${here}index\\.ts$` },
  };
  return existsSync(`${place}/${room}/index.ts`) ? [order, door] : [order];
}

function listedRule(place, rooms) {
  return {
    name: `rooms-${place}-listed`,
    comment: `Every folder inside of ${place} has a place in ROOMS: one without could import anything.`,
    severity: 'error',
    from: { path: `^${place}/[^/]+/`, pathNot: [SPECS, ...rooms] },
    to: {},
  };
}

module.exports = {
  forbidden: [
    ...levelRules,
    ...roomRules,
    ...guestRules,
    {
      name: 'folders-of-src',
      comment:
        'Every file of src is in a folder with a level, but the entry of the program, the library and the list of built-in plugins, which package.json and the build name.',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$', pathNot: ['^src/(main|index|plugins)\\.ts$', SPECS] },
      to: {},
    },
    {
      name: 'through-the-index',
      comment:
        "A folder's index.ts is what others may rely on; everything else in it may change freely. The plugin API has a second one for built-in plugins. Each wire format has an index of its own, so that its library is loaded when first used, and so have the channel to a store and the commands of the testing kit.",
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: SPECS },
      to: { path: '^src/[^/]+/', pathNot: ['^src/$1/', ...DOORS] },
    },
    {
      name: 'specs-through-the-index',
      comment:
        "Tests of one folder rely on no more of another than its index.ts, so that it may change freely. What they need besides comes through test/support. The testing kit's clock and store have no index: they are for tests alone.",
      severity: 'error',
      from: { path: `^(?:src|plugins)/([^/]+)/.*${SPECS}` },
      to: {
        path: '^src/[^/]+/',
        pathNot: ['^src/$1/', ...DOORS, '^src/storage/(sqlite|etcd|postgres)/index\\.ts$', '^src/testing/'],
      },
    },
    {
      name: 'engines-load-on-use',
      comment: 'A storage engine is loaded when it is chosen, by a dynamic import: docs/decisions/0213.',
      severity: 'error',
      from: { path: '^src/(?!storage/(sqlite|etcd|postgres)/)', pathNot: SPECS },
      to: { path: '^src/storage/(sqlite|etcd|postgres)/', dynamic: false },
    },
    {
      name: 'plugins-use-plugin-api',
      comment: 'Built-in groups live by the same contract as those of third parties: src/plugin-api is all they see.',
      severity: 'error',
      from: { path: '^plugins/', pathNot: SPECS },
      to: { path: '^src/', pathNot: '^src/plugin-api/(index|built-in)\\.ts$' },
    },
    {
      name: 'built-in-part-for-built-in-groups',
      comment:
        'Messages in the syntax of Go, rules of single kinds and the like are promised to nobody, so the package does not export src/plugin-api/built-in.ts (docs/decisions/0310). The example and the plugins of tests stand for those of teams: they show that the public part suffices.',
      severity: 'error',
      from: { path: '^(plugins/example|test/fixtures/plugins)/' },
      to: { path: '^src/plugin-api/built-in\\.ts$' },
    },
    {
      name: 'plugins-share-through-their-index',
      comment: "A group uses another group's types through that plugin's index.ts: docs/decisions/0002.",
      severity: 'error',
      from: { path: '^plugins/([^/]+)/', pathNot: SPECS },
      to: { path: '^plugins/[^/]+/', pathNot: ['^plugins/$1/', '^plugins/[^/]+/index\\.ts$'] },
    },
    {
      name: 'only-plugins-ts-names-plugins',
      comment:
        'The server knows plugins by their declarations alone; src/plugins.ts is the one list of the built-in ones.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/plugins\\.ts$', SPECS] },
      to: { path: '^plugins/' },
    },
    {
      name: 'databases-in-storage',
      comment: 'Engines are exchangeable because nothing outside src/storage knows how any of them keeps its rows.',
      severity: 'error',
      from: { path: '^(src|plugins)/', pathNot: '^src/(storage/|observability/tracing/otlp-recorder\\.ts$)' },
      to: { path: 'node_modules/(typeorm|sqlite3|pg|@grpc)/' },
    },
    {
      name: 'traces-in-one-file',
      comment:
        'The tracing library is behind a port, so that it is loaded only where traces are sent: docs/decisions/0235.',
      severity: 'error',
      from: { path: '^(src|plugins)/', pathNot: ['^src/observability/tracing/otlp-recorder\\.ts$', SPECS] },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'traces-and-profiles-load-on-use',
      comment: 'Servers without traces, and those of which nobody asks for a profile, need neither library.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/observability/profiling/', SPECS] },
      to: {
        path: '^src/observability/(tracing/otlp-recorder|profiling/.*)\\.ts$',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'profile-format-in-profiling',
      comment: 'The format of pprof is written in one place.',
      severity: 'error',
      from: { path: '^(src|plugins)/', pathNot: ['^src/observability/profiling/', SPECS] },
      to: { path: 'node_modules/pprof-format/' },
    },
    {
      name: 'wire-formats-in-codecs',
      comment:
        'Objects are read and written in one place, so every format has the same rules. The OpenAPI document has a wire form of its own, and so have key management services, etcd and the channel to a store.',
      severity: 'error',
      from: {
        path: '^(src|plugins)/',
        pathNot: '^src/(codecs|openapi|storage/encryption/kms|storage/etcd|storage/channel)/',
      },
      to: { path: 'node_modules/(protobufjs|cbor-x)/' },
    },
    {
      name: 'yaml-in-codecs',
      comment:
        'YAML is read by the rules of Kubernetes, which are those of no library by default. The configuration files of the server, and kubeconfigs in the console, are plain YAML.',
      severity: 'error',
      from: {
        path: '^(src|plugins)/',
        pathNot:
          '^src/(codecs/|options/(config-file|configuration-text)\\.ts$|plugin-host/gates/admission-configuration\\.ts$|storage/encryption/encryption\\.ts$)|^plugins/console/web/sign-in/kubeconfig\\.ts$',
      },
      to: { path: 'node_modules/(js-yaml|yaml)/' },
    },
    {
      name: 'http-clients-in-outbound',
      comment:
        'Whoever asks another server does it with the same limits, credentials, proxies and metrics: through src/outbound.',
      severity: 'error',
      from: { path: '^(src|plugins)/', pathNot: ['^src/outbound/', SPECS] },
      to: { path: 'node_modules/undici/' },
    },
    {
      name: 'plain-apimachinery',
      comment: 'The API model is pure values: no framework and no input or output, so that everything can build on it.',
      severity: 'error',
      from: { path: '^src/apimachinery/', pathNot: SPECS },
      to: { path: 'node_modules/|^(node:)?(fs|http|https|tls|child_process)(/|$)' },
    },
    {
      name: 'no-cycles',
      comment:
        'Files that need each other are one file, or hide a third one: also where one needs no more than a type.',
      severity: 'error',
      from: { pathNot: SPECS },
      to: { circular: true },
    },
    {
      name: 'no-tests-in-the-server',
      comment: 'What is only there for tests stays out of the build.',
      severity: 'error',
      from: { path: '^(src|plugins)/', pathNot: SPECS },
      to: { path: `^test/|${SPECS}` },
    },
    {
      name: 'no-development-packages',
      comment: 'Packages the server needs are bundled, or dependencies; others are not there once it is installed.',
      severity: 'error',
      from: { path: '^(src|plugins)/', pathNot: SPECS },
      to: {
        pathNot: `node_modules/(${BUNDLED.join('|')})/`,
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-unresolved',
      comment: 'An import that leads nowhere fails at start.',
      severity: 'error',
      from: {},
      // Some packages bring declarations that only the compiler finds.
      to: { couldNotResolve: true, pathNot: '^class-validator/types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs'],
    },
  },
};
