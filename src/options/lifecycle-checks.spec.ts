import { checkLifecycle } from './lifecycle-checks.js';
import { ServingOptions } from './option-groups.js';

const messagesOf = (values: Partial<ServingOptions>): string[] =>
  checkLifecycle({ serving: Object.assign(new ServingOptions(), values) }).map(({ message }) => message);

const CHANCE = '--goaway-chance can not be less than 0 or greater than 0.02';
const GRACE = 'shutdown-watch-termination-grace-period, if provided, can not be a negative value';

describe('checkLifecycle()', () => {
  it.each([
    [{}, []],
    [{ goawayChance: 0.02 }, []],
    [{ goawayChance: 0.0201 }, [CHANCE]],
    [{ goawayChance: -0.001 }, [CHANCE]],
    [{ goawayChance: NaN }, [CHANCE]],
    [{ shutdownWatchTerminationGracePeriod: -1 }, [GRACE]],
    [{ goawayChance: 1, shutdownWatchTerminationGracePeriod: -1 }, [CHANCE, GRACE]],
  ])('%j: %j', (values, messages) => {
    expect(messagesOf(values)).toEqual(messages);
  });
});
