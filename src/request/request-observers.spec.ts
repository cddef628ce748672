import type { ObservedAdmission, ObservedRequest, RequestObserver } from './request-observer.js';
import { RequestObservers } from './request-observers.js';

const REQUEST = { id: 'x' } as ObservedRequest;
const AUTHENTICATION = { outcome: 'success', knownBy: undefined, seconds: 0 } as const;
const AUTHORIZATION = { verdict: 'Allow', reason: '', steps: undefined, seconds: 0 } as const;
const ADMISSION = { step: 'admit' } as ObservedAdmission;

let reported: unknown[];
let observers: RequestObservers;
let told: unknown[][];

beforeEach(() => {
  reported = [];
  told = [];
  observers = new RequestObservers((error) => reported.push(error));
});

const observer = (name: string): RequestObserver => ({
  received: (...facts) => void told.push([name, 'received', ...facts]),
  authenticated: (...facts) => void told.push([name, 'authenticated', ...facts]),
  authorized: (...facts) => void told.push([name, 'authorized', ...facts]),
  admitted: (...facts) => void told.push([name, 'admitted', facts[0]]),
  answered: (...facts) => void told.push([name, 'answered', facts[0]]),
});

const EVENTS = ['received', 'authenticated', 'authorized', 'admitted', 'answered'] as const;

describe('RequestObservers', () => {
  it('call every observer at every event, in the order in which they came', () => {
    observers.add(observer('a'));
    observers.add(observer('b'));
    observers.authenticated(REQUEST, AUTHENTICATION);
    observers.authorized(REQUEST, AUTHORIZATION);
    observers.admitted(ADMISSION);
    observers.answered(REQUEST);
    const events = [
      ['authenticated', REQUEST, AUTHENTICATION],
      ['authorized', REQUEST, AUTHORIZATION],
      ['admitted', ADMISSION],
      ['answered', REQUEST],
    ];
    expect(told).toEqual(
      events.flatMap((event) => [
        ['a', ...event],
        ['b', ...event],
      ]),
    );
  });

  it('call the method of an observer on the observer', () => {
    class Counting implements RequestObserver {
      count = 0;

      received(): void {
        this.count++;
      }
    }
    const counting = new Counting();
    observers.add(counting);
    observers.received(REQUEST);
    expect(counting.count).toBe(1);
  });

  it('hear an event while an observer listens to it', () => {
    const heard = (): string[] => EVENTS.filter((event) => observers.hears(event));
    expect(heard()).toEqual([]);
    const stopOne = observers.add({ received: () => {}, answered: () => {} });
    const stopOther = observers.add({ answered: () => {}, admitted: () => {} });
    expect(heard()).toEqual(['received', 'admitted', 'answered']);
    stopOne();
    expect(heard()).toEqual(['admitted', 'answered']);
    stopOther();
    expect(heard()).toEqual([]);
  });

  it('report what an observer throws, and go on', () => {
    const fail = (): never => {
      throw new Error('broken');
    };
    observers.add({ received: fail, wantsSteps: fail });
    observers.add(observer('b'));
    observers.received(REQUEST);
    expect(told.map(([name, event]) => [name, event])).toEqual([['b', 'received']]);
    expect(observers.wantsSteps(REQUEST)).toBe(false);
    expect(reported).toEqual([new Error('broken'), new Error('broken')]);
  });

  it('want annotations, and steps of a request, where one of them does', () => {
    expect(observers.wantsAnnotations).toBe(false);
    expect(observers.wantsSteps(REQUEST)).toBe(false);
    observers.add(observer('a'));
    observers.add({ wantsSteps: () => false });
    expect(observers.wantsAnnotations).toBe(false);
    expect(observers.wantsSteps(REQUEST)).toBe(false);
    const stop = observers.add({ wantsAnnotations: true, wantsSteps: ({ id }) => id === 'x' });
    expect(observers.wantsAnnotations).toBe(true);
    expect(observers.wantsSteps(REQUEST)).toBe(true);
    expect(observers.wantsSteps({ ...REQUEST, id: 'y' })).toBe(false);
    stop();
    expect(observers.wantsAnnotations).toBe(false);
  });
});
