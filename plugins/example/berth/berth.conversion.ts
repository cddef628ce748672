import type { Conversion } from '../../../src/plugin-api/index.js';
import type { Berth } from './berth.v1.js';
import type { BerthV1beta1 } from './berth.v1beta1.js';

/** Between v1beta1 and v1, without loss in either direction. */
export const berthFromV1beta1: Conversion<BerthV1beta1, Berth> = {
  toHub({ spec: { lengthMeters, draughtMeters, cargoType, services, ...same }, ...rest }) {
    const size = { lengthMeters, draughtMeters };
    return { ...rest, spec: { ...same, size, cargo: cargoType, services: services?.split(',') } };
  },

  fromHub({ spec: { size, cargo, services, ...same }, ...rest }) {
    return { ...rest, spec: { ...same, ...size, cargoType: cargo, services: services?.join(',') } };
  },
};
