import { formatFieldError } from '../../../src/apimachinery/index.js';
import type { APIServiceSpec } from './api-service.v1.js';
import { validateApiService, validateApiServiceStatus } from './api-service.validation.js';

const SPEC = { group: 'g.example.com', version: 'v1', groupPriorityMinimum: 100, versionPriority: 10 };
const REMOTE = { service: { namespace: 'n', name: 's', port: 443 } };

describe('validateApiService()', () => {
  it.each<[string, Partial<APIServiceSpec>, string[]]>([
    ['v1.g.example.com', {}, []],
    ['v1.', { group: '' }, []],
    [
      'v2.',
      { group: '', version: 'v2' },
      ['spec.group: Required value: only v1 may have an empty group and it better be legacy kube'],
    ],
    ['other', {}, ['metadata.name: Invalid value: "other": must be `spec.version+"."+spec.group`: "v1.g.example.com"']],
    [
      'v1.g.example.com',
      { groupPriorityMinimum: 20_001, versionPriority: 0 },
      [
        'spec.groupPriorityMinimum: Invalid value: 20001: must be positive and less than 20000',
        'spec.versionPriority: Invalid value: 0: must be positive and less than 1000',
      ],
    ],
    [
      'v1.g.example.com',
      { caBundle: 'Zm9v', insecureSkipTLSVerify: true },
      [
        'spec.caBundle: Invalid value: "3 bytes": local APIServices may not have a caBundle',
        'spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify',
      ],
    ],
    ['v1.g.example.com', REMOTE, []],
    [
      'v1.g.example.com',
      { service: { port: 0 } },
      [
        'spec.service.namespace: Required value',
        'spec.service.name: Required value',
        'spec.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive',
      ],
    ],
    [
      'v1.g.example.com',
      { ...REMOTE, caBundle: 'Zm9v', insecureSkipTLSVerify: true },
      ['spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present'],
    ],
  ])('finds of %s with %j: %j', (name, members, errors) => {
    const found = validateApiService({ metadata: { name }, spec: { ...SPEC, ...members } });
    expect(found.map(formatFieldError)).toEqual(errors);
  });
});

describe('validateApiServiceStatus()', () => {
  it('knows three statuses', () => {
    const conditions = [{ type: 'Available', status: 'Perhaps' }];
    const found = validateApiServiceStatus({ metadata: {}, spec: SPEC, status: { conditions } });
    expect(found.map(formatFieldError)).toEqual([
      'status.conditions[0].status: Unsupported value: "Perhaps": supported values: "True", "False", "Unknown"',
    ]);
  });
});
