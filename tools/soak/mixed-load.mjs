import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '../bench/connection.mjs';
import { configMap, configMapPath, deployment, deploymentPath, formatRequest } from '../bench/requests.mjs';
import { quantile } from '../bench/statistics.mjs';
import { Watcher } from '../bench/watcher.mjs';

const NAMESPACE = 'soak';
const OBJECTS = 500;
const DEPLOYMENTS = 20;
const CONNECTIONS = 8;
const WATCHERS = 20;
/** Milliseconds that a watch lasts before its client opens another one. */
const WATCH_MS = 30_000;
const RETRY_MS = 100;
const BYTES = 1000;
/** How many requests before a delete its object was created: by the shares of both. */
const CREATED_BEFORE = 484;
const LEASE = '/apis/coordination.k8s.io/v1/namespaces/soak/leases/holder';
const EVENTS = `/api/v1/namespaces/${NAMESPACE}/events`;
const MERGE_PATCH = 'application/merge-patch+json';
const APPLY = 'application/apply-patch+yaml';

/** How often each kind of request is made, of a hundred; answers that are no failure besides those below 300. */
const MIX = [
  { share: 40, name: 'get', make: (n) => ({ path: mapPath(n % OBJECTS) }) },
  { share: 10, make: (n) => ({ path: `${configMapPath(NAMESPACE)}?limit=50&labelSelector=app%3Dbench&n=${n}` }) },
  {
    share: 10,
    make: (n) => ({ method: 'PATCH', path: mapPath(n % OBJECTS), body: stamp(n), contentType: MERGE_PATCH }),
  },
  { share: 8, make: (n) => ({ method: 'PUT', path: mapPath(n % OBJECTS), body: mapOf(n % OBJECTS, n) }) },
  { share: 8, make: (n) => ({ method: 'POST', path: configMapPath(NAMESPACE), body: mapOf(`new-${n}`, n) }) },
  { share: 8, make: (n) => ({ method: 'DELETE', path: mapPath(`new-${n - CREATED_BEFORE}`) }), also: [404] },
  { share: 5, make: () => ({ method: 'PATCH', path: LEASE, body: renewal(), contentType: MERGE_PATCH }) },
  { share: 5, make: (n) => ({ method: 'POST', path: EVENTS, body: event(n) }) },
  { share: 3, make: (n) => apply(`web-${n % DEPLOYMENTS}`, n) },
  {
    share: 1,
    make: () => ({ path: '/apis', accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList' }),
  },
  { share: 1, make: () => ({ path: `/api/v1/namespaces/${NAMESPACE}/pods`, accept: TABLE }) },
  { share: 1, make: () => ({ method: 'POST', path: REVIEWS, body: review() }) },
];
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';
const REVIEWS = '/apis/authorization.k8s.io/v1/subjectaccessreviews';

const mapPath = (name) => configMapPath(NAMESPACE, `map-${name}`);
const mapOf = (name, n) => configMap(`map-${name}`, BYTES, { stamp: `@${n}@` });
const stamp = (n) => JSON.stringify({ data: { stamp: `@${n}@` } });
const renewal = () => JSON.stringify({ spec: { renewTime: `${new Date().toISOString().slice(0, -1)}000Z` } });

function event(n) {
  const involvedObject = { kind: 'ConfigMap', namespace: NAMESPACE, name: `map-${n % OBJECTS}`, apiVersion: 'v1' };
  return JSON.stringify({
    metadata: { generateName: 'e-', namespace: NAMESPACE },
    involvedObject,
    reason: 'Soaked',
    message: `n ${n}`,
    type: 'Normal',
  });
}

function apply(name, n) {
  const path = `${deploymentPath(NAMESPACE, name)}?fieldManager=soak&force=true`;
  return { method: 'PATCH', path, body: deployment(name, String(n)), contentType: APPLY };
}

function review() {
  const resourceAttributes = { verb: 'get', resource: 'pods', namespace: NAMESPACE };
  return JSON.stringify({ spec: { user: 'somebody', resourceAttributes } });
}

/** Requests of all kinds at a steady pace over several connections, one of them a new one each time, and watches. */
export class MixedLoad {
  constructor(server, rate) {
    this.server = server;
    this.period = (CONNECTIONS * 1000) / rate;
    this.isStopped = false;
    this.watchers = new Set();
    this.sent = 0;
    this.reset();
  }

  async start() {
    const connection = await Connection.open(this.server.url);
    const create = (path, body) => this.fetch(connection, { method: 'POST', path, body });
    await create('/api/v1/namespaces', JSON.stringify({ metadata: { name: NAMESPACE } }));
    for (let i = 0; i < OBJECTS; i++) await create(configMapPath(NAMESPACE), mapOf(i, 0));
    await create(LEASE.slice(0, LEASE.lastIndexOf('/')), JSON.stringify({ metadata: { name: 'holder' }, spec: {} }));
    connection.close();
    this.reset();
    for (let i = 0; i < CONNECTIONS; i++) void this.send(i === 0);
    for (let i = 0; i < WATCHERS; i++) void this.watch(i);
  }

  stop() {
    this.isStopped = true;
    for (const watcher of this.watchers) watcher.close();
  }

  /** Returns the figures since it was last asked for. */
  takeFigures() {
    const gets = Float64Array.from(this.gets).sort();
    const figures = {
      requests: this.requests,
      failed: this.failed,
      getP50Ms: round(quantile(gets, 0.5)),
      getP99Ms: round(quantile(gets, 0.99)),
      events: this.events,
    };
    this.reset();
    return figures;
  }

  reset() {
    Object.assign(this, { requests: 0, failed: 0, gets: [], events: 0 });
  }

  /** Sends a request. `reconnects`: each request has its own connection. */
  async send(reconnects) {
    let connection = await this.open(() => Connection.open(this.server.url));
    for (let next = performance.now(); connection && !this.isStopped; next += this.period) {
      await delay(Math.max(0, next - performance.now()));
      const n = this.sent++;
      const { name, make, also } = pick(n);
      const sentAt = performance.now();
      await this.fetch(connection, make(n), also);
      if (name === 'get') this.gets.push(performance.now() - sentAt);
      if (!reconnects) continue;
      connection.close();
      connection = await this.open(() => Connection.open(this.server.url));
    }
    connection?.close();
  }

  /** Opens a connection, again where it cannot be made; undefined once the load has ended. */
  async open(attempt) {
    while (!this.isStopped) {
      try {
        return await attempt();
      } catch (error) {
        if (this.isStopped) break;
        this.failed += 1;
        console.error(error.message);
        await delay(RETRY_MS);
      }
    }
    return undefined;
  }

  async fetch(connection, request, also = []) {
    const { status, body } = await connection.fetch(formatRequest(request, this.server));
    this.requests += 1;
    if ((status >= 200 && status < 300) || also.includes(status) || this.isStopped) return;
    this.failed += 1;
    console.error(`${request.method ?? 'GET'} ${request.path}: ${status} ${String(body).slice(0, 300)}`);
  }

  async watch(index) {
    await delay((WATCH_MS / WATCHERS) * index);
    while (!this.isStopped) {
      const place = { namespace: NAMESPACE, resourceVersion: '' };
      const watcher = await this.open(() => Watcher.open(this.server, place));
      if (!watcher) return;
      this.watchers.add(watcher);
      await delay(WATCH_MS);
      this.events += watcher.events;
      this.watchers.delete(watcher);
      watcher.close();
    }
  }
}

/** The kinds of requests in turn, each as often as its share says. */
function pick(n) {
  let place = (n * 37) % 100;
  return MIX.find(({ share }) => (place -= share) < 0);
}

const round = (value) => Math.round(value * 10) / 10;
