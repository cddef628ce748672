import type { KindVersion } from '../../../src/plugin-api/index.js';
import { FORMER_FLOWCONTROL_VERSIONS } from '../former-versions.js';
import { assuredSharesConversion, zeroSharesConversion } from './former-priority-level.conversion.js';
import {
  PriorityLevelConfigurationV1beta1,
  PriorityLevelConfigurationV1beta2,
  PriorityLevelConfigurationV1beta3,
} from './priority-level-configuration.v1beta1.js';

const KIND = 'PriorityLevelConfiguration';
const { v1beta1, v1beta2, v1beta3 } = FORMER_FLOWCONTROL_VERSIONS;

/** The versions of priority levels before v1. */
export const FORMER_PRIORITY_LEVEL_VERSIONS: readonly KindVersion[] = [
  { ...v1beta3(KIND), type: PriorityLevelConfigurationV1beta3, conversion: zeroSharesConversion },
  { ...v1beta2(KIND), type: PriorityLevelConfigurationV1beta2, conversion: assuredSharesConversion },
  { ...v1beta1(KIND), type: PriorityLevelConfigurationV1beta1, conversion: assuredSharesConversion },
];
