import { parseEncryptionConfiguration } from './parse-configuration.js';

const SECRET = Buffer.alloc(32, 7).toString('base64');
const KEYS = { keys: [{ name: 'one', secret: SECRET }] };
const KMS = { apiVersion: 'v2', name: 'vault', endpoint: 'unix:///run/kms.sock' };
const configOf = (...providers: unknown[]): object => ({
  kind: 'EncryptionConfiguration',
  apiVersion: 'apiserver.config.k8s.io/v1',
  resources: [{ resources: ['secrets'], providers }],
});
const faultOf = (content: unknown): string => {
  try {
    parseEncryptionConfiguration(content);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('parseEncryptionConfiguration()', () => {
  it('reads every sort of provider', () => {
    const parsed = parseEncryptionConfiguration(
      configOf({ aesgcm: KEYS }, { aescbc: KEYS }, { secretbox: KEYS }, { kms: KMS }, { identity: {} }),
    );
    expect(parsed).toEqual({
      resources: [
        {
          resources: ['secrets'],
          providers: [
            ...['aesgcm', 'aescbc', 'secretbox'].map((kind) => ({ kind, ...KEYS })),
            { kind: 'kms', kms: { name: 'vault', endpoint: KMS.endpoint, timeout: 3000 } },
            { kind: 'identity' },
          ],
        },
      ],
    });
    const [{ providers }] = parseEncryptionConfiguration(configOf({ kms: { ...KMS, timeout: '1ms' } })).resources;
    expect(providers[0]).toMatchObject({ kms: { timeout: 1 } });
  });

  it.each([16, 24])('takes AES keys of %d bytes, but none for secretbox', (size) => {
    const keys = { keys: [{ name: 'one', secret: Buffer.alloc(size).toString('base64') }] };
    expect(faultOf(configOf({ aesgcm: keys }, { aescbc: keys }))).toBe('');
    expect(faultOf(configOf({ secretbox: keys }))).toContain(
      `secret is not of the expected length, got ${size}, expected one of [32]`,
    );
  });

  it.each<[string, unknown, string]>([
    ['another kind', { ...configOf({ identity: {} }), kind: 'X' }, 'kind: Invalid value: "X": must be Encryption'],
    ['another version', { ...configOf({ identity: {} }), apiVersion: 'v1' }, 'must be apiserver.config.k8s.io/v1'],
    [
      'no version',
      { ...configOf({ identity: {} }), apiVersion: undefined },
      'apiVersion: Invalid value: "": must be apiserver.config.k8s.io/v1',
    ],
    ['another member', { ...configOf({ identity: {} }), x: 1 }, 'x: Invalid value: "x": unknown field'],
    ['no lists', { ...configOf(), resources: [] }, 'resources: Required value: at least one resources is required'],
    [
      'an empty list',
      { ...configOf(), resources: [{ resources: [], providers: [{ identity: {} }] }] },
      'resources[0].resources: Required value: at least one resource is required',
    ],
    [
      'resources that are masked',
      { ...configOf(), resources: [{ resources: ['secrets', '*.'], providers: [{ identity: {} }] }] },
      'resources[0].resources[0]: Invalid value: "secrets": using overlapping',
    ],
    ['another member of a list', { ...configOf(), resources: [{ x: 1 }] }, 'resources[0].x'],
    ['no providers', configOf(), 'resources[0].providers: Required value: at least one provider is required'],
    ['a provider of nothing', configOf({}), 'provider does not contain any of the expected providers'],
    ['two providers in one', configOf({ identity: {}, aesgcm: KEYS }), 'more than one provider specified in a single'],
    ['an unknown provider', configOf({ rot13: {} }), 'providers[0].rot13: Invalid value: "rot13": unknown field'],
    ['a member of identity', configOf({ identity: { x: 1 } }), 'providers[0].identity.x'],
    ['no keys', configOf({ aesgcm: { keys: [] } }), 'aesgcm.keys: Required value: at least one keys is required'],
    ['another member of keys', configOf({ aesgcm: { ...KEYS, x: 1 } }), 'providers[0].aesgcm.x'],
    [
      'another member of a key',
      configOf({ aesgcm: { keys: [{ ...KEYS.keys[0], x: 1 }] } }),
      'providers[0].aesgcm.keys[0].x',
    ],
    ['a key without name', configOf({ aesgcm: { keys: [{ secret: SECRET }] } }), 'name is a mandatory field for a key'],
    ['a key without secret', configOf({ aesgcm: { keys: [{ name: 'a' }] } }), 'secret is a mandatory field for a key'],
    [
      'a service of version 1',
      configOf({ kms: { ...KMS, apiVersion: 'v1' } }),
      'kms.apiVersion: Invalid value: "v1": only v2 is supported',
    ],
    ['a service without name', configOf({ kms: { ...KMS, name: '' } }), 'name is a mandatory field for a provider'],
    ['a name with a colon', configOf({ kms: { ...KMS, name: 'a:b' } }), "a:b, must not contain ':'"],
    ['a cache', configOf({ kms: { ...KMS, cachesize: 1 } }), 'cachesize is not supported in v2'],
    ['another member of a service', configOf({ kms: { ...KMS, x: 1 } }), 'providers[0].kms.x'],
    ['no endpoint', configOf({ kms: { ...KMS, endpoint: '' } }), 'endpoint is a mandatory field for a provider'],
    ['half an endpoint', configOf({ kms: { ...KMS, endpoint: 'unix://' } }), 'invalid endpoint for kms provider'],
    ['no scheme', configOf({ kms: { ...KMS, endpoint: '/run/kms' } }), 'invalid endpoint for kms provider'],
    [
      'an abstract socket',
      configOf({ kms: { ...KMS, endpoint: 'unix:///@kms' } }),
      'abstract sockets are not supported',
    ],
    ['another scheme', configOf({ kms: { ...KMS, endpoint: 'tcp://a' } }), 'unsupported scheme "tcp" for KMS provider'],
    ['no time', configOf({ kms: { ...KMS, timeout: '0s' } }), 'timeout should be a positive value'],
    ['an invalid time', configOf({ kms: { ...KMS, timeout: 'soon' } }), 'must be a duration such as 3s'],
    ['two services of one name', configOf({ kms: KMS }, { kms: KMS }), 'providers[1].kms.name: Invalid value: "vault"'],
  ])('refuses %s', (_, content, fault) => expect(faultOf(content)).toContain(fault));

  it.each(['not base64!', `${SECRET.slice(0, -1)}`, Buffer.alloc(7, 9).toString('base64')])(
    'does not show a secret that it refuses: %s',
    (secret) => {
      const fault = faultOf(configOf({ aesgcm: { keys: [{ name: 'a', secret }] } }));
      expect(fault).toContain('keys[0].secret: Invalid value: "REDACTED"');
      expect(fault).not.toContain(secret);
    },
  );

  it('names every fault', () => {
    const fault = faultOf({ kind: 'X', apiVersion: 'Y', resources: [] });
    for (const each of ['kind:', 'apiVersion:', 'resources:']) expect(fault).toContain(each);
  });
});
