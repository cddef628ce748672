import { formatFieldError } from '../../../src/plugin-api/built-in.js';
import { validateEndpoints } from './endpoints.validation.js';

describe('validateEndpoints()', () => {
  it('refuses an empty node name, but not an absent one', () => {
    const subsets = [{ addresses: [{ ip: '10.0.0.1', nodeName: '' }, { ip: '10.0.0.2' }] }];
    const errors = validateEndpoints({ metadata: { name: 'e' }, subsets }).map(formatFieldError);
    expect(errors).toEqual([expect.stringMatching(/^subsets\[0\]\.addresses\[0\]\.nodeName: Invalid value: ""/)]);
  });
});
