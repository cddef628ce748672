import { Hosts } from './hosts.js';

const [A, B] = [
  { host: 'a', port: 1 },
  { host: 'b', port: 2 },
];

describe('Hosts', () => {
  it('leaves a host once for all who found it gone', () => {
    const hosts = new Hosts([A, B]);
    hosts.leave(A);
    hosts.leave(A);
    expect(hosts.current).toBe(B);
    hosts.leave(B);
    expect(hosts.current).toBe(A);
  });

  it('pauses after failures, longer each time up to a second, until a host is reached', () => {
    let now = 0;
    const hosts = new Hosts([A], () => now);
    const pauses = Array.from({ length: 7 }, () => {
      hosts.noteUnreached(new Error('refused'));
      const begun = now;
      while (isPaused(hosts)) now += 1;
      return now - begun;
    });
    expect(pauses).toEqual([50, 100, 200, 400, 800, 1000, 1000]);
    hosts.noteUnreached(new Error('refused'));
    expect(() => hosts.checkPause()).toThrow('no server of PostgreSQL can be reached: refused');
    hosts.noteReached();
    expect(isPaused(hosts)).toBe(false);
  });
});

function isPaused(hosts: Hosts): boolean {
  try {
    hosts.checkPause();
    return false;
  } catch {
    return true;
  }
}
