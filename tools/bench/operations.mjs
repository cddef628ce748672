import { widget, widgetPath } from './custom-objects.mjs';
import { configMap, configMapPath, mapOfKeys, deployment, deploymentPath, PROTOBUF_TYPE } from './requests.mjs';

/** Bytes of data in the objects that are read and written one by one: with metadata about 3 kB. */
export const OBJECT_BYTES = 2700;
/** Bytes of data in the objects of lists: with metadata about 1 kB. */
const ITEM_BYTES = 700;
/** As many fields as custom objects set. */
export const KEYS = 25;
/** Bytes of data with which a ConfigMap of as many keys is as long as a listed custom object with its owned fields. */
const TWIN_BYTES = 46 * KEYS;
const POOL = 64;
/** Small objects that 64 connections change without getting in each other's way. */
const SMALL_POOL = 1000;

/** The objects that operations read and change; made once per server. */
export const FIXTURES = [
  { namespace: 'bench-get', count: POOL, bytes: OBJECT_BYTES },
  { namespace: 'bench-change', count: POOL, bytes: OBJECT_BYTES },
  { namespace: 'bench-change-small', count: SMALL_POOL, bytes: ITEM_BYTES },
  { namespace: 'bench-apply', count: POOL, kind: 'Deployment' },
  { namespace: 'bench-500', count: 500, bytes: ITEM_BYTES },
  { namespace: 'bench-5000', count: 5000, bytes: ITEM_BYTES },
  { namespace: 'bench-keys', count: POOL, bytes: OBJECT_BYTES, kind: 'MapOfKeys' },
  { namespace: 'bench-keys-500', count: 500, bytes: TWIN_BYTES, kind: 'MapOfKeys' },
  { namespace: 'bench-custom', count: POOL, bytes: OBJECT_BYTES, kind: 'Widget' },
  { namespace: 'bench-custom-500', count: 500, bytes: ITEM_BYTES, kind: 'Widget' },
  { namespace: 'bench-create', count: 0 },
  { namespace: 'bench-create-small', count: 0 },
  { namespace: 'bench-watch', count: 0 },
];

/** Returns the name of an object of a fixture. */
export const itemName = (index) => `item-${String(index).padStart(5, '0')}`;

const at = (name, concurrencies, operation) =>
  concurrencies.map((concurrency) => ({ name: `${name} @${concurrency}`, concurrency, ...operation }));

/** Operations over HTTP/2: connections, and streams on each of them. They have neither bodies nor other statuses than 200. */
const overHttp2 = (name, shapes, operation) =>
  shapes.map((shape) => {
    const [concurrency, streams] = shape.split('x').map(Number);
    return { name: `${name} over HTTP/2 @${shape}`, concurrency, streams, isHttp2: true, ...operation };
  });

/** A collection that is prepared when it is needed: the server holds less meanwhile. */
const LARGE = { namespace: 'bench-50000', count: 50_000, bytes: ITEM_BYTES, parts: 1000 };

const list = (count, type, accept) => [
  ...at(`list ${count} ${type} rv=0`, [2], {
    accept,
    hasBareTwin: true,
    request: () => ({ path: `${configMapPath(`bench-${count}`)}?resourceVersion=0`, accept }),
  }),
  ...at(`list ${count} ${type} consistent`, [2], {
    accept,
    request: () => ({ path: configMapPath(`bench-${count}`), accept }),
  }),
];

/**
 * Everything that is measured as requests per second. `request(n, run)` answers the n-th request; the same number never
 * comes twice in one run of an operation, and no two operations have the same run.
 */
