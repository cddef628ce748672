import { isWithin } from '../../apimachinery/index.js';

/** The releases whose version names the one that is emulated. */
const NAMES_EMULATION = { since: '1.33' };

/** Returns what this server is (upstream: version.Info). The compiler is Go's name for it: clients know no other. */
export function versionInfo(release: string): Readonly<Record<string, string>> {
  const [major, minor] = release.split('.');
  return {
    major,
    minor,
    gitVersion: `v${major}.${minor}.0+binnacle`,
    gitCommit: '',
    gitTreeState: 'clean',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: process.version,
    compiler: 'gc',
    platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
  };
}

/**
 * Returns the content of `/version`; clients read major, minor and gitVersion. Since 1.33 it names the release that is shown, and
 * the one before it, up to which the server stays compatible (upstream: compatibility.EffectiveVersion).
 */
export function versionDocument(release: string): Readonly<Record<string, string>> {
  const info = versionInfo(release);
  if (!isWithin(NAMES_EMULATION, release)) return info;
  const { major, minor } = info;
  const emulation = { emulationMajor: major, emulationMinor: minor };
  return { ...info, ...emulation, minCompatibilityMajor: major, minCompatibilityMinor: String(Number(minor) - 1) };
}
