import { type FieldError, type FieldPath, notSupported, required } from '../../../src/plugin-api/index.js';
import { validateNodeSelector } from '../../core/index.js';
import {
  MAX_CONFIGURATIONS,
  validateConfiguration,
  validateRequestName,
  validateRequestNames,
} from '../device-request/device-configuration.validation.js';
import { validateBindingConditions } from '../device-request/binding-conditions.validation.js';
import { validateToleration } from '../device-request/device-taint.validation.js';
import { validateDriverName, validateLabel, validateList, validatePoolName } from '../names.validation.js';
import { validateShareId } from './share-id.validation.js';
import type {
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceRequestAllocationResult,
} from './resource-claim.v1.js';

const MAX_RESULTS = 32;
const SOURCES = ['FromClaim', 'FromClass'];

/** Checks what has been allocated for the requests of a claim. */
export function validateAllocation(
  { devices, nodeSelector }: AllocationResult,
  path: FieldPath,
  names: ReadonlySet<string>,
): FieldError[] {
  const place = path.child('devices');
  return [
    ...validateList(devices?.results, place.child('results'), {
      max: MAX_RESULTS,
      check: (result, at) => resultErrors(result, at, names),
    }),
    ...validateList(devices?.config, place.child('config'), {
      max: 2 * MAX_CONFIGURATIONS,
      check: (config, at) => configErrors(config, at, names),
    }),
    ...(nodeSelector ? validateNodeSelector(nodeSelector, path.child('nodeSelector')) : []),
  ];
}

function resultErrors(
  result: DeviceRequestAllocationResult,
  path: FieldPath,
  names: ReadonlySet<string>,
): FieldError[] {
  const { request, driver, pool, device, tolerations = [], shareID } = result;
  return [
    ...validateRequestName(request, path.child('request'), names),
    ...validateDriverName(driver, path.child('driver')),
    ...validatePoolName(pool, path.child('pool')),
    ...validateLabel(device, path.child('device')),
    ...validateBindingConditions(result, path),
    ...tolerations.flatMap((toleration, i) => validateToleration(toleration, path.child('tolerations').index(i))),
    ...(shareID === undefined ? [] : validateShareId(shareID, path.child('shareID'))),
  ];
}

function configErrors(
  config: DeviceAllocationConfiguration,
  path: FieldPath,
  names: ReadonlySet<string>,
): FieldError[] {
  return [
    ...sourceErrors(config.source, path.child('source')),
    ...validateRequestNames(config.requests, path.child('requests'), names),
    ...validateConfiguration(config, path, false),
  ];
}

function sourceErrors(source: string, path: FieldPath): FieldError[] {
  if (source === '') return [required(path)];
  return SOURCES.includes(source) ? [] : [notSupported(path, source, SOURCES)];
}
