import { readWriteOptions } from './write-options.js';
import type { ResourceRequest } from '../resource-request.js';

function requestOf(query: URLSearchParams, validatesFields = true): ResourceRequest {
  return {
    context: { query },
    options: { validatesFields },
    resource: { kind: { release: '1.32' } },
  } as unknown as ResourceRequest;
}

describe('readWriteOptions()', () => {
  it('reads what is sent and has defaults for the rest', () => {
    expect(readWriteOptions(requestOf(new URLSearchParams()), 'CreateOptions')).toEqual({
      dryRun: false,
      fieldManager: '',
      fieldValidation: 'Warn',
      sentValidation: '',
    });
    const query = new URLSearchParams('dryRun=All&fieldManager=me&fieldValidation=Strict');
    expect(readWriteOptions(requestOf(query), 'CreateOptions')).toEqual({
      dryRun: true,
      fieldManager: 'me',
      fieldValidation: 'Strict',
      sentValidation: 'Strict',
    });
  });

  it.each([
    ['dryRun=Some', 'dryRun: Unsupported value'],
    ['fieldValidation=strict', 'fieldValidation: Unsupported value: "strict"'],
    [`fieldManager=${'x'.repeat(129)}`, 'fieldManager: Too long: may not be more than 128 bytes'],
    ['fieldManager=a%0Ab', 'invalid character U+000A (at position 1)'],
    ['force=true', 'force: Forbidden: may not be specified for non-apply patch'],
  ])('refuses %s', (query, message) => {
    expect(() => readWriteOptions(requestOf(new URLSearchParams(query)), 'PatchOptions')).toThrow(message);
  });

  it('accepts the longest name of a manager, of any letters, and names every fault', () => {
    const longest = `${'x'.repeat(126)}é`;
    expect(
      readWriteOptions(requestOf(new URLSearchParams({ fieldManager: longest })), 'PatchOptions').fieldManager,
    ).toBe(longest);
    const faulty = new URLSearchParams({ fieldManager: `é\u0007\u{e000}`, dryRun: 'Some', fieldValidation: 'No' });
    const read = (): unknown => readWriteOptions(requestOf(faulty), 'UpdateOptions');
    for (const fault of [
      'UpdateOptions.meta.k8s.io',
      'invalid character U+0007 (at position 1)',
      'invalid character U+E000 (at position 2)',
      'dryRun: Unsupported value',
      'fieldValidation: Unsupported value: "No"',
    ]) {
      expect(read).toThrow(fault);
    }
  });

  it('reads empty values as ones that were not sent', () => {
    const query = new URLSearchParams('dryRun=&fieldManager=&fieldValidation=');
    expect(readWriteOptions(requestOf(query), 'CreateOptions')).toEqual(
      readWriteOptions(requestOf(new URLSearchParams()), 'CreateOptions'),
    );
  });
});
