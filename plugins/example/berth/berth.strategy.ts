import { type FieldError, FieldPath, type Strategy, invalid } from '../../../src/plugin-api/index.js';
import type { Berth } from './berth.v1.js';

const SPEC = FieldPath.of('spec');

/** The rules of berths. */
export const berthStrategy: Strategy<Berth> = {
  prepareForCreate: (berth) => void (berth.status = { phase: 'Free' }),
  validate: validateBerth,
  validateUpdate: (berth, old) => [...validateBerth(berth), ...validateSameCargo(berth, old)],
  warningsOnCreate: warningsOf,
  warningsOnUpdate: (berth, _old, { subresource }) => (subresource === 'status' ? [] : warningsOf(berth)),
};

function validateBerth({ spec: { size, cargo } }: Berth): FieldError[] {
  if (cargo !== 'Container' || size.draughtMeters! >= 8) return [];
  return [invalid(SPEC.child('size', 'draughtMeters'), size.draughtMeters, 'container ships need at least 8 meters')];
}

function validateSameCargo({ spec: { cargo } }: Berth, old: Berth): FieldError[] {
  return cargo === old.spec.cargo ? [] : [invalid(SPEC.child('cargo'), cargo, 'field is immutable')];
}

function warningsOf({ spec: { slots } }: Berth): string[] {
  return slots === 0 ? ['spec.slots: no ship can lie at a berth without slots'] : [];
}
