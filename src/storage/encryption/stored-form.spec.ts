import { encodeEncryptedObject } from './kms/encrypted-object.js';
import { isUnderKey, storedFormOf } from './stored-form.js';

const EMPTY = Buffer.alloc(0);
const object = encodeEncryptedObject({ data: EMPTY, keyId: 'id-7', sealed: EMPTY, annotations: new Map(), type: 1 });
const ofService = Buffer.concat([Buffer.from('k8s:enc:kms:v2:vault:'), object]);

describe('storedFormOf()', () => {
  it.each([
    ['{"kind":"Secret"}', 'identity', ''],
    ['', 'identity', ''],
    ['k8s:enc:secretbox:v1:key1:\u0001\u0002', 'secretbox', 'key1'],
    ['k8s:enc:aescbc:v1:key1:k8s:enc:aesgcm:v1:key2:', 'aescbc', 'key1'],
    ['k8s:enc:aesgcm:v1:no end', 'aesgcm', '?'],
    ['k8s:enc:', '?', '?'],
    ['k8s:enc:later', '?', '?'],
    ['k8s:enc:kms:v2:vault:\u0007', 'kms', 'vault/?'],
  ])('reads %j as %s %s', (stored, provider, key) => {
    expect(storedFormOf(Buffer.from(stored))).toEqual({ provider, key });
  });

  it('names the service and its key', () => {
    expect(storedFormOf(ofService)).toEqual({ provider: 'kms', key: 'vault/id-7' });
  });
});

describe('isUnderKey()', () => {
  it.each([
    ['k8s:enc:secretbox:v1:key1:x', 'key1', true],
    ['k8s:enc:secretbox:v1:key10:x', 'key1', false],
    ['k8s:enc:aescbc:v1:a:b:x', 'a:b', true],
    ['{"data":"k8s:enc:secretbox:v1:key1:"}', 'key1', false],
    ['k8s:enc:later', 'later', false],
  ])('decides for %j and %s: %s', (stored, name, expected) => {
    expect(isUnderKey(Buffer.from(stored), name)).toBe(expected);
  });

  it('knows services with and without their key', () => {
    const names = ['vault', 'vault/id-7', 'vault/id-8', 'id-7'];
    expect(names.filter((name) => isUnderKey(ofService, name))).toEqual(['vault', 'vault/id-7']);
  });
});
