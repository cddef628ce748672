import { type ApiService, type ApiServiceChange, ApiServices, hasSameConnections } from './api-services.js';

const SERVER = { namespace: 'ns', name: 'svc', port: 443, authority: '', isInsecure: false, isAvailable: true };

function local(group: string, version: string): ApiService {
  return { name: `${version}.${group}`, group, version, groupPriority: 100, versionPriority: 10 };
}

const delegated = (group: string, version: string): ApiService => ({ ...local(group, version), server: SERVER });

function followed(services: ApiServices): { changes: ApiServiceChange[]; stop: () => void } {
  const changes: ApiServiceChange[] = [];
  return { changes, stop: services.onChange((change) => void changes.push(change)) };
}

describe('ApiServices', () => {
  let services: ApiServices;

  beforeEach(() => {
    services = new ApiServices();
  });

  it('delegates nothing while all is served here', () => {
    services.set(local('a', 'v1'));
    expect([services.delegates, services.delegatedTo('a', 'v1')]).toEqual([false, undefined]);
    expect([...services.all()]).toEqual([services.get('v1.a')]);
  });

  it('finds the server of a version of a group, and of no other', () => {
    services.set(delegated('a', 'v1'));
    services.set(delegated('', 'v2'));
    expect(services.delegates).toBe(true);
    const asked = [
      ['a', 'v1'],
      ['', 'v2'],
      ['a', 'v2'],
      ['', 'v1'],
      ['a', ''],
      ['', ''],
    ].map(([group, version]) => services.delegatedTo(group, version)?.name);
    expect(asked).toEqual(['v1.a', 'v2.', undefined, undefined, undefined, undefined]);
  });

  it('hands a version over to a server, and takes it back', () => {
    services.set(local('a', 'v1'));
    services.set(delegated('a', 'v1'));
    expect(services.delegatedTo('a', 'v1')?.server).toBe(SERVER);
    services.set(local('a', 'v1'));
    expect([services.delegates, services.delegatedTo('a', 'v1')]).toEqual([false, undefined]);
    expect([...services.all()]).toHaveLength(1);
  });

  it('forgets what is deleted', () => {
    services.set(delegated('a', 'v1'));
    services.delete('v1.a');
    expect([services.delegates, services.get('v1.a'), [...services.all()]]).toEqual([false, undefined, []]);
  });

  it('reports changes, with what was there before', () => {
    const { changes, stop } = followed(services);
    const [first, second] = [local('a', 'v1'), delegated('a', 'v1')];
    services.set(first);
    services.set(second);
    services.delete('v1.a');
    stop();
    services.set(first);
    expect(changes).toEqual([
      { current: first, previous: undefined },
      { current: second, previous: first },
      { current: undefined, previous: second },
    ]);
  });

  it('has changed by the time it is reported', () => {
    let seen: string | undefined;
    services.onChange(() => void (seen = services.delegatedTo('a', 'v1')?.name));
    services.set(delegated('a', 'v1'));
    expect(seen).toBe('v1.a');
  });

  it('reports nothing without a change', () => {
    services.set(delegated('a', 'v1'));
    const { changes } = followed(services);
    services.set({ ...delegated('a', 'v1'), server: { ...SERVER } });
    services.delete('v1.b');
    expect(changes).toEqual([]);
  });
});

describe('hasSameConnections()', () => {
  it.each([
    ['namespace', 'other', false],
    ['name', 'other', false],
    ['port', 8443, false],
    ['authority', 'PEM', false],
    ['isInsecure', true, false],
    ['isAvailable', false, true],
  ])('for another %s', (key, value, expected) => {
    expect(hasSameConnections(SERVER, { ...SERVER, [key]: value })).toBe(expected);
    expect(hasSameConnections(SERVER, { ...SERVER })).toBe(true);
  });
});
