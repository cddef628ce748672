import { badRequest } from '../apimachinery/index.js';
import { admissionFailure, partFailure } from './plugin-failure.js';

const seals = { name: 'Seals' };
const signal = (aborted: boolean) => ({ aborted }) as never;

describe('admissionFailure()', () => {
  it('names the plugin and the function whose code has failed, with the failure as the cause', () => {
    const cause = new TypeError('a is undefined');
    const failure = admissionFailure(seals, { phase: 'admit', signal: signal(false) }, cause);
    expect(failure).toMatchObject({ message: 'admission plugin Seals: admit failed: a is undefined', cause });
  });

  it('leaves one that names its part already', () => {
    const failure = partFailure('write hook seats', undefined, new TypeError('a is undefined'));
    expect(failure).toMatchObject({ message: 'write hook seats failed: a is undefined' });
    expect(admissionFailure(seals, { phase: 'validate', signal: signal(false) }, failure)).toBe(failure);
  });

  it.each<[string, unknown, boolean]>([
    ['a refusal', badRequest('no'), false],
    ['an error with a class of its own', new (class Race extends Error {})('race'), false],
    ['the error of an aborted request', new Error('aborted'), true],
  ])('leaves %s as it is', (_what, error, isAborted) => {
    expect(admissionFailure(seals, { phase: 'validate', signal: signal(isAborted) }, error)).toBe(error);
  });
});
