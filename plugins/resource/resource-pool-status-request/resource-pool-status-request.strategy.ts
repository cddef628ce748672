import {
  type FieldError,
  FieldPath,
  type Strategy,
  invalid,
  isDeepEqual,
  isDns1123Subdomain,
  required,
  tooLong,
} from '../../../src/plugin-api/index.js';
import { IMMUTABLE_MESSAGE, tooMany, validateConditions } from '../../../src/plugin-api/built-in.js';
import { validateDriverName, validateList, validatePoolName } from '../names.validation.js';
import type {
  PoolStatus,
  ResourcePoolStatusRequest,
  ResourcePoolStatusRequestSpec,
} from './resource-pool-status-request.v1alpha3.js';

const SPEC = FieldPath.of('spec');
const STATUS = FieldPath.of('status');
const MAX_LIMIT = 1000;
const MAX_CONDITIONS = 10;
const MAX_ERROR_BYTES = 256;

/** The rules of requests for the status of pools: they are asked once, and answered once. */
export const resourcePoolStatusRequestStrategy: Strategy<ResourcePoolStatusRequest> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate: (request) => {
    delete request.status;
  },
  validate: ({ spec }) => specErrors(spec),
  validateUpdate: ({ spec }, old) =>
    isDeepEqual(spec, old.spec) ? specErrors(spec) : [invalid(SPEC, spec, IMMUTABLE_MESSAGE)],
  validateStatusUpdate: statusErrors,
};

function specErrors({ driver, poolName, limit }: ResourcePoolStatusRequestSpec): FieldError[] {
  return [
    ...validateDriverName(driver, SPEC.child('driver')),
    ...(poolName === undefined ? [] : validatePoolName(poolName, SPEC.child('poolName'))),
    ...(limit === undefined ? [] : limitErrors(limit)),
  ];
}

function limitErrors(limit: number): FieldError[] {
  const path = SPEC.child('limit');
  if (limit < 1) return [invalid(path, limit, 'must be greater than or equal to 1')];
  return limit > MAX_LIMIT ? [invalid(path, limit, `must be less than or equal to ${MAX_LIMIT}`)] : [];
}

function statusErrors({ status }: ResourcePoolStatusRequest, old: ResourcePoolStatusRequest): FieldError[] {
  if (old.status && !isDeepEqual(status, old.status)) return [invalid(STATUS, status, IMMUTABLE_MESSAGE)];
  if (!status) return [];
  const { poolCount, pools, conditions = [] } = status;
  const path = STATUS.child('conditions');
  return [
    ...(poolCount === undefined ? [required(STATUS.child('poolCount'))] : atLeast(0, { poolCount }, STATUS)),
    ...validateList(pools, STATUS.child('pools'), { max: MAX_LIMIT, check: poolErrors }),
    ...(conditions.length > MAX_CONDITIONS ? [tooMany(path, conditions.length, MAX_CONDITIONS)] : []),
    ...validateConditions(conditions, path),
  ];
}

function poolErrors(pool: PoolStatus, path: FieldPath): FieldError[] {
  const { driver, poolName, nodeName, generation, resourceSliceCount, validationError = '' } = pool;
  const { totalDevices, allocatedDevices, availableDevices, unavailableDevices } = pool;
  const node = path.child('nodeName');
  const isLong = Buffer.byteLength(validationError) > MAX_ERROR_BYTES;
  return [
    ...validateDriverName(driver, path.child('driver')),
    ...validatePoolName(poolName, path.child('poolName')),
    ...atLeast(0, { generation }, path),
    ...atLeast(1, { resourceSliceCount }, path),
    ...atLeast(0, { totalDevices, allocatedDevices, availableDevices, unavailableDevices }, path),
    ...(nodeName === undefined ? [] : isDns1123Subdomain(nodeName).map((text) => invalid(node, nodeName, text))),
    ...(isLong ? [tooLong(path.child('validationError'), MAX_ERROR_BYTES)] : []),
  ];
}

function atLeast(min: number, counts: Readonly<Record<string, number | undefined>>, path: FieldPath): FieldError[] {
  return Object.entries(counts).flatMap(([name, count = min]) =>
    count < min ? [invalid(path.child(name), count, `must be greater than or equal to ${min}`)] : [],
  );
}
