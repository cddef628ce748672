import { MetricsRegistry } from './metrics-registry.js';

describe('MetricsRegistry.openPart()', () => {
  let registry: MetricsRegistry;

  beforeEach(() => {
    registry = new MetricsRegistry({ isWithoutProcess: true, disabled: ['harbor_hidden'] });
    registry.counter({ name: 'harbor_of_server', help: 'One.' }).labels().increment();
  });

  const names = async (): Promise<string[]> => (await registry.collect()).map(({ name }) => name);

  it('serves metrics under names with the prefix until it is closed', async () => {
    const { registry: part, close } = registry.openPart('harbor');
    part.counter({ name: 'ships_total', help: 'Ships.' }).labels().increment(3);
    part.gauge({ name: 'harbor_depth', help: 'Depth.' }).labels().set(7);
    part.observed({ name: 'tide', help: 'Tide.' }, 'gauge', () => [{ labels: {}, value: 1 }]);
    part.counter({ name: 'hidden', help: 'Disabled by its whole name.' });
    expect(await names()).toEqual(['harbor_of_server', 'harbor_ships_total', 'harbor_depth', 'harbor_tide']);
    expect(await registry.expose()).toContain('\nharbor_ships_total 3\n');
    expect(registry.definitions().map(({ definition }) => definition.name)).toContain('harbor_ships_total');
    close();
    expect(await names()).toEqual(['harbor_of_server']);
  });

  it('refuses malformed names and those of the server', () => {
    const { registry: part } = registry.openPart('harbor');
    expect(() => part.counter({ name: 'ships-total', help: '' })).toThrow('"ships-total" cannot be');
    expect(() => part.gauge({ name: 'of_server', help: '' })).toThrow('harbor_of_server is one of the server');
  });

  it('serves the metric of the newest part where two have one name, and resets all', async () => {
    const [old, next] = [registry.openPart('harbor'), registry.openPart('harbor')];
    old.registry.counter({ name: 'ships_total', help: 'Ships.' }).labels().increment(3);
    next.registry.counter({ name: 'ships_total', help: 'Ships.' }).labels().increment(5);
    expect(await registry.expose()).toContain('\nharbor_ships_total 5\n');
    expect((await names()).filter((name) => name === 'harbor_ships_total')).toHaveLength(1);
    registry.reset();
    expect(await registry.expose()).toContain('\nharbor_ships_total 0\n');
  });
});
