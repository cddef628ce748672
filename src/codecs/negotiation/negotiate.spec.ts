import { parseAccept } from './accept.js';
import { type Offer, bodyFormat, namesKnownType, negotiate } from './negotiate.js';

const OFFER: Offer = { presentations: ['Table', 'PartialObjectMetadata'], hasProtobuf: true };
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

describe('negotiate()', () => {
  it.each<[string | undefined, string | undefined]>([
    [undefined, 'json whole'],
    ['*/*', 'json whole'],
    ['application/*', 'json whole'],
    ['application/yaml', 'yaml whole'],
    ['application/vnd.kubernetes.protobuf', 'protobuf whole'],
    ['application/vnd.service.protobuf', 'protobuf whole'],
    ['text/html, application/json;q=0.5', 'json whole'],
    ['application/json;q=0.1, application/yaml', 'yaml whole'],
    [TABLE, 'json Table'],
    [`${TABLE},application/json`, 'json Table'],
    ['application/json;as=Table;v=v1beta1;g=meta.k8s.io', 'json Table'],
    ['application/json;as=Table;v=v2;g=meta.k8s.io, application/json', 'json whole'],
    ['application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io', undefined],
    ['application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io', undefined],
    ['application/json;stream=watch', 'json whole'],
    ['application/json;stream=other', undefined],
    ['text/html', undefined],
    ['application/json/x', undefined],
  ])('answers %s with %s', (accept, expected) => {
    const found = negotiate(accept, OFFER);
    expect(found && `${found.format} ${found.presentation}`).toBe(expected);
  });

  it('offers no protobuf where there is none', () => {
    const offer = { ...OFFER, hasProtobuf: false };
    expect(negotiate('application/vnd.kubernetes.protobuf', offer)).toBeUndefined();
    expect(negotiate('application/vnd.kubernetes.protobuf, application/json', offer)?.format).toBe('json');
  });
});

describe('parseAccept()', () => {
  it('puts the preferred first: by quality, then the more telling', () => {
    const ranges = parseAccept('*/*, application/*, application/json;q=0.9, application/yaml');
    expect(ranges.map(({ type, subtype }) => `${type}/${subtype}`)).toEqual([
      'application/yaml',
      'application/*',
      '*/*',
      'application/json',
    ]);
  });

  it('reads parameters and survives malformed entries', () => {
    const [range, ...others] = parseAccept('a/b/c, nonsense, application/json; as = Table ;flag; q=x');
    expect(range).toEqual({ type: 'application', subtype: 'json', parameters: { as: 'Table' }, quality: 0 });
    expect(others).toEqual([]);
  });
});

describe('bodyFormat()', () => {
  it.each<[string | undefined, string | undefined]>([
    [undefined, 'json'],
    ['', 'json'],
    ['application/json', 'json'],
    ['Application/JSON; charset=utf-8', 'json'],
    ['application/yaml', 'yaml'],
    ['application/vnd.kubernetes.protobuf', 'protobuf'],
    ['text/plain', undefined],
    ['application/json; charset', undefined],
    ['constructor', undefined],
  ])('takes a body of type %s for %s', (type, format) => {
    expect(bodyFormat(type, true)).toBe(format);
  });
});

describe('namesKnownType()', () => {
  it.each([
    [undefined, true],
    ['application/json;as=Unknown', true],
    ['text/html, */*;q=0.1', true],
    ['text/html', false],
    ['toString', false],
  ])('of %s is %s', (accept, expected) => {
    expect(namesKnownType(accept)).toBe(expected);
  });
});
