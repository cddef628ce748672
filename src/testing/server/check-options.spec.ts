import { checkDuration, checkOptions } from './check-options.js';

describe('checkOptions()', () => {
  it.each<[object, string]>([
    [{ controllers: 'step' }, `controllers: "step" is not allowed; expected 'running' or 'stepped'`],
    [{ nodes: -1 }, 'nodes: -1 is not allowed; expected a whole number from 0'],
    [{ nodes: '2' }, 'nodes: "2" is not allowed'],
    [{ clock: 'faked' }, `clock: "faked" is not allowed; expected 'fake', milliseconds since 1970, or a clock`],
    [{ clock: new Date() }, 'clock: an object is not allowed'],
    [{ seed: {} }, 'seed: an object is not allowed'],
    [{ plugins: 'ports' }, 'plugins: "ports" is not allowed; expected a list'],
    [{ plugins: [undefined] }, 'plugins: an object is not allowed'],
    [{ tokens: 'a' }, 'tokens: "a" is not allowed; expected a list of texts'],
    [{ thread: 1 }, 'thread: 1 is not allowed'],
    [{ release: 1.29 }, "release: 1.29 is not allowed; expected a release, such as '1.29'"],
    [{ ofPlugins: {} }, 'ofPlugins: there is no such option'],
    [{ constructor: {} }, 'constructor: there is no such option'],
    [{ storage: true }, 'storage: true is not allowed; expected an object'],
    [{ controller: 'stepped' }, 'controller: there is no such option; there are plugins, clock, controllers,'],
  ])('names the option of %j', (options, message) => {
    expect(() => checkOptions(options)).toThrow(message);
  });

  it('takes what tests give', () => {
    const options = { plugins: ['./a.js', Date, new URL('file:///a.js')], clock: 0, seed: 1, nodes: 0, tokens: [] };
    expect(() =>
      checkOptions({ ...options, thread: false, controllers: 'stepped', storage: {}, logger: undefined }),
    ).not.toThrow();
  });
});

describe('checkDuration()', () => {
  it.each([undefined, '5s', -1, NaN])('refuses %p', (milliseconds) => {
    expect(() => checkDuration('advance', milliseconds)).toThrow('advance: ');
  });
});
