import { WriteAttributes, type WriteFacts } from '../../../src/admission/index.js';
import { type AdmissionAttributes, type ApiObject } from '../../../src/plugin-api/index.js';
import { ApiServerOptions } from '../../../src/plugin-api/built-in.js';
import { FakeClock } from '../../../src/testing/fake-clock.js';
import { handlesWrite } from '../../../test/support/handles-write.js';
import { EventRateLimitAdmission } from './event-rate-limit.admission.js';
import { readEventLimits } from './event-rate-limit.configuration.js';

const HEAD = { apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration' };

const event = (facts: Partial<WriteFacts> = {}, members: object = {}): AdmissionAttributes =>
  new WriteAttributes({
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'Event' },
    resource: { group: '', version: 'v1', resource: 'events' },
    namespace: 'n',
    name: 'x',
    user: { name: 'alice', groups: [] },
    object: { metadata: { name: 'x' }, ...members } as ApiObject,
    ...facts,
  });

describe('EventRateLimit', () => {
  const clock = new FakeClock();

  const limited = (...limits: object[]): ((attributes: AdmissionAttributes) => string) => limitedIn(0, ...limits);

  function limitedIn(count: number, ...limits: object[]): (attributes: AdmissionAttributes) => string {
    const options = new ApiServerOptions();
    options.workers.count = count;
    const plugin = new EventRateLimitAdmission(clock, options);
    plugin.configure({ ...HEAD, limits });
    return (attributes) => {
      try {
        if (handlesWrite(plugin, attributes)) plugin.validate(attributes);
        return 'taken';
      } catch (error) {
        return (error as Error).message;
      }
    };
  }

  it('divides a limit among workers', () => {
    const write = limitedIn(2, { type: 'Server', qps: 2, burst: 5 });
    expect([event(), event(), event()].map(write).at(-1)).toContain('limit reached');
    clock.advance(1000);
    expect([event(), event()].map(write).map((text) => text === 'taken')).toEqual([true, false]);
  });

  it('lets a burst through, then as many as the rate allows', () => {
    const write = limited({ type: 'Server', qps: 2, burst: 2 });
    const first = [event(), event(), event()].map(write);
    clock.advance(500);
    expect([...first, write(event()), write(event())]).toEqual([
      'taken',
      'taken',
      'limit reached on type Server for key ',
      'taken',
      'limit reached on type Server for key ',
    ]);
  });

  it.each<[string, AdmissionAttributes, string]>([
    ['Namespace', event({ namespace: 'm' }), 'n'],
    ['User', event({ user: { name: 'bob', groups: [] } }), 'alice'],
    ['SourceAndObject', event({}, { source: { component: 'b' }, involvedObject: { kind: 'Pod', name: 'p' } }), 'aPodp'],
  ])('counts each %s for itself', (type, other, key) => {
    const write = limited({ type, qps: 1, burst: 1 });
    const one = event({}, { source: { component: 'a' }, involvedObject: { kind: 'Pod', name: 'p' } });
    expect([one, other, one].map(write)).toEqual(['taken', 'taken', `limit reached on type ${type} for key ${key}`]);
  });

  it('forgets the key not used longest', () => {
    const write = limited({ type: 'Namespace', qps: 1, burst: 1, cacheSize: 1 });
    expect([event(), event({ namespace: 'm' }), event()].map(write)).toEqual(['taken', 'taken', 'taken']);
  });

  it('names every limit that is reached', () => {
    const write = limited({ type: 'Server', qps: 1, burst: 1 }, { type: 'Namespace', qps: 1, burst: 1 });
    write(event());
    expect(write(event())).toBe('[limit reached on type Server for key , limit reached on type Namespace for key n]');
  });

  it('counts events of the newer group, but neither dry runs nor other kinds', () => {
    const write = limited({ type: 'Server', qps: 1, burst: 1 });
    const others = [
      event({ dryRun: true }),
      event({ resource: { group: '', version: 'v1', resource: 'pods' } }),
      event({ resource: { group: 'events.k8s.io', version: 'v1', resource: 'events' } }),
      event(),
    ];
    expect(others.map(write)).toEqual(['taken', 'taken', 'taken', 'limit reached on type Server for key ']);
  });
});

describe('readEventLimits()', () => {
  const limit = { type: 'User', qps: 1, burst: 2 };

  it('takes a usual number of keys', () => {
    expect(readEventLimits({ ...HEAD, limits: [limit] })).toEqual([{ ...limit, cacheSize: 4096 }]);
  });

  it.each<[unknown, string]>([
    [undefined, 'needs a configuration'],
    [{ ...HEAD, kind: 'Limits', limits: [limit] }, 'is no Configuration'],
    [{ ...HEAD, limits: [] }, 'limits: must not be empty'],
    [{ ...HEAD, limits: [limit], more: 1 }, 'more: is unknown'],
    [{ ...HEAD, limits: [{ ...limit, type: 'Pod' }] }, 'limits[0].type: is not one of'],
    [{ ...HEAD, limits: [{ ...limit, qps: 0 }] }, 'limits[0].qps: must be positive'],
    [{ ...HEAD, limits: [{ type: 'User', qps: 1 }] }, 'limits[0].burst: must be positive'],
    [{ ...HEAD, limits: [{ ...limit, qps: 'x' }] }, 'limits[0].qps: is no whole number'],
    [{ ...HEAD, limits: [{ ...limit, cacheSize: -1 }] }, 'limits[0].cacheSize: must not be negative'],
    [{ ...HEAD, limits: [{ ...limit, rate: 1 }] }, 'limits[0].rate: is unknown'],
  ])('refuses %j', (configuration, message) => {
    expect(() => readEventLimits(configuration)).toThrow(message);
  });
});
