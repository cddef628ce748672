import { overrideOf } from './override-of.js';

const override = (group: string, resource: string, server: string) => ({ group, resource, servers: [server] });
const OVERRIDES = [
  override('', 'events', 'first'),
  override('', 'events', 'last'),
  override('apps', 'deployments', 'one'),
  override('apps', '*', 'group'),
];

describe('overrideOf()', () => {
  it.each([
    ['', 'events', 'last'],
    ['apps', 'deployments', 'one'],
    ['apps', 'replicasets', 'group'],
    ['', 'pods', undefined],
    ['events.k8s.io', 'events', undefined],
  ])('finds for %j, %j: %j', (group, resource, server) => {
    expect(overrideOf(OVERRIDES, { group, resource })?.servers[0]).toBe(server);
  });
});
