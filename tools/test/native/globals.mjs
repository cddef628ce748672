/** Mocks and timers of the file under test, in place of `@jest/globals`; files share this module. */
export const jest = new Proxy({}, { get: (_, name) => globalThis.jestOfFile[name] });
