import { Thing } from '../../../../test/support/registry-store.js';
import type { ApiObject, StatusError } from '../../../apimachinery/index.js';
import { ResolvedKind } from '../../kinds/resolved-kind.js';
import { type NamedObject, checkUid } from './identity-checks.js';

const kindOf = (namespaced: boolean, group = 'test.example.com'): ResolvedKind =>
  new ResolvedKind(group, {
    ...{ kind: 'Thing', plural: 'things', namespaced, storageVersion: 'v1' },
    versions: [{ name: 'v1', type: Thing }],
  });

const objectOf = (uid?: string): ApiObject => ({ kind: 'Thing', apiVersion: 'v1', metadata: { name: 'a', uid } });

function faultOf(uid: string | undefined, named: Partial<NamedObject>, kind = kindOf(true)): string {
  try {
    checkUid(kind, objectOf(uid), { namespace: 'n', current: objectOf('u'), ...named });
    return 'accepted';
  } catch (error) {
    const { code, message } = error as StatusError;
    return `${code} ${message}`;
  }
}

describe('checkUid()', () => {
  it.each([undefined, '', 'u'])('accepts the uid %j', (uid) => {
    expect(faultOf(uid, {})).toBe('accepted');
  });

  const refusal = (key: string, stored: string): string =>
    `409 Operation cannot be fulfilled on things.test.example.com "a": StorageError: invalid object, Code: 4, Key: ${key}, ` +
    `ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: x, UID in object meta: ${stored}`;

  it('refuses that of another object, or of one that is gone', () => {
    expect(faultOf('x', {})).toBe(refusal('/registry/test.example.com/things/n/a', 'u'));
    expect(faultOf('x', { current: undefined })).toBe(refusal('/registry/test.example.com/things/n/a', ''));
    expect(faultOf('x', {}, kindOf(false))).toBe(refusal('/registry/test.example.com/things/a', 'u'));
  });

  it('names keys without the prefix of the store in a dry run', () => {
    expect(faultOf('x', { dryRun: true })).toBe(refusal('/test.example.com/things/n/a', 'u'));
    expect(faultOf('x', { dryRun: false })).toBe(refusal('/registry/test.example.com/things/n/a', 'u'));
  });
});
