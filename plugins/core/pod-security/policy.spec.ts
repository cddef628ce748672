import { formatFieldError } from '../../../src/plugin-api/built-in.js';
import { readPodSecurityConfiguration } from './pod-security.configuration.js';
import { formatLevel, readPolicy } from './policy.js';

const API_VERSION = 'pod-security.admission.config.k8s.io/v1';
const HEAD = { apiVersion: API_VERSION, kind: 'PodSecurityConfiguration' };
const label = (name: string): string => `pod-security.kubernetes.io/${name}`;
const { defaults } = readPodSecurityConfiguration({
  ...HEAD,
  defaults: { enforce: 'baseline', 'enforce-version': 'v1.30', warn: 'restricted' },
});

function read(labels: Record<string, string> | undefined): [string[], string[]] {
  const { policy, errors } = readPolicy(labels, defaults);
  return [[policy.enforce, policy.audit, policy.warn].map(formatLevel), errors.map(formatFieldError)];
}

describe('readPolicy()', () => {
  it.each<[Record<string, string> | undefined, string[]]>([
    [undefined, ['baseline:v1.30', 'privileged:latest', 'restricted:latest']],
    [{ other: 'x' }, ['baseline:v1.30', 'privileged:latest', 'restricted:latest']],
    [
      { [label('enforce')]: 'restricted', [label('audit-version')]: 'v1.0', [label('warn')]: 'privileged' },
      ['restricted:v1.30', 'privileged:v1.0', 'privileged:latest'],
    ],
  ])('reads %j as %j', (labels, levels) => {
    expect(read(labels)).toEqual([levels, []]);
  });

  it('refuses more where it cannot read what is enforced, and reports all faults', () => {
    const names = ['enforce', 'audit', 'warn'].flatMap((mode) => [mode, `${mode}-version`]);
    const [levels, errors] = read(Object.fromEntries(names.map((name) => [label(name), 'v1.01'])));
    expect(levels).toEqual(['restricted:latest', 'privileged:latest', 'privileged:latest']);
    expect(errors).toEqual(
      names.map((name) => {
        const rule = name.endsWith('-version')
          ? 'must be "latest" or "v1.x"'
          : 'must be one of privileged, baseline, restricted';
        return `metadata.labels[${label(name)}]: Invalid value: "v1.01": ${rule}`;
      }),
    );
  });

  it.each(['v1', 'v2.1', 'v1.', 'v1.x', 'Latest', '', 'v1.99999999999999999999'])(
    'takes %j for no version',
    (version) => {
      expect(read({ [label('warn-version')]: version })[1]).toHaveLength(1);
    },
  );
});

describe('readPodSecurityConfiguration()', () => {
  it('exempts nobody and asks for nothing where nothing is said', () => {
    const { defaults: usual, exemptions } = readPodSecurityConfiguration(undefined);
    expect(formatLevel(usual.enforce)).toBe('privileged:latest');
    expect(exemptions.namespaces.size).toBe(0);
  });

  it('reads whom nothing is asked of', () => {
    const exemptions = { usernames: ['a'], runtimeClasses: ['b'], namespaces: ['c'] };
    const read = readPodSecurityConfiguration({
      ...HEAD,
      apiVersion: API_VERSION.replace('v1', 'v1beta1'),
      exemptions,
    });
    expect([...read.exemptions.usernames, ...read.exemptions.runtimeClasses, ...read.exemptions.namespaces]).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it.each<[unknown, string]>([
    ['x', 'is no mapping'],
    [{ kind: HEAD.kind }, `is no PodSecurityConfiguration of ${API_VERSION}`],
    [{ ...HEAD, default: {} }, 'default: is unknown'],
    [{ ...HEAD, defaults: { enforced: 'x' } }, 'defaults.enforced: is unknown'],
    [{ ...HEAD, defaults: { audit: 'safe' } }, 'defaults.audit: must be one of privileged, baseline, restricted'],
    [{ ...HEAD, defaults: { 'warn-version': '1.2' } }, 'defaults.warn-version: must be "latest" or "v1.x"'],
    [{ ...HEAD, exemptions: { usernames: 'a' } }, 'exemptions.usernames: is no list'],
    [{ ...HEAD, exemptions: { usernames: [1] } }, 'exemptions.usernames[0]: is no text'],
    [{ ...HEAD, exemptions: { usernames: ['a', 'a'] } }, 'exemptions.usernames[1]: "a" is there twice'],
    [{ ...HEAD, exemptions: { usernames: [''] } }, 'exemptions.usernames[0]: must not be empty'],
    [{ ...HEAD, exemptions: { namespaces: ['A'] } }, 'exemptions.namespaces[0]: '],
    [{ ...HEAD, exemptions: { runtimeClasses: ['a_b'] } }, 'exemptions.runtimeClasses[0]: '],
  ])('refuses %j: %s', (configuration, message) => {
    expect(() => readPodSecurityConfiguration(configuration)).toThrow(message);
  });
});
