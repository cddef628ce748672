import { formatFieldError } from '../../../src/plugin-api/built-in.js';
import { validateNodeAnnotations } from './node-annotations.validation.js';

const TAINTS = 'scheduler.alpha.kubernetes.io/taints';
const AVOIDED = 'scheduler.alpha.kubernetes.io/preferAvoidPods';

describe('validateNodeAnnotations()', () => {
  it.each<[string, string, string[]]>([
    [TAINTS, '', []],
    [TAINTS, '[{"key":"a","effect":"NoSchedule"}]', []],
    [
      TAINTS,
      '[{"key":"a","effect":"Never"}]',
      [
        `metadata.annotations.${TAINTS}[0].effect: Unsupported value: "Never": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"`,
      ],
    ],
    [
      TAINTS,
      '{}',
      [
        `metadata.annotations: Invalid value: "${TAINTS}": json: cannot unmarshal object into Go value of type []v1.Taint`,
      ],
    ],
    [AVOIDED, '{"preferAvoidPods":[{"podSignature":{"podController":{"controller":true}}}]}', []],
    [
      AVOIDED,
      '{"preferAvoidPods":[{"podSignature":{}},{"podSignature":{"podController":{"controller":false}}}]}',
      [
        `metadata.annotations.${AVOIDED}[0].PodSignature: Required value`,
        `metadata.annotations.${AVOIDED}[1].PodSignature.PodController.Controller: Invalid value: false: must point to a controller`,
      ],
    ],
    [
      AVOIDED,
      'x',
      [
        `metadata.annotations.AvoidPods: Invalid value: "${AVOIDED}": invalid character 'x' looking for beginning of value`,
      ],
    ],
  ])('%s: %s', (key, text, expected) => {
    expect(validateNodeAnnotations({ [key]: text }).map(formatFieldError)).toEqual(expected);
  });
});
