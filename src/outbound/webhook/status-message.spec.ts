import { statusMessage } from './status-message.js';

const TEXT = 'text/plain; charset=utf-8';

const messageOf = (status: number, text: string, type?: string): string =>
  statusMessage({ status, headers: type === undefined ? {} : { 'content-type': type }, body: Buffer.from(text) });

const inError = (quoted: string): string =>
  `an error on the server (${quoted}) has prevented the request from succeeding`;

describe('statusMessage()', () => {
  it.each([
    [400, 'the server rejected our request for an unknown reason'],
    [401, 'the server has asked for the client to provide credentials'],
    [404, 'the server could not find the requested resource'],
    [405, 'the server does not allow this method on the requested resource'],
    [409, 'the server reported a conflict'],
    [422, 'the server rejected our request due to an error in our request'],
    [429, 'the server has received too many requests and has asked us to try again later'],
    [499, 'the server responded with the status code 499 but did not return more information'],
    [500, inError('"a text"')],
    [503, 'the server is currently unable to handle the request'],
    [504, 'the server was unable to return a response in the time allotted, but may still be processing the request'],
  ])('words the status code %d', (status, message) => expect(messageOf(status, 'a text', TEXT)).toBe(message));

  it.each([
    ['text/plain', ' a "text"\n', '"a \\"text\\""'],
    [' Text/HTML', 'a text', '"a text"'],
    [undefined, 'a text', '"a text"'],
    ['', 'a text', '"a text"'],
    ['text/plain', '', '""'],
    ['text/plain', 'bell\u0007', '"bell\\a"'],
    ['application/json', '"text/"', '"unknown"'],
    ['application/text/', 'a text', '"unknown"'],
  ])('quotes a response of type %j with %j as %s', (type, text, quoted) => {
    expect(messageOf(500, text, type)).toBe(inError(quoted));
  });

  it('quotes the first 2048 bytes of a longer response', () => {
    expect(messageOf(500, 'x'.repeat(2048), TEXT)).toBe(inError(`"${'x'.repeat(2048)}"`));
    expect(messageOf(500, `${'x'.repeat(2048)}y`, TEXT)).toBe(inError(`"${'x'.repeat(2048)}"`));
  });

  it('repeats the text of a response that forbids', () => {
    expect([messageOf(403, 'no entry', TEXT), messageOf(403, '{}', 'application/json')]).toEqual([
      'no entry',
      'unknown',
    ]);
  });

  it.each([
    [406, 'the server was unable to respond with a content type that the client supports'],
    [415, "the server was unable to process the request: the content type of the client's request is not supported"],
  ])('repeats the text of a refused content type, where there is one: %d', (status, message) => {
    expect(messageOf(status, 'only XML', TEXT)).toBe('only XML');
    expect(messageOf(status, ' ', TEXT)).toBe(message);
    expect(messageOf(status, '{}', 'application/json')).toBe(message);
  });
});
