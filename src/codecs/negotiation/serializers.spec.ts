import { parseAccept, splitAccept } from './accept.js';
import { builtInSerializers } from '../built-in-serializers.js';
import { type Offer, Serializers } from './serializers.js';

const serializers = new Serializers(builtInSerializers());
const OFFER: Offer = { presentations: ['Table', 'PartialObjectMetadata'], hasLayout: true };
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

describe('Serializers.negotiate()', () => {
  it.each<[string | undefined, string | undefined]>([
    [undefined, 'json whole'],
    ['*/*', 'json whole'],
    ['application/*', 'json whole'],
    ['application/*;as=Table;v=v1;g=meta.k8s.io', 'json Table'],
    ['*/json', undefined],
    ['APPLICATION/JSON', undefined],
    ['application/json;as=;v=v1', undefined],
    ['application/json;as=', 'json whole'],
    ['application/json;v=v1', undefined],
    ['application/json;q=0', 'json whole'],
    ['application/json;sv=v1', 'json whole'],
    ['application/json;sv=v2', undefined],
    ['application/yaml;stream=watch', undefined],
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
    const found = serializers.negotiate(accept, OFFER);
    expect(found && `${found.serializer.name} ${found.presentation}`).toBe(expected);
  });

  it('knows who asks for an indented answer', () => {
    const asks = (accept: string): boolean | undefined => serializers.negotiate(accept, OFFER)?.asksPretty;
    expect(['application/json;pretty=1', `${TABLE};pretty=1`].map(asks)).toEqual([true, true]);
    expect(['application/json', 'application/json;pretty=true', TABLE].map(asks)).toEqual([false, false, false]);
  });

  it('offers no format that writes by type where there is no layout', () => {
    const offer = { ...OFFER, hasLayout: false };
    expect(serializers.negotiate('application/vnd.kubernetes.protobuf', offer)).toBeUndefined();
    expect(serializers.negotiate('application/vnd.kubernetes.protobuf, application/json', offer)?.serializer.name).toBe(
      'json',
    );
  });
});

describe('parseAccept()', () => {
  it('puts the preferred first: by quality, then the more specific', () => {
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

describe('splitAccept()', () => {
  it('reads so many entries and no more', () => {
    const header = `${'text/html,'.repeat(100)}application/json`;
    expect(splitAccept(header)).toHaveLength(64);
    expect(serializers.negotiate(header, OFFER)).toBeUndefined();
  });
});

describe('Serializers.forBody()', () => {
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
    expect(serializers.forBody(type, true)?.name).toBe(format);
  });
});

describe('Serializers.namesKnownType()', () => {
  it.each([
    [undefined, true],
    ['application/json;as=Unknown', true],
    ['text/html, */*;q=0.1', true],
    [' application/yaml ;q=0', true],
    ['', true],
    ['*', false],
    ['*/json', false],
    ['application/*', false],
    ['APPLICATION/JSON', false],
    [',', false],
    ['text/html', false],
    ['toString', false],
  ])('of %s is %s', (accept, expected) => {
    expect(serializers.namesKnownType(accept)).toBe(expected);
  });
});

describe('Serializers.recognize()', () => {
  it.each([
    ['{"a":1}', 'json'],
    ['\n\t {}', 'json'],
    ['a: 1\n', 'yaml'],
    ['[1]', 'yaml'],
    ['k8s\u0000rest', 'protobuf'],
    ['\u0000\u0001', undefined],
  ])('takes %j for %s', (text, name) => {
    expect(serializers.recognize(Buffer.from(text))?.name).toBe(name);
  });
});

describe('Serializers', () => {
  it('reads no body by type where there is no layout', () => {
    expect(serializers.forBody('application/vnd.kubernetes.protobuf', false)).toBeUndefined();
  });
});
