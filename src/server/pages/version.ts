/**
 * Returns the content of `/version` (upstream: version.Info); clients read major, minor and gitVersion. The compiler
 * is Go's name for it: clients know no other.
 */
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
