import { hasRule, isKnownFormat } from '../../../src/plugin-api/built-in.js';
import type { CustomResourceDefinition } from './custom-resource-definition.v1.js';
import type { JSONSchemaProps } from './json-schema.v1.js';
import { someSchema } from './schema/sub-schemas.js';

/** Warns of formats that are not checked, each once (upstream: validation.GetUnrecognizedFormats). */
export function formatWarnings({ spec }: CustomResourceDefinition): string[] {
  if (!hasRule({ since: '1.34' })) return [];
  const found = new Set<string>();
  for (const { schema } of spec.versions ?? []) {
    if (schema?.openAPIV3Schema) someSchema(schema.openAPIV3Schema, (each) => collect(each, found));
  }
  return [...found].sort().map((format) => `unrecognized format ${JSON.stringify(format)}`);
}

/** Never the one that is looked for: all are visited. */
function collect({ type, format = '' }: JSONSchemaProps, found: Set<string>): boolean {
  if (format !== '' && !isKnownFormat(format, type)) found.add(format);
  return false;
}
