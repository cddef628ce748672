import { isAllowedLabelKey } from './metrics-checks.js';
import { parseOptions } from './parse-options.js';
import { stringMapKind } from './string-map-kind.js';

async function problemsOf(...argv: string[]): Promise<string[]> {
  const parsed = await parseOptions(argv, {}, () => '');
  return 'problems' in parsed && parsed.problems ? parsed.problems.map(({ message }) => message) : [];
}

describe('stringMapKind', () => {
  it.each<[string[], Record<string, string>]>([
    [['a,b=1,2'], { 'a,b': '1,2' }],
    [['"a,b=1,2"'], { 'a,b': '1,2' }],
    [['"a,b=1,2","c,d=3"'], { 'a,b': '1,2', 'c,d': '3' }],
    [['a,b=1', 'a,b=2'], { 'a,b': '2' }],
    [['x=1,y=2'], { x: '1', y: '2' }],
    [['a=b=c'], { a: 'b=c' }],
    [['a='], { a: '' }],
  ])('reads %j as %j', (texts, value) => {
    expect(stringMapKind.parse(texts)).toEqual(value);
  });

  it.each(['', 'a', 'a,b', 'a=1,b,c=2'])('refuses %j', (text) => {
    expect(() => stringMapKind.parse([text])).toThrow('must be formatted as key=value');
  });
});

describe('checkMetrics()', () => {
  const FORMAT =
    '--allow-metric-labels must have a list of kv pair with format `metricName,labelName=labelValue, labelValue,...`';
  const HIDDEN =
    "--show-hidden-metrics-for-version must be omitted or have the value '1.31'. Only the previous minor version is allowed";

  it.each<[string, string[]]>([
    ['--allow-metric-labels=a_total,kind=x,y', []],
    ['--allow-metric-labels=a_total=x', [FORMAT]],
    ['--allow-metric-labels=9,kind=x', [FORMAT]],
    ['--allow-metric-labels=a,b,c=x', [FORMAT]],
    ['--allow-metric-labels=a,b:c=x', [FORMAT]],
    ['--show-hidden-metrics-for-version=1.31', []],
    ['--show-hidden-metrics-for-version=1.32', [HIDDEN]],
    ['--show-hidden-metrics-for-version=1.30', [HIDDEN]],
    ['--show-hidden-metrics-for-version=1.31.0', [HIDDEN]],
    ['--disabled-metrics=a_total,b_total', []],
  ])('of %s: %j', async (flag, messages) => {
    expect(await problemsOf(flag)).toEqual(messages);
  });

  it('matches keys of labels as a whole', () => {
    expect(['a:b_c,d_9', 'a, b', 'a,9'].map(isAllowedLabelKey)).toEqual([true, false, false]);
  });
});
