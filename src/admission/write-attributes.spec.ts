import type { ApiObject } from '../apimachinery/index.js';
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
    expect(made.objectIn('apps/v1beta1')?.apiVersion).toBe('apps/v1beta1');
    expect(made.oldObjectIn('apps/v1')?.apiVersion).toBe('apps/v1');
  });

  it('shows an object that has one version in that one', () => {
    const made = attributes({ object });
    expect(made.objectIn('apps/v1')).toBe(object);
    expect(made.objectIn('apps/v2')).toBeUndefined();
    expect(made.oldObjectIn('apps/v1')).toBeUndefined();
  });
});
