import type { ApiObject } from '../../../apimachinery/index.js';
import { checkNewVersion, checkVersion } from './version-check.js';

const GROUP_RESOURCE = { group: 'test.example.com', resource: 'things' };
const STRICT = { groupResource: GROUP_RESOURCE, definition: {} };
const LENIENT = { groupResource: GROUP_RESOURCE, definition: { allowUnconditionalUpdate: true } };
const old: ApiObject = { metadata: { name: 'a', resourceVersion: '7' } };
const at = (resourceVersion?: string): ApiObject => ({ metadata: { name: 'a', resourceVersion } });

describe('checkVersion()', () => {
  it('lets the stored version pass, and gives it to a write that names none', () => {
    expect(() => checkVersion(STRICT, at('7'), old)).not.toThrow();
    const unnamed = at();
    checkVersion(LENIENT, unnamed, old);
    expect(unnamed.metadata.resourceVersion).toBe('7');
  });

  it.each([
    ['6', 'Operation cannot be fulfilled on things.test.example.com "a": the object has been modified'],
    ['18446744073709551616', 'strconv.ParseUint: parsing "18446744073709551616": value out of range'],
    ['x', 'strconv.ParseUint: parsing "x": invalid syntax'],
  ])('refuses the version %s', (version, message) => {
    expect(() => checkVersion(LENIENT, at(version), old)).toThrow(message);
  });

  it.each([undefined, '0'])('demands one (%s) where the kind does, in the name of the resource', (version) => {
    expect(() => checkVersion(STRICT, at(version), old)).toThrow(
      'things.test.example.com "a" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
    );
  });
});

describe('checkNewVersion()', () => {
  it.each([
    ['1', '400'],
    ['18446744073709551615', '400'],
    ['0', '0'],
    ['', undefined],
    ['x', undefined],
    ['-1', undefined],
    [undefined, undefined],
  ])('of a new object: %p becomes %p', (sent, expected) => {
    const object = at(sent);
    if (expected === '400') {
      expect(() => checkNewVersion(object, {})).toThrow('resourceVersion should not be set on objects to be created');
      expect(() => checkNewVersion(object, { dryRun: true })).not.toThrow();
    } else checkNewVersion(object, {});
    expect(object.metadata.resourceVersion).toBe(expected === '400' ? sent : expected);
  });
});
