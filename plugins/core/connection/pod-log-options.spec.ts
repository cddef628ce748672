import { formatFieldError } from '../../../src/plugin-api/built-in.js';
import { validatePodLogOptions } from './pod-log-options.validation.js';
import type { PodLogOptions } from './pod-log-options.v1.js';

const faults = (options: PodLogOptions, allowsStreams = true): string[] =>
  validatePodLogOptions(options, { allowsStreams }).map(formatFieldError);

describe('validatePodLogOptions()', () => {
  it('takes what is not said, and the least of each', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ tailLines: 0, limitBytes: 1, sinceSeconds: 1, stream: 'All' })).toEqual([]);
    expect(faults({ stream: 'Stderr' })).toEqual([]);
  });

  it('reports all faults, in order', () => {
    expect(faults({ tailLines: -1, limitBytes: 0n, sinceSeconds: 0, stream: 'Both' })).toEqual([
      'tailLines: Invalid value: -1: must be greater than or equal to 0',
      'limitBytes: Invalid value: 0: must be greater than 0',
      'sinceSeconds: Invalid value: 0: must be greater than 0',
      'stream: Unsupported value: "Both": supported values: "All", "Stderr", "Stdout"',
    ]);
  });

  it('knows what does not go together', () => {
    expect(faults({ sinceSeconds: 1, sinceTime: '2024-01-01T00:00:00Z' })).toEqual([
      '[]: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    ]);
    expect(faults({ stream: 'Stdout', tailLines: 1 })).toEqual([
      '[]: Forbidden: `tailLines` and specific `stream` are mutually exclusive for now',
    ]);
  });

  it('lets nobody choose a stream where that is not on', () => {
    expect(faults({ stream: 'All' }, false)).toEqual(['stream: Forbidden: may not be specified']);
  });
});
