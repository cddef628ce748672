import { formatFieldError } from '../../../src/plugin-api/built-in.js';
import { validateSecret } from './secret.validation.js';

describe('validateSecret()', () => {
  it.each([
    ['{}', []],
    ['null', []],
    ['', ['unexpected end of JSON input']],
    ['nope', ["invalid character 'o' in literal null (expecting 'u')"]],
    ['[1]', ['json: cannot unmarshal array into Go value of type map[string]interface {}']],
    ['9007199254740993', ['json: cannot unmarshal number into Go value of type map[string]interface {}']],
    ['true', ['json: cannot unmarshal bool into Go value of type map[string]interface {}']],
  ])('reads a registry configuration %j without showing it', (text, faults) => {
    const data = { '.dockerconfigjson': Buffer.from(text).toString('base64') };
    const secret = { metadata: { name: 's' }, type: 'kubernetes.io/dockerconfigjson', data };
    expect(validateSecret(secret).map(formatFieldError)).toEqual(
      faults.map((fault) => `data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": ${fault}`),
    );
  });
});