export const OPERATIONS = [
  ...at('get', [1, 16, 64], {
    hasBareTwin: true,
    request: (n) => ({ path: configMapPath('bench-get', itemName(n % POOL)) }),
  }),
  ...overHttp2('get', ['1x16', '16x4', '16x1'], {
    request: (n) => ({ path: configMapPath('bench-get', itemName(n % POOL)) }),
  }),
  ...overHttp2('list 500 json', ['2x1'], {
    request: () => ({ path: configMapPath('bench-500') }),
  }),
  ...[500, 5000].flatMap((count) => [...list(count, 'json'), ...list(count, 'protobuf', PROTOBUF_TYPE)]),
  ...at('create', [1, 16, 64], {
    expected: 201,
    request: (n, run) => {
      const body = configMap(`c-${run}-${n}`, OBJECT_BYTES);
      return { method: 'POST', path: configMapPath('bench-create'), body };
    },
  }),
  ...at('create 1 kB', [64], {
    expected: 201,
    request: (n, run) => {
      const body = configMap(`c-${run}-${n}`, ITEM_BYTES);
      return { method: 'POST', path: configMapPath('bench-create-small'), body };
    },
  }),
  ...at('update 1 kB', [64], {
    request: (n, run) => {
      const name = itemName(n % SMALL_POOL);
      const body = configMap(name, ITEM_BYTES, { change: `${run}-${n}` });
      return { method: 'PUT', path: configMapPath('bench-change-small', name), body };
    },
  }),
  ...at('update', [16], {
    request: (n, run) => {
      const name = itemName(n % POOL);
      const body = configMap(name, OBJECT_BYTES, { change: `${run}-${n}` });
      return { method: 'PUT', path: configMapPath('bench-change', name), body };
    },
  }),
  ...at('merge patch', [16], {
    request: (n, run) => ({
      method: 'PATCH',
      path: configMapPath('bench-change', itemName(n % POOL)),
      body: JSON.stringify({ data: { change: `${run}-${n}` } }),
      contentType: 'application/merge-patch+json',
    }),
  }),
  ...at('apply', [16], {
    request: (n, run) => {
      const name = itemName(n % POOL);
      return {
        method: 'PATCH',
        path: `${deploymentPath('bench-apply', name)}?fieldManager=bench&force=true`,
        body: deployment(name, `${run}-${n}`),
        contentType: 'application/apply-patch+yaml',
      };
    },
  }),
  ...at('create 25 keys', [16], {
    expected: 201,
    request: (n, run) => {
      const body = mapOfKeys(`c-${run}-${n}`, OBJECT_BYTES, KEYS);
      return { method: 'POST', path: configMapPath('bench-create'), body };
    },
  }),
  ...at('merge patch 25 keys', [16], {
    request: (n, run) => ({
      method: 'PATCH',
      path: configMapPath('bench-keys', itemName(n % POOL)),
      body: JSON.stringify({ data: { key0: `${run}-${n}` } }),
      contentType: 'application/merge-patch+json',
    }),
  }),
  ...at('get 25 keys', [16], {
    request: (n) => ({ path: configMapPath('bench-keys', itemName(n % POOL)) }),
  }),
  ...at('get custom', [16], {
    request: (n) => ({ path: widgetPath('bench-custom', itemName(n % POOL)) }),
  }),
  ...at('list 500 of 25 keys', [2], {
    request: () => ({ path: `${configMapPath('bench-keys-500')}?resourceVersion=0` }),
  }),
  ...at('list 500 custom', [2], {
    request: () => ({ path: `${widgetPath('bench-custom-500')}?resourceVersion=0` }),
  }),
  ...at('create custom', [16], {
    expected: 201,
    request: (n, run) => {
      const body = widget(`c-${run}-${n}`, OBJECT_BYTES);
      return { method: 'POST', path: widgetPath('bench-create'), body };
    },
  }),
  // Updates of custom resources need a resourceVersion; patches do not.
  ...at('merge patch custom', [16], {
    request: (n, run) => ({
      method: 'PATCH',
      path: widgetPath('bench-custom', itemName(n % POOL)),
      body: JSON.stringify({ spec: { group0: { field0x0: `${run}-${n}` } } }),
      contentType: 'application/merge-patch+json',
    }),
  }),
  ...at('list 50 of 50,000 by label', [2], {
    fixtures: [LARGE],
    request: (n) => ({ path: `${configMapPath(LARGE.namespace)}?labelSelector=part%3Dp${n % LARGE.parts}` }),
  }),
];
