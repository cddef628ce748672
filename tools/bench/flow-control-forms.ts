import { SUGGESTED_LEVELS, SUGGESTED_SCHEMAS } from '../../plugins/flowcontrol/bootstrap/suggested.js';
import { FlowControl } from '../../src/flowcontrol/index.js';
import { MetricsRegistry, SystemClock } from '../../src/observability/index.js';
import { type UserInfo, parseRequestInfo } from '../../src/request/index.js';

const QUERY = new URLSearchParams();
const REQUESTS = [
  ['GET', '/api/v1/namespaces/a/configmaps/b'],
  ['PUT', '/api/v1/namespaces/a/configmaps/b'],
  ['GET', '/api/v1/namespaces/a/pods'],
  ['PATCH', '/apis/apps/v1/namespaces/a/deployments/b/status'],
].map(([method, path]) => parseRequestInfo(method, path, QUERY));

/** Opens priority and fairness with the objects of a new cluster; `run` begins and ends one request. */
export function openFlowControl(): { readonly run: (user: UserInfo, i: number) => void } {
  const control = new FlowControl({
    clock: new SystemClock(),
    metrics: new MetricsRegistry(),
    totalSeats: 600,
    countObjects: () => 500,
  });
  for (const [name, spec] of SUGGESTED_LEVELS) control.setLevel(name, { metadata: { name }, spec });
  for (const [name, spec] of SUGGESTED_SCHEMAS) control.setSchema(name, { metadata: { name }, spec });
  const run = (user: UserInfo, i: number): void => {
    const controlled = control.start({ user, info: REQUESTS[i & 3], query: QUERY });
    if (controlled.seat.state !== 'executing') throw new Error('the request found no seat');
    control.finish(controlled);
  };
  return { run };
}
