import semver from 'semver';

const ORDER = ['low', 'moderate', 'high', 'critical', 'unknown'];

/**
 * What a lock file installs, without the workspaces themselves.
 * @param lock its content
 * @param {{ omit?: string }} [options] `omit`: `dev`
 * @throws Error for another file
 */
export function readPackages(lock, { omit } = {}) {
  if (typeof lock?.packages !== 'object') throw new Error('The lock file is not of npm 7 or newer.');
  return Object.entries(lock.packages)
    .filter(([path, { version, link, dev }]) => path.includes('node_modules/') && version && !link && !(omit === 'dev' && dev))
    .map(([path, { name, version }]) => ({
      // A name is given for an alias only.
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      path,
    }));
}

/** The worst first. An advisory without a severity counts at every level. */
export function findAffected(packages, advisories, level) {
  const byName = new Map();
  for (const advisory of advisories) byName.set(advisory.name, [...(byName.get(advisory.name) ?? []), advisory]);
  return packages
    .flatMap((installed) =>
      (byName.get(installed.name) ?? [])
        .filter((advisory) => isAffected(installed.version, advisory))
        .map(({ id, title, url, severity, fixed }) => ({ ...installed, id, title, url, severity, fixed })),
    )
    .filter(({ severity }) => ORDER.indexOf(severity) >= ORDER.indexOf(level))
    .toSorted((one, other) => ORDER.indexOf(other.severity) - ORDER.indexOf(one.severity) || (one.path < other.path ? -1 : 1));
}

function isAffected(version, { ranges, versions }) {
  return versions.includes(version) || ranges.some((range) => semver.satisfies(version, range, { includePrerelease: true }));
}
