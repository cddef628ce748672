import { type ExposedMetric, writeMetricsText, writeOpenMetrics } from './exposition.js';
import { formatMetricNumber, formatOpenMetricsNumber } from './metric-numbers.js';
import { negotiateMetrics } from './metrics-accept.js';

const TOTAL: ExposedMetric = {
  name: 'a_total',
  help: 'Things "here"\nand \\there.',
  type: 'counter',
  samples: [{ labels: { kind: 'x"\\\n' }, value: 2 }],
};
const COUNT: ExposedMetric = { name: 'b_count', help: 'B.', type: 'counter', samples: [{ labels: {}, value: 1.5 }] };
const TIMES: ExposedMetric = {
  name: 'c',
  help: 'C.',
  type: 'histogram',
  samples: [
    { metricName: 'c_bucket', labels: { le: 1e-5 }, value: 1 },
    { metricName: 'c_bucket', labels: { le: 1 }, value: 1 },
  ],
};

describe('expositions', () => {
  it('write the text format', () => {
    expect(writeMetricsText([TOTAL, COUNT, TIMES])).toBe(
      '# HELP a_total Things "here"\\nand \\\\there.\n# TYPE a_total counter\na_total{kind="x\\"\\\\\\n"} 2\n' +
        '# HELP b_count B.\n# TYPE b_count counter\nb_count 1.5\n' +
        '# HELP c C.\n# TYPE c histogram\nc_bucket{le="1e-05"} 1\nc_bucket{le="1"} 1\n',
    );
  });

  it('write OpenMetrics, where a counter that is no total is of unknown type', () => {
    expect(writeOpenMetrics([TOTAL, COUNT, TIMES])).toBe(
      '# HELP a Things \\"here\\"\\nand \\\\there.\n# TYPE a counter\na_total{kind="x\\"\\\\\\n"} 2.0\n' +
        '# HELP b_count B.\n# TYPE b_count unknown\nb_count 1.5\n' +
        '# HELP c C.\n# TYPE c histogram\nc_bucket{le="1e-05"} 1.0\nc_bucket{le="1.0"} 1.0\n# EOF\n',
    );
  });

  it.each([
    [0, '0', '0.0'],
    [999_999, '999999', '999999.0'],
    [1_000_000, '1e+06', '1e+06'],
    [2_592_000, '2.592e+06', '2.592e+06'],
    [0.0001, '0.0001', '0.0001'],
    [0.00001, '1e-05', '1e-05'],
    [1234567.25, '1.23456725e+06', '1.23456725e+06'],
    [Infinity, '+Inf', '+Inf'],
    [-Infinity, '-Inf', '-Inf'],
    [NaN, 'NaN', 'NaN'],
  ])('write %p as %p, and as %p in OpenMetrics', (value, text, open) => {
    expect([formatMetricNumber(value), formatOpenMetricsNumber(value)]).toEqual([text, open]);
  });
});

describe('negotiateMetrics()', () => {
  const OPEN = 'application/openmetrics-text';
  const TEXT = 'text/plain; version=0.0.4; charset=utf-8; escaping=values';

  it.each<[string | undefined, string]>([
    [undefined, TEXT],
    ['*/*', TEXT],
    ['text/html', TEXT],
    ['text/plain;version=1.0.0', TEXT],
    [OPEN, `${OPEN}; version=0.0.1; charset=utf-8; escaping=values`],
    [`${OPEN};version=1.0.0`, `${OPEN}; version=1.0.0; charset=utf-8; escaping=values`],
    [`${OPEN};version=2.0.0`, TEXT],
    [`text/plain;q=0.5,${OPEN};version=0.0.1;q=0.6`, `${OPEN}; version=0.0.1; charset=utf-8; escaping=values`],
    [`${OPEN};q=0.3,text/plain;version=0.0.4;q=0.5`, TEXT],
    [
      `${OPEN};version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain`,
      'text/plain; version=0.0.4; charset=utf-8; escaping=values',
    ],
    [
      `${OPEN};version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;q=0.5`,
      `${OPEN}; version=1.0.0; charset=utf-8; escaping=allow-utf-8`,
    ],
    ['text/plain;escaping=underscores', 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores'],
  ])('answers %p with %p', (accept, contentType) => {
    expect(negotiateMetrics(accept, '1.32').contentType).toBe(contentType);
  });
});
