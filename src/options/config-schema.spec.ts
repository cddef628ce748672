import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configSchema } from './config-schema.js';
import { flags as EXTENSION_FLAGS } from './extension-flags.js';
import { FLAGS } from './flags.js';

const { properties } = configSchema(FLAGS) as { properties: Record<string, Record<string, unknown>> };

describe('configSchema()', () => {
  it.each([...FLAGS.map(({ name }) => name)])('describes --%s', (name) => {
    expect(properties[name].description).toEqual(expect.any(String));
    expect(properties[name].type ?? properties[name].anyOf).toBeDefined();
  });

  it('takes every flag of extension servers, and no other key', () => {
    expect(configSchema(EXTENSION_FLAGS)).toMatchObject({ additionalProperties: false });
  });

  it.each([
    ['secure-port', { type: 'integer', minimum: 0, maximum: 65535 }],
    ['securePort', { $ref: '#/properties/secure-port' }],
    ['anonymous-auth', { type: 'boolean', default: true }],
    ['request-timeout', { default: '1m0s' }],
    ['kubelet-port', { deprecated: true }],
    ['max-requests-inflight', { type: 'integer', default: 400 }],
  ])('describes %s', (key, schema) => {
    expect(properties[key]).toMatchObject(schema);
  });

  it.each([
    ['90s', true],
    ['1h30m', true],
    ['1.5h', true],
    ['0', true],
    ['90', false],
    ['1 h', false],
  ])('the pattern of durations takes %s: %s', (text, isTaken) => {
    const [{ pattern }] = properties['request-timeout'].anyOf as [{ pattern: string }];
    expect(new RegExp(pattern).test(text)).toBe(isTaken);
  });

  it('is the file in the documentation, as `binnacle config schema` writes it', () => {
    const file = join(import.meta.dirname, '..', '..', 'docs', 'operations', 'binnacle-config.schema.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(configSchema(FLAGS));
  });
});
