import { MetricsRegistry } from '../../observability/index.js';
import { EncryptingValues, transformationCounter } from './encrypting-values.js';
import { IdentityProvider, type ValueProvider } from './value-provider.js';

/** Seals by a prefix; `fails` makes it refuse to open. */
const prefixed = (prefix: string, fails = false): ValueProvider => ({
  seal: (value, key) => Buffer.from(`${prefix}${key}|${value.toString()}`),
  owns: (stored) => stored.toString().startsWith(prefix),
  open: (stored, key) => {
    if (fails) throw new Error(`${prefix} cannot`);
    return Buffer.from(stored.toString().slice(`${prefix}${key}|`.length));
  },
  isCurrent: (stored) => stored.toString().startsWith(prefix),
});
const SECRETS = { group: '', resource: 'secrets' };
const DEPLOYMENTS = { group: 'apps', resource: 'deployments' };
const VALUE = Buffer.from('v');

describe('EncryptingValues', () => {
  let registry: MetricsRegistry;
  const valuesOf = (...entries: [string[], ValueProvider[]][]): EncryptingValues => {
    registry = new MetricsRegistry({ isWithoutProcess: true });
    const made = entries.map(([resources, providers]) => ({ resources, providers }));
    return new EncryptingValues(made, transformationCounter(registry));
  };
  const storedBy = (values: EncryptingValues, resource = SECRETS): string =>
    values.of(resource)!.toStored(VALUE, 'k').toString();

  it('keeps resources by the first entry that names them, others as they are', () => {
    const values = valuesOf([['configmaps', 'secrets'], [prefixed('a:')]], [['*.*'], [prefixed('b:')]]);
    expect([storedBy(values), storedBy(values, DEPLOYMENTS)]).toEqual(['a:k|v', 'b:k|v']);
    const some = valuesOf([['secrets'], [prefixed('a:')]]);
    expect(storedBy(some, DEPLOYMENTS)).toBe('v');
    const plain = some.of(DEPLOYMENTS)!;
    expect([plain.fromStored(VALUE, 'k'), plain.isCurrent!(Buffer.from('a:'))]).toEqual([VALUE, true]);
  });

  it('leaves alone what has no resource', () => {
    expect(valuesOf([['*.*'], [prefixed('a:')]]).of({ group: '', resource: 'rangeallocations' })).toBeUndefined();
  });

  it('seals with the first provider, opens with those that own a form, in their order', () => {
    const values = valuesOf([
      ['secrets'],
      [prefixed('a:'), prefixed('b:', true), prefixed('b:'), prefixed('c:', true)],
    ]);
    const secrets = values.of(SECRETS)!;
    expect(secrets.toStored(VALUE, 'k').toString()).toBe('a:k|v');
    expect(secrets.fromStored(Buffer.from('b:k|v'), 'k')).toEqual(VALUE);
    expect([secrets.isCurrent!(Buffer.from('a:x')), secrets.isCurrent!(Buffer.from('b:x'))]).toEqual([true, false]);
    expect(() => secrets.fromStored(Buffer.from('c:k|v'), 'k')).toThrow('c: cannot');
    expect(() => secrets.fromStored(Buffer.from('d:k|v'), 'k')).toThrow('no matching prefix found');
  });

  it('puts another configuration in force for what has been asked for, and for what is asked for later', () => {
    const values = valuesOf([['secrets'], [prefixed('a:')]]);
    const secrets = values.of(SECRETS)!;
    values.use([{ resources: ['*.*'], providers: [prefixed('b:')] }]);
    expect([secrets.toStored(VALUE, 'k').toString(), storedBy(values), storedBy(values, DEPLOYMENTS)]).toEqual([
      'b:k|v',
      'b:k|v',
      'b:k|v',
    ]);
    values.use([]);
    expect(secrets.toStored(VALUE, 'k')).toEqual(VALUE);
    expect(values.of(SECRETS)).toBe(secrets);
    expect(values.of({ group: 'x', resource: 'secrets' })).not.toBe(secrets);
  });

  it('counts transformations by resource, outcome and prefix', async () => {
    const values = valuesOf([
      ['*.*'],
      [prefixed('k8s:enc:a:v1:'), prefixed('k8s:enc:b:v2:', true), new IdentityProvider()],
    ]);
    const [secrets, deployments] = [values.of(SECRETS)!, values.of(DEPLOYMENTS)!];
    deployments.toStored(VALUE, 'k');
    secrets.fromStored(Buffer.from('k8s:enc:a:v1:k|v'), 'k');
    secrets.fromStored(VALUE, 'k');
    expect(() => secrets.fromStored(Buffer.from('k8s:enc:b:v2:k|v'), 'k')).toThrow('tried to read encrypted data');
    const counted = (await registry.expose()).match(/^apiserver_storage_trans\S+\{.*$/gm);
    const line = (resource: string, status: string, type: string, prefix: string): string =>
      `apiserver_storage_transformation_operations_total{resource="${resource}",status="${status}",` +
      `transformation_type="${type}",transformer_prefix="${prefix}"} 1`;
    expect(counted?.sort()).toEqual(
      [
        line('deployments.apps', 'OK', 'to_storage', 'k8s:enc:a:v1:'),
        line('secrets', 'OK', 'from_storage', 'identity'),
        line('secrets', 'OK', 'from_storage', 'k8s:enc:a:v1:'),
        line('secrets', 'Unknown', 'from_storage', 'k8s:enc:b:v2:'),
      ].sort(),
    );
  });
});

describe('IdentityProvider', () => {
  it('keeps values as they are, and does not take a sealed form for one', () => {
    const provider = new IdentityProvider();
    const sealed = Buffer.from('k8s:enc:aesgcm:v1:one:x');
    expect([provider.seal(VALUE), provider.open(VALUE), provider.owns()]).toEqual([VALUE, VALUE, true]);
    expect([provider.isCurrent(VALUE), provider.isCurrent(sealed)]).toEqual([true, false]);
    expect(() => provider.open(sealed)).toThrow('identity transformer tried to read encrypted data');
    expect(provider.open(Buffer.from('k8s:enc'))).toEqual(Buffer.from('k8s:enc'));
  });
});
