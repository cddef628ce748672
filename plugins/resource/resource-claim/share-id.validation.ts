import { type FieldError, type FieldPath, invalid } from '../../../src/plugin-api/index.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NORMALIZED =
  'uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters';

/** Checks the id of a share of a device. */
export function validateShareId(id: string, path: FieldPath): FieldError[] {
  if (UUID.test(id)) return [];
  const isUuid = UUID.test(id.toLowerCase());
  return [invalid(path, id, isUuid ? NORMALIZED : `error validating uid: ${lengthFault(id)}`)];
}

function lengthFault(id: string): string {
  return id.length !== LENGTH ? `invalid UUID length: ${id.length}` : 'invalid UUID format';
}

const LENGTH = 36;
