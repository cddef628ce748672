import { DemandIntegrator, SeatDemand } from './seat-demand.js';

describe('DemandIntegrator', () => {
  it('averages over time', () => {
    const integrator = new DemandIntegrator(0);
    integrator.set(10, 1000);
    integrator.set(0, 2000);
    expect(integrator.next(4000)).toEqual({
      duration: 4000,
      average: 2.5,
      deviation: Math.sqrt(25 - 6.25),
      highest: 10,
    });
  });

  it('begins each period with the demand at its start', () => {
    const integrator = new DemandIntegrator(0);
    integrator.set(7, 500);
    integrator.next(1000);
    expect(integrator.next(3000)).toEqual({ duration: 2000, average: 7, deviation: 0, highest: 7 });
    integrator.set(0, 3000);
    expect(integrator.next(4000)).toMatchObject({ average: 0, highest: 7 });
  });
});

describe('SeatDemand', () => {
  const period = (average: number, deviation = 0) => ({ duration: 10_000, average, deviation, highest: average });

  it('rises at once to average and deviation, and falls by half in five minutes', () => {
    const demand = new SeatDemand();
    demand.add(period(80, 20));
    expect(demand.smoothed).toBe(100);
    for (let i = 0; i < 30; i++) demand.add(period(0));
    expect(demand.smoothed).toBeGreaterThan(48);
    expect(demand.smoothed).toBeLessThan(52);
  });

  it('takes only the high watermark from a period without length', () => {
    const demand = new SeatDemand();
    demand.add(period(5));
    demand.add({ duration: 0, average: 0, deviation: 0, highest: 9 });
    expect([demand.highWatermark, demand.average, demand.smoothed]).toEqual([9, 5, 5]);
  });
});
