import { CacheMeter } from '../../src/storage/watch-cache/cache-meter.js';

/** Records what a cache reports, for tests. */
export class CountingMeter extends CacheMeter {
  changes = 0;
  dispatches = 0;
  slowWatchers = 0;
  /** The objects of each load, and its seconds. */
  readonly loads: [objects: number, seconds: number][] = [];
  /** The objects of each watch that began with them. */
  readonly initialEvents: number[] = [];

  override sawChange(): void {
    this.changes += 1;
  }

  override sawDispatch(): void {
    this.dispatches += 1;
  }

  override sawSlowWatcher(): void {
    this.slowWatchers += 1;
  }

  override sawLoad(objects: number, seconds: number): void {
    this.loads.push([objects, seconds]);
  }

  override sawInitialEvents(count: number): void {
    this.initialEvents.push(count);
  }
}
