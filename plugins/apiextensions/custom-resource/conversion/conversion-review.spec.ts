import { makeReviews } from './conversion-review.js';

const object = (name: string, text = ''): { apiVersion: string; kind: string; metadata: object; text: string } => ({
  apiVersion: 'a/v1',
  kind: 'K',
  metadata: { name },
  text,
});
const OPTIONS = { desiredAPIVersion: 'a/v2', most: 1000 };

const sizesOf = (lengths: number[]): number[] =>
  [
    ...makeReviews(
      'v1',
      lengths.map((length, i) => object(`o${i}`, 'x'.repeat(length))),
      OPTIONS,
    ),
  ].map(({ count }) => count);

describe('makeReviews()', () => {
  it('words objects as the request of a review with an empty response', () => {
    const [review] = makeReviews('v1beta1', [object('a'), object('b')], OPTIONS);
    expect(JSON.parse(review.text)).toEqual({
      kind: 'ConversionReview',
      apiVersion: 'apiextensions.k8s.io/v1beta1',
      request: { uid: review.uid, desiredAPIVersion: 'a/v2', objects: [object('a'), object('b')] },
      response: { uid: '', convertedObjects: null, result: { metadata: {} } },
    });
  });

  it.each<[number[], number[]]>([
    [[], []],
    [[10, 10, 10], [3]],
    [
      [400, 400, 400, 400],
      [2, 2],
    ],
    [
      [10, 5000, 10, 10],
      [1, 1, 2],
    ],
    [
      [5000, 5000],
      [1, 1],
    ],
  ])('puts objects of %j characters into reviews of %j', (lengths, expected) => {
    expect(sizesOf(lengths)).toEqual(expected);
  });

  it('keeps the order of the objects', () => {
    const all = Array.from({ length: 20 }, (_, i) => object(`o${i}`, 'x'.repeat(300)));
    const texts = [...makeReviews('v1', all, OPTIONS)].map(({ text }) => JSON.parse(text).request.objects as object[]);
    expect(texts.flat()).toEqual(all);
  });
});
