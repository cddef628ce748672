import { badRequest } from '../apimachinery/index.js';
import { WriteHook } from '../plugin-api/index.js';
import { WriteHookAdmission } from './write-hook-admission.js';

/** A hook that fails with an error. */
class FailingHook extends WriteHook {
  readonly name = 'seats';
  readonly writesOf = [];

  constructor(private readonly fail: () => never | Promise<never>) {
    super();
  }

  hook(): never | Promise<never> {
    return this.fail();
  }
}

async function failureOf(fail: () => never | Promise<never>): Promise<unknown> {
  try {
    await new WriteHookAdmission(new FailingHook(fail)).validate({} as never);
    return undefined;
  } catch (error) {
    return error;
  }
}

const bug = new TypeError('a is undefined');

describe('WriteHookAdmission.validate()', () => {
  it.each<[string, () => never | Promise<never>]>([
    [
      'throws',
      () => {
        throw bug;
      },
    ],
    ['rejects', () => Promise.reject(bug)],
  ])('names the hook whose code %s', async (_how, fail) => {
    expect(await failureOf(fail)).toMatchObject({ message: 'write hook seats failed: a is undefined', cause: bug });
  });

  it('passes on what refuses the write', async () => {
    const refusal = badRequest('all seats are taken');
    expect(await failureOf(() => Promise.reject(refusal))).toBe(refusal);
  });
});
