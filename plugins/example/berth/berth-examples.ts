import type { Berth } from './berth.v1.js';

/** A berth with everything that container ships need. */
export const containerBerth: Berth = {
  metadata: { name: 'container-north' },
  spec: {
    size: { lengthMeters: 300, draughtMeters: 14 },
    cargo: 'Container',
    slots: 2,
    services: ['fuel', 'power', 'water'],
  },
};

/** The least that a berth has to say. */
export const fishingBerth: Berth = { metadata: { name: 'fishing' }, spec: { size: { lengthMeters: 25 } } };
