import { readWriteOptions } from './write-options.js';

describe('readWriteOptions()', () => {
  it('reads what is sent and has defaults for the rest', () => {
    expect(readWriteOptions(new URLSearchParams(), 'CreateOptions')).toEqual({
      dryRun: false,
      fieldManager: '',
      fieldValidation: 'Warn',
      sentValidation: '',
    });
    const query = new URLSearchParams('dryRun=All&fieldManager=me&fieldValidation=Strict');
    expect(readWriteOptions(query, 'CreateOptions')).toEqual({
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
    expect(() => readWriteOptions(new URLSearchParams(query), 'PatchOptions')).toThrow(message);
  });
});
