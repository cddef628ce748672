import { FieldPath, invalid, required, type FieldError } from '../../../src/plugin-api/index.js';
import { validateImmutable, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { OLDEST_EMULATION_VERSION, validateLeaseStrategy } from '../lease/lease.validation.js';
import { type LeaseCandidate, LeaseCandidateSpec } from './lease-candidate.v1alpha2.js';
import { isOlder, parseSemanticVersion } from './semantic-version.js';

const SPEC = FieldPath.of('spec');
const checkSpec = fieldChecker(LeaseCandidateSpec);
const MALFORMED = 'must be a valid semantic version';

/** Checks a candidate: which lease it is for, and its versions. */
export function validateLeaseCandidate({ spec }: LeaseCandidate): FieldError[] {
  const { binaryVersion = '', emulationVersion = '', strategy = '' } = spec ?? {};
  const path = SPEC.child('strategy');
  return [
    ...checkSpec(spec, SPEC, 'leaseName'),
    ...versionErrors({ binaryVersion, emulationVersion }),
    ...checkSpec(spec, SPEC, 'strategy'),
    ...(strategy === '' ? [] : validateLeaseStrategy(strategy, path.child('strategy'))),
    ...(strategy === OLDEST_EMULATION_VERSION && emulationVersion === ''
      ? [
          required(
            SPEC.child('emulationVersion'),
            `must be specified when \`strategy\` is '${OLDEST_EMULATION_VERSION}'`,
          ),
        ]
      : []),
  ];
}

/** Checks a change: a candidate stays one for its lease. */
export function validateLeaseCandidateUpdate(candidate: LeaseCandidate, old: LeaseCandidate): FieldError[] {
  const path = SPEC.child('leaseName');
  return [
    ...validateLeaseCandidate(candidate),
    ...validateImmutable(candidate.spec?.leaseName ?? '', old.spec?.leaseName ?? '', path),
  ];
}

type Versions = Pick<LeaseCandidateSpec, 'binaryVersion' | 'emulationVersion'>;

function versionErrors({ binaryVersion, emulationVersion = '' }: Versions): FieldError[] {
  const path = SPEC.child('binaryVersion');
  const [binary, emulation] = [parseSemanticVersion(binaryVersion), parseSemanticVersion(emulationVersion)];
  const errors: FieldError[] = [];
  if (emulationVersion !== '' && !emulation) {
    errors.push(invalid(SPEC.child('emulationVersion'), emulationVersion, MALFORMED));
  }
  if (binaryVersion === '') errors.push(required(path));
  else if (!binary) errors.push(invalid(path, binaryVersion, MALFORMED));
  if (!binary || !emulation || !isOlder(binary, emulation)) return errors;
  return [...errors, invalid(path, binaryVersion, 'must be greater than or equal to `emulationVersion`')];
}
