import { isLatestImage } from '../pod/shape/image-name.js';

const DEFAULT_MODE = 0o644;
const TOKEN_SECONDS = 3600;

/** Converts a volume without a source into an empty directory. */
export function defaultVolume(volume: { name: string; emptyDir?: object }): void {
  const hasSource = Object.entries(volume).some(([name, source]) => name !== 'name' && source);
  if (!hasSource) volume.emptyDir = {};
}

/** Fills in the pull policy of an image volume; only with the gate ImageVolume, which type defaults cannot see. */
export function defaultImageVolume(volume: { image?: { reference?: string; pullPolicy?: string } }): void {
  if (!volume.image) return;
  volume.image.pullPolicy ||= isLatestImage(volume.image.reference ?? '') ? 'Always' : 'IfNotPresent';
}

/** Fills in the mode of files that come from API objects. */
export function defaultFileMode(source: { defaultMode?: number }): void {
  source.defaultMode ??= DEFAULT_MODE;
}

/** Fills in the lifetime of a projected token. */
export function defaultTokenProjection(projection: { expirationSeconds?: number }): void {
  projection.expirationSeconds ??= TOKEN_SECONDS;
}

/** Sets an unset type of a host path to the empty text: no check at all. */
export function defaultHostPath(source: { type?: string }): void {
  source.type ??= '';
}

/** Fills in the version a field path is read in. */
export function defaultFieldSelector(selector: { apiVersion?: string }): void {
  selector.apiVersion ||= 'v1';
}
