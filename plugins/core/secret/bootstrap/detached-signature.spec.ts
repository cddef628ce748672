import { detachedSignature } from './detached-signature.js';

describe('detachedSignature()', () => {
  // Values of the reference's own tests.
  it.each([
    [
      'Hello from the other side. I must have called a thousand times.',
      'my voice is my passcode',
      'VShe2taLd-YTrmWuRkcL_8QTNDHYxQIEBsAYYiIj1_8',
    ],
    [
      'Hello from the other side. I must have called a thousand times.',
      '',
      'UfkqvDGiIFxrMnFseDj9LYJOLNrvjW8aHhF71mvvAs8',
    ],
  ])('signs %j with %j [AUTHN-13, AUTHN-14]', (text, secret, signature) => {
    const header = 'eyJhbGciOiJIUzI1NiIsImtpZCI6Impvc2h1YSJ9';
    expect(detachedSignature(text, { id: 'joshua', secret })).toBe(`${header}..${signature}`);
  });
});
