import { StatusError } from '../../apimachinery/index.js';
import { withNestingFault } from './nesting-fault.js';

function overflow(): unknown {
  const call = (): number => 1 + call();
  try {
    return call();
  } catch (error) {
    return error;
  }
}

describe('withNestingFault()', () => {
  it.each(['create', 'update', 'patch'])('answers 413 to a %s that exhausts the stack', (verb) => {
    const error = withNestingFault(overflow(), verb);
    expect(error).toBeInstanceOf(StatusError);
    expect((error as StatusError).code).toBe(413);
  });

  it.each<[string, unknown, string]>([
    ['a stack overflow without a body', overflow(), 'get'],
    ['another RangeError', new RangeError('Invalid string length'), 'create'],
    ['another error', new Error('Maximum call stack size exceeded'), 'create'],
  ])('leaves %s as it is', (_name, error, verb) => {
    expect(withNestingFault(error, verb)).toBe(error);
  });
});
