import type { JSONSchemaProps } from '../json-schema.v1.js';
import { additionalOf, itemsOf } from './sub-schemas.js';

/** Steps of one check of a value; more would keep the server from other work. */
const MAX_STEPS = 200_000;

/** Reports whether a value can be checked by a schema in bounded time: elements times schemas, choices and required names. */
export function isCheckable(value: unknown, schema: JSONSchemaProps): boolean {
  const steps = new StepCount();
  steps.add(value, schema);
  return steps.left >= 0;
}

class StepCount {
  left = MAX_STEPS;

  add(value: unknown, schema: JSONSchemaProps): void {
    this.left -= 1 + (schema.enum?.length ?? 0) + (schema.required?.length ?? 0);
    if (this.left < 0) return;
    const { allOf = [], anyOf = [], oneOf = [], not } = schema;
    for (const inner of [...allOf, ...anyOf, ...oneOf, ...(not ? [not] : [])]) {
      if (this.left < 0) return;
      this.add(value, inner);
    }
    if (Array.isArray(value)) this.addList(value, schema);
    else if (typeof value === 'object' && value !== null) this.addObject(value as Record<string, unknown>, schema);
  }

  private addList(list: readonly unknown[], schema: JSONSchemaProps): void {
    const items = itemsOf(schema);
    if (!items) return;
    for (const element of list) {
      if (this.left < 0) return;
      this.add(element, items);
    }
  }

  private addObject(value: Record<string, unknown>, schema: JSONSchemaProps): void {
    const { properties = {} } = schema;
    const additional = additionalOf(schema);
    for (const name of Object.keys(value)) {
      if (this.left < 0) return;
      const inner = Object.hasOwn(properties, name) ? properties[name] : additional;
      if (inner) this.add(value[name], inner);
    }
  }
}
