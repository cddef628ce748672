import { TypesInVersion } from '../../src/plugin-api/built-in.js';

/** The types of addresses and ranges in v1, declared for v1beta1. */
export const V1_TYPES = new TypesInVersion('k8s.io.api.networking.v1beta1', 'v1');

/** The versions that addresses and ranges are stored in: a release stores what the one before it can read. */
export const STORED_AS = [{ since: '1.34', version: 'v1' }] as const;
