import type { ApiObject } from '../apimachinery/index.js';
import { ObjectMeta, shapeOf } from '../schema/index.js';
import { Undoing } from './undoing.js';
import { WriteAttributes, type WriteFacts } from './write-attributes.js';

const attributes = (more: Partial<WriteFacts> = {}): WriteAttributes =>
  new WriteAttributes({
    operation: 'UPDATE',
    kind: { group: 'apps', version: 'v1', kind: 'Thing' },
    resource: { group: 'apps', version: 'v1', resource: 'things' },
    namespace: 'n',
    name: 'a',
    user: { name: 'alice', groups: [] },
    ...more,
  });
const object: ApiObject = { metadata: { name: 'a' } };

describe('WriteAttributes', () => {
  it.each([
    ['CREATE', 'CreateOptions'],
    ['UPDATE', 'UpdateOptions'],
    ['DELETE', 'DeleteOptions'],
  ] as const)('gives a %s its %s', (operation, kind) => {
    const { options } = attributes({ operation, options: { fieldManager: 'm' } });
    expect(options).toEqual({ fieldManager: 'm', kind, apiVersion: 'meta.k8s.io/v1' });
  });

  it('gives a connection no options, and a dry run its own', () => {
    expect(attributes({ operation: 'CONNECT' }).options).toBeUndefined();
    expect(attributes({ dryRun: true }).options?.dryRun).toEqual(['All']);
  });

  it('converts when it is asked, and only then', () => {
    const asked: string[] = [];
    const convert = (from: ApiObject, apiVersion: string): ApiObject => {
      asked.push(apiVersion);
      return { ...from, apiVersion };
    };
    const made = attributes({ object, oldObject: object, convert });
    expect(asked).toEqual([]);
    expect(made.objectIn('apps/v1beta1')).toEqual({ ...object, apiVersion: 'apps/v1beta1' });
    expect(made.oldObjectIn('apps/v1')).toEqual({ ...object, apiVersion: 'apps/v1' });
  });

  it('shows an object that has one version in that one', () => {
    const made = attributes({ object });
    expect(made.objectIn('apps/v1')).toBe(object);
    expect(made.objectIn('apps/v2')).toBeUndefined();
    expect(made.oldObjectIn('apps/v1')).toBeUndefined();
  });

  it('has what it was made of, and values where nothing was given', () => {
    const signal = { throwIfAborted: () => {} } as WriteFacts['signal'];
    const warn = (): void => {};
    const facts = { subresource: 'status', requestName: 'r', dryRun: true, object, oldObject: object, warn, signal };
    expect(attributes(facts)).toMatchObject({ ...facts, namespace: 'n', name: 'a', user: { name: 'alice' }, round: 0 });
    expect(attributes()).toMatchObject({ subresource: '', requestName: '', dryRun: false });
    expect(() => attributes().warn('w')).not.toThrow();
  });

  it('notes annotations, and names other resources, if there is a recorder', () => {
    const noted: unknown[] = [];
    const equivalent = { resource: { group: 'extensions', version: 'v1', resource: 'things' } } as never;
    const made = attributes({
      request: { annotate: (...all: unknown[]) => void noted.push(all) } as never,
      equivalentsOf: ({ resource }, subresource) => (resource === 'things' && subresource === 's' ? [equivalent] : []),
      subresource: 's',
    });
    made.annotate('k', 'v', 'Request');
    expect([noted, made.equivalents]).toEqual([[['k', 'v', 'Request']], [equivalent]]);
    expect(attributes().equivalents).toEqual([]);
    expect(() => attributes().annotate('k', 'v')).not.toThrow();
  });

  it('takes an object that was handed back, of its kind', async () => {
    const made = attributes({ object });
    await made.replace(object);
    expect(made.object).toBe(object);
    const other = { kind: 'Thing', apiVersion: 'apps/v1', metadata: { name: 'b' } };
    await made.replace(other);
    expect(made.object).toBe(other);
    for (const wrong of [
      { ...other, kind: 'Other' },
      { ...other, apiVersion: 'apps/v2' },
    ]) {
      await expect(made.replace(wrong)).rejects.toThrow('admission made an object of another kind');
    }
    const restore = (given: ApiObject): ApiObject => ({ ...given, apiVersion: 'restored' });
    const converting = attributes({ object, restore });
    await converting.replace(object);
    expect(converting.object).toBe(object);
    await converting.replace(other);
    expect(converting.object).toEqual({ ...other, apiVersion: 'restored' });
  });

  it('has the shape of each version, and brings what is handed back into it', async () => {
    const shape = shapeOf(ObjectMeta);
    const sole = attributes({ object, shape });
    expect([sole.shapeIn('apps/v1'), sole.shapeIn('apps/v2'), attributes().shapeIn('apps/v1')]).toEqual([
      shape,
      undefined,
      undefined,
    ]);
    expect(attributes({ shapeIn: (version) => (version === 'x' ? shape : undefined) }).shapeIn('x')).toBe(shape);
    const given = { kind: 'Thing', apiVersion: 'apps/v1', metadata: {}, name: 'b', unknown: 1 } as ApiObject;
    await sole.replace(given);
    expect(sole.object).toMatchObject({ name: 'b', creationTimestamp: null });
    expect(sole.object).not.toHaveProperty('unknown');
  });

  it('has undone what plugins have taken when the write fails', async () => {
    const undone: string[] = [];
    const take = (made: WriteAttributes): void => made.onFailure(() => void undone.push('a'));
    const write = (store: () => Promise<void>): Promise<void> => {
      const undoing = new Undoing(() => {});
      return undoing.settle(() => Promise.resolve(take(attributes({ undoing }))), store);
    };
    await write(() => Promise.resolve());
    expect(undone).toEqual([]);
    await expect(write(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(undone).toEqual(['a']);
    take(attributes());
  });

  it('converts nothing where there is no object', () => {
    const convert = (): never => {
      throw new Error('asked');
    };
    expect(attributes({ convert }).objectIn('apps/v1')).toBeUndefined();
    expect(attributes({ object }).objectIn('v1')).toBeUndefined();
  });
});
